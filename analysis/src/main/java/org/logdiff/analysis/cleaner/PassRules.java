package org.logdiff.analysis.cleaner;

import java.util.List;
import java.util.Map;
import java.util.OptionalLong;
import org.logdiff.format.batch.RecordBatchHeader;
import org.logdiff.format.batch.RecordCursor;
import org.logdiff.format.index.AbortedTxn;

/** What one pass decides by, from its first group of segments to its last. */
final class PassRules {
  private final CleanerConfig config;
  private final CleanerProfile profile;
  private final LogState log;
  private final CleaningRange range;
  private final KeyMap keys;
  private final long nowMs;
  private final long legacyHorizonMs;
  private final Map<Long, ActiveProducer> active;

  final CleanedTransactions transactions = new CleanedTransactions();

  PassRules(
      CleanerConfig config,
      CleanerProfile profile,
      LogState log,
      CleaningRange range,
      KeyMap keys,
      long nowMs) {
    this.config = config;
    this.profile = profile;
    this.log = log;
    this.range = range;
    this.keys = keys;
    this.nowMs = nowMs;
    active = log.producers().active(nowMs, config.producerIdExpirationMs());
    List<LogSegment> clean = log.segments(0, range.firstDirtyOffset());
    legacyHorizonMs =
        clean.isEmpty()
            ? 0
            : clean.get(clean.size() - 1).lastModifiedMs() - config.deleteRetentionMs();
  }

  CleanerConfig config() {
    return config;
  }

  boolean convertsLegacy() {
    return profile.convertsLegacy();
  }

  List<AbortedTxn> abortedTransactions(long from, long to) {
    return log.abortedTransactions(from, to);
  }

  /** Whether tombstones of magic 0 and 1 stay in a segment. */
  boolean isYoung(LogSegment segment) {
    return segment.lastModifiedMs() > legacyHorizonMs;
  }

  Horizon horizon(RecordBatchHeader header) {
    return Horizon.of(header.deleteHorizonMs(), nowMs);
  }

  OptionalLong newHorizonMs() {
    return OptionalLong.of(nowMs + config.deleteRetentionMs());
  }

  KeptFor keptFor(RecordBatchHeader header) {
    return KeptFor.of(
        header.isControl(),
        header.lastOffset(),
        header.producerEpoch(),
        header.hasProducerId() ? active.get(header.producerId()) : null,
        profile.carriesLogEnd(
            header.nextOffset(), range.firstUncleanableOffset(), log.highWatermark()));
  }

  RecordCase record(RecordCursor record, long latestOffset, RecordCase.TombstoneRule tombstones) {
    return RecordCase.of(
        record.offset() > keys.latestOffset(),
        record.hasKey(),
        latestOffset > record.offset(),
        record.hasValue(),
        tombstones);
  }

  /** The latest offset of a record's key in the map; -1 without key or entry. */
  long latestOffset(RecordCursor record) {
    return record.hasKey() ? keys.latest(record) : -1;
  }
}
