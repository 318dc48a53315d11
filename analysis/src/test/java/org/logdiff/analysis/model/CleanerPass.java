package org.logdiff.analysis.model;

import java.util.List;
import java.util.Optional;
import java.util.OptionalLong;

/** Copies segments through the rules of one pass, in the order of the log. */
final class CleanerPass {

  /** The bytes of an ABORT's key as UTF-8. */
  static final String ABORT_KEY = "\0\0\0\0";

  /** The bytes of a COMMIT's key as UTF-8. */
  static final String COMMIT_KEY = "\0\0\0\1";

  private final TopicConfig config;
  private final ModelReplica replica;
  private final KeyMap keys;
  private final long nowMs;
  private final long firstUncleanableOffset;
  private CleanedTransactions transactions = new CleanedTransactions();

  CleanerPass(
      TopicConfig config,
      ModelReplica replica,
      KeyMap keys,
      long nowMs,
      long firstUncleanableOffset) {
    this.config = config;
    this.replica = replica;
    this.keys = keys;
    this.nowMs = nowMs;
    this.firstUncleanableOffset = firstUncleanableOffset;
  }

  /** Cleans adjacent segments into one. */
  ModelSegment clean(List<ModelSegment> group) {
    ModelSegment cleaned = new ModelSegment(group.get(0).baseOffset);
    if (has(OldCleanerBug.KAFKA_8351)) {
      transactions = new CleanedTransactions();
    }
    transactions.writeTo(cleaned.abortedTransactions);
    for (int i = 0; i < group.size(); i++) {
      ModelSegment segment = group.get(i);
      long mappedTo =
          has(OldCleanerBug.KAFKA_13727) ? keys.latestOffset() + 1 : segment.nextOffset();
      long upTo = i + 1 < group.size() ? group.get(i + 1).baseOffset : mappedTo;
      transactions.expect(AbortedTransactions.forCleaner(replica, segment.baseOffset, upTo));
      segment.batches.forEach(batch -> clean(batch).ifPresent(cleaned.batches::add));
    }
    return cleaned;
  }

  private Optional<ModelBatch> clean(ModelBatch batch) {
    boolean discardable = transactions.isDiscardable(batch);
    boolean keepEmptied = isLastOfActiveProducer(batch) || carriesLogEnd(batch);
    if (batch.header().control()) {
      return cleanControl(batch, discardable, keepEmptied);
    }
    List<ModelRecord> kept =
        discardable ? List.of() : batch.records().stream().filter(r -> keep(batch, r)).toList();
    if (kept.isEmpty()) {
      return keepEmptied ? Optional.of(batch.emptied()) : Optional.empty();
    }
    boolean horizonDue =
        batch.header().deleteHorizonMs().isEmpty()
            && kept.stream().anyMatch(record -> record.value() == null);
    return Optional.of(
        kept.size() == batch.records().size() && !horizonDue
            ? batch
            : rewritten(batch, kept, horizonDue));
  }

  private ModelBatch rewritten(ModelBatch batch, List<ModelRecord> kept, boolean horizonDue) {
    long maxTimestampMs = kept.stream().mapToLong(ModelRecord::timestampMs).max().orElseThrow();
    OptionalLong deleteHorizonMs =
        horizonDue
            ? ModelCleaner.newDeleteHorizonMs(config, nowMs)
            : batch.header().deleteHorizonMs();
    return ModelBatch.data(batch.header().rewritten(maxTimestampMs, deleteHorizonMs), kept);
  }

  private Optional<ModelBatch> cleanControl(
      ModelBatch batch, boolean discardable, boolean keepEmptied) {
    if (batch.isEmpty() || (discardable && horizonPassed(batch))) {
      return keepEmptied ? Optional.of(batch.emptied()) : Optional.empty();
    }
    if (has(OldCleanerBug.KAFKA_14055) && isSuperseded(batch)) {
      return keepEmptied ? Optional.of(batch.emptied()) : Optional.empty();
    }
    boolean horizonDue = discardable && batch.header().deleteHorizonMs().isEmpty();
    return Optional.of(
        horizonDue
            ? batch.withHeader(
                batch
                    .header()
                    .rewritten(
                        batch.header().maxTimestampMs(),
                        ModelCleaner.newDeleteHorizonMs(config, nowMs)))
            : batch);
  }

  private boolean has(OldCleanerBug bug) {
    return config.bugs().contains(bug);
  }

  /** As if the marker were a record like any other; its key is a version and a type. */
  private boolean isSuperseded(ModelBatch marker) {
    boolean isCommit = marker.marker().orElseThrow().outcome() == Outcome.COMMIT;
    return keys.hasLater(
        new ModelRecord(marker.baseOffset(), 0, isCommit ? COMMIT_KEY : ABORT_KEY, ""));
  }

  private boolean keep(ModelBatch batch, ModelRecord record) {
    if (record.offset() > keys.latestOffset()) {
      return true;
    }
    if (record.key() == null || keys.hasLater(record)) {
      return false;
    }
    return record.value() != null || !horizonPassed(batch);
  }

  private boolean horizonPassed(ModelBatch batch) {
    OptionalLong horizonMs = batch.header().deleteHorizonMs();
    return horizonMs.isPresent() && horizonMs.getAsLong() <= nowMs;
  }

  private boolean isLastOfActiveProducer(ModelBatch batch) {
    if (!batch.header().hasProducerId()) {
      return false;
    }
    Optional<ProducerEntry> entry = replica.producers().entry(batch.producerId());
    if (entry.isEmpty()) {
      return false;
    }
    return entry.get().hasDataBatch()
        ? batch.lastOffset() == entry.get().lastDataOffset()
        : batch.header().control() && batch.header().producerEpoch() == entry.get().producerEpoch();
  }

  private boolean carriesLogEnd(ModelBatch batch) {
    return config
        .profile()
        .carriesLogEnd(batch.header(), firstUncleanableOffset, replica.logEndOffset());
  }
}
