package org.logdiff.analysis.model;

import java.util.List;
import java.util.function.Predicate;

/** The model's own reading of a replica. */
public record ModelReading(ReplicaState replica) implements LogReading {

  @Override
  public List<String> committed() {
    return ConsumerView.of(replica, IsolationLevel.READ_COMMITTED).stream()
        .map(ModelReading::name)
        .toList();
  }

  @Override
  public List<String> aborted() {
    return inBatches(batch -> batch.isTransactionalData() && isAborted(batch));
  }

  @Override
  public List<String> undecided() {
    return inBatches(
        batch -> batch.isTransactionalData() && !isAborted(batch) && !hasEndAfter(batch));
  }

  @Override
  public long lastStableOffset() {
    return replica.lastStableOffset();
  }

  private List<String> inBatches(Predicate<ModelBatch> condition) {
    return replica.batches().stream()
        .filter(condition)
        .flatMap(batch -> batch.records().stream())
        .filter(record -> record.offset() >= replica.logStartOffset())
        .map(ModelReading::name)
        .toList();
  }

  private boolean isAborted(ModelBatch batch) {
    return replica.segments().stream()
        .flatMap(segment -> segment.abortedTransactions().stream())
        .anyMatch(
            aborted ->
                aborted.producerId() == batch.producerId()
                    && aborted.firstOffset() <= batch.baseOffset()
                    && batch.lastOffset() < aborted.lastOffset());
  }

  private boolean hasEndAfter(ModelBatch batch) {
    return replica.batches().stream()
        .anyMatch(
            end ->
                end.marker().isPresent()
                    && end.producerId() == batch.producerId()
                    && end.baseOffset() > batch.lastOffset());
  }

  private static String name(ModelRecord record) {
    return HistoryText.write(new Write(record.key(), record.value()));
  }
}
