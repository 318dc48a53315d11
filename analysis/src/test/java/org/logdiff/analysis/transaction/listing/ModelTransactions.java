package org.logdiff.analysis.transaction.listing;

import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.OptionalLong;
import java.util.Set;
import java.util.TreeMap;
import java.util.stream.Collectors;
import org.logdiff.analysis.model.ConsumerView;
import org.logdiff.analysis.model.IsolationLevel;
import org.logdiff.analysis.model.ModelBatch;
import org.logdiff.analysis.model.ModelRecord;
import org.logdiff.analysis.model.Outcome;
import org.logdiff.analysis.model.ProducerEntry;
import org.logdiff.analysis.model.ReplicaState;

/**
 * The transactions of a replica of the model, producer by producer, each as a line. Written from
 * docs/semantics.md, 4, apart from the code under test.
 */
final class ModelTransactions {
  private final ReplicaState replica;
  private final Set<Long> committedView;
  private final Set<Long> uncommittedView;
  private final TreeMap<Long, String> ended = new TreeMap<>();
  private final TreeMap<Long, String> open = new TreeMap<>();

  private ModelTransactions(ReplicaState replica) {
    this.replica = replica;
    committedView = offsets(ConsumerView.of(replica, IsolationLevel.READ_COMMITTED));
    uncommittedView = offsets(ConsumerView.of(replica, IsolationLevel.READ_UNCOMMITTED));
  }

  private static Set<Long> offsets(List<ModelRecord> records) {
    return records.stream().map(ModelRecord::offset).collect(Collectors.toCollection(HashSet::new));
  }

  /** By their ends, then the open ones by their beginnings. */
  static List<String> of(ReplicaState replica) {
    ModelTransactions model = new ModelTransactions(replica);
    Map<Long, OptionalLong> inherited = model.inherited();
    Set<Long> producerIds = new HashSet<>(inherited.keySet());
    replica.batches().forEach(batch -> producerIds.add(batch.producerId()));
    producerIds.remove(-1L);
    for (long producerId : producerIds) {
      model.producer(producerId, inherited.getOrDefault(producerId, OptionalLong.empty()));
    }
    List<String> lines = new ArrayList<>(model.ended.values());
    lines.addAll(model.open.values());
    return lines;
  }

  /** What the newest snapshot above the log start knows to have begun below it. */
  private Map<Long, OptionalLong> inherited() {
    Map<Long, OptionalLong> inherited = new TreeMap<>();
    if (replica.snapshots().isEmpty()
        || replica.snapshots().lastKey() <= replica.logStartOffset()) {
      return inherited;
    }
    for (ProducerEntry entry : replica.snapshots().lastEntry().getValue()) {
      entry
          .currentTxnFirstOffset()
          .ifPresent(
              first -> {
                if (first < replica.logStartOffset()) {
                  inherited.put(entry.producerId(), OptionalLong.of(first));
                }
              });
    }
    return inherited;
  }

  private void producer(long producerId, OptionalLong inheritedFirst) {
    OptionalLong first = inheritedFirst;
    List<ModelBatch> data = new ArrayList<>();
    for (ModelBatch batch : replica.batches()) {
      if (batch.producerId() != producerId || batch.lastOffset() < replica.logStartOffset()) {
        continue;
      }
      if (batch.isTransactionalData()) {
        first = first.isEmpty() ? OptionalLong.of(batch.baseOffset()) : first;
        data.add(batch);
      } else if (batch.marker().isPresent()) {
        String outcome = batch.marker().get().outcome() == Outcome.ABORT ? "ABORTED" : "COMMITTED";
        ended.put(
            batch.baseOffset(),
            line(outcome, producerId, first, data)
                + " end %d e%d c%d"
                    .formatted(
                        batch.baseOffset(),
                        batch.header().producerEpoch(),
                        batch.marker().get().coordinatorEpoch()));
        data.clear();
        first = OptionalLong.empty();
      }
    }
    if (first.isPresent()) {
      open.put(first.getAsLong(), line("OPEN", producerId, first, data));
    }
  }

  private String line(
      String outcome, long producerId, OptionalLong first, List<ModelBatch> batches) {
    if (first.isEmpty()) {
      return "%s p%d lone".formatted(outcome, producerId);
    }
    List<Long> records =
        batches.stream()
            .flatMap(batch -> batch.records().stream())
            .map(ModelRecord::offset)
            .filter(offset -> offset >= replica.logStartOffset())
            .toList();
    return "%s p%d from %d, %d batches, %d empty, %d records, sees %d %d"
        .formatted(
            outcome,
            producerId,
            first.getAsLong(),
            batches.size(),
            batches.stream().filter(ModelBatch::isEmpty).count(),
            records.size(),
            records.stream().filter(uncommittedView::contains).count(),
            records.stream().filter(committedView::contains).count());
  }

  /** The same line of what the code under test has found. */
  static String line(ListedTransaction transaction) {
    String what = "%s p%d".formatted(transaction.outcome(), transaction.producerId());
    String data =
        transaction
            .data()
            .map(
                d ->
                    " from %d, %d batches, %d empty, %d records, sees %d %d"
                        .formatted(
                            d.firstOffset(),
                            d.batches(),
                            d.emptyBatches(),
                            d.records(),
                            transaction.seen().readUncommitted(),
                            transaction.seen().readCommitted()))
            .orElse(" lone");
    String end =
        transaction
            .end()
            .map(
                e ->
                    " end %d e%d c%d"
                        .formatted(e.offset(), e.producerEpoch(), e.coordinatorEpoch()))
            .orElse("");
    return what + data + end;
  }
}
