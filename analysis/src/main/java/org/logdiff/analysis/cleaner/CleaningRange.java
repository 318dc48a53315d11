package org.logdiff.analysis.cleaner;

import java.io.IOException;
import java.util.List;
import java.util.Optional;
import org.logdiff.format.batch.SegmentCursor;
import org.logdiff.format.batch.SpanKind;

/**
 * The range of a pass, and whether the cleaner would make one.
 *
 * <p>Source: {@code LogCleanerManager.cleanableOffsets}, {@code calculateCleanableBytes}, {@code
 * maxCompactionDelay}, {@code grabFilthiestCompactedLog} and {@code LogToClean}, Kafka 4.4.0; the
 * same in 4.2.1 and 3.9.1.
 *
 * @param firstDirtyOffset where the pass begins to map keys
 * @param dirtyFrom why it is that
 * @param stopOffset the lowest of what limits the pass
 * @param stop which of them it is
 * @param firstUncleanableOffset base offset of the segment that holds the stop offset
 * @param cleanBytes of the segments below the first dirty offset
 * @param dirtyBytes of the segments from the first dirty to the first uncleanable offset
 * @param overdueMs how long {@code max.compaction.lag.ms} is overdue; 0 if it is not
 * @param choice whether there is a pass
 */
public record CleaningRange(
    long firstDirtyOffset,
    DirtyFrom dirtyFrom,
    long stopOffset,
    Stop stop,
    long firstUncleanableOffset,
    long cleanBytes,
    long dirtyBytes,
    long overdueMs,
    Choice choice) {

  /** Where the first dirty offset comes from. */
  public enum DirtyFrom {
    /** The cleaner's checkpoint. */
    CHECKPOINT,
    /** The log start: the checkpoint has no entry. */
    NO_CHECKPOINT,
    /** The log start: the checkpoint is below it. */
    CHECKPOINT_BELOW_LOG_START,
    /** The log start: the checkpoint is above the log end. */
    CHECKPOINT_ABOVE_LOG_END
  }

  /** What limits a pass. */
  public enum Stop {
    ACTIVE_SEGMENT,
    LAST_STABLE_OFFSET,
    MIN_COMPACTION_LAG
  }

  /** Whether there is a pass, and why. */
  public enum Choice {
    /** The dirty ratio is above {@code min.cleanable.dirty.ratio}. */
    DIRTY_ENOUGH(true),
    /** The ratio is not, but {@code max.compaction.lag.ms} is overdue. */
    OVERDUE(true),
    /** The topic is not compacted. */
    NOT_COMPACTED(false),
    /** Nothing lies between the first dirty and the first uncleanable offset. */
    NOTHING_DIRTY(false),
    /** The dirty ratio is not above {@code min.cleanable.dirty.ratio}. */
    NOT_DIRTY_ENOUGH(false);

    private final boolean isPass;

    Choice(boolean isPass) {
      this.isPass = isPass;
    }

    public boolean isPass() {
      return isPass;
    }
  }

  /** Dirty bytes by all bytes of the range; 0 without any. */
  public double dirtyRatio() {
    long total = cleanBytes + dirtyBytes;
    return total == 0 ? 0 : (double) dirtyBytes / total;
  }

  /**
   * Finds the range.
   *
   * @throws IOException if the medium fails
   */
  static CleaningRange of(LogState log, CleanerConfig config, long nowMs) throws IOException {
    DirtyFrom dirtyFrom = dirtyFrom(log);
    long firstDirty =
        dirtyFrom == DirtyFrom.CHECKPOINT
            ? log.cleanerCheckpoint().orElseThrow()
            : log.logStartOffset();
    Stop stop = Stop.LAST_STABLE_OFFSET;
    long stopOffset = log.lastStableOffset();
    if (log.activeSegment().baseOffset() <= stopOffset) {
      stop = Stop.ACTIVE_SEGMENT;
      stopOffset = log.activeSegment().baseOffset();
    }
    Optional<LogSegment> young = firstYoung(log, config, firstDirty, nowMs);
    if (young.isPresent() && young.get().baseOffset() < stopOffset) {
      stop = Stop.MIN_COMPACTION_LAG;
      stopOffset = young.get().baseOffset();
    }
    stopOffset = Math.max(firstDirty, stopOffset);
    List<LogSegment> closedFromStop = log.closedSegmentsFrom(stopOffset);
    long firstUncleanable =
        (closedFromStop.isEmpty() ? log.activeSegment() : closedFromStop.get(0)).baseOffset();
    long cleanBytes =
        log.segments().stream()
            .filter(segment -> segment.baseOffset() < firstDirty)
            .mapToLong(LogSegment::sizeBytes)
            .sum();
    long dirtyBytes =
        log.segments(Math.min(firstDirty, firstUncleanable), firstUncleanable).stream()
            .mapToLong(LogSegment::sizeBytes)
            .sum();
    long overdueMs = overdueMs(log, config, firstDirty, nowMs);
    CleaningRange range =
        new CleaningRange(
            firstDirty,
            dirtyFrom,
            stopOffset,
            stop,
            firstUncleanable,
            cleanBytes,
            dirtyBytes,
            overdueMs,
            Choice.NOTHING_DIRTY);
    return range.withChoice(choice(config, range));
  }

  private CleaningRange withChoice(Choice made) {
    return new CleaningRange(
        firstDirtyOffset,
        dirtyFrom,
        stopOffset,
        stop,
        firstUncleanableOffset,
        cleanBytes,
        dirtyBytes,
        overdueMs,
        made);
  }

  private static Choice choice(CleanerConfig config, CleaningRange range) {
    if (!config.compacted()) {
      return Choice.NOT_COMPACTED;
    }
    if (range.dirtyBytes == 0) {
      return Choice.NOTHING_DIRTY;
    }
    if (range.dirtyRatio() > config.minCleanableDirtyRatio()) {
      return Choice.DIRTY_ENOUGH;
    }
    return range.overdueMs > 0 ? Choice.OVERDUE : Choice.NOT_DIRTY_ENOUGH;
  }

  private static DirtyFrom dirtyFrom(LogState log) {
    if (log.cleanerCheckpoint().isEmpty()) {
      return DirtyFrom.NO_CHECKPOINT;
    }
    long checkpoint = log.cleanerCheckpoint().getAsLong();
    if (checkpoint < log.logStartOffset()) {
      return DirtyFrom.CHECKPOINT_BELOW_LOG_START;
    }
    return checkpoint > log.logEndOffset()
        ? DirtyFrom.CHECKPOINT_ABOVE_LOG_END
        : DirtyFrom.CHECKPOINT;
  }

  private static Optional<LogSegment> firstYoung(
      LogState log, CleanerConfig config, long firstDirty, long nowMs) {
    long lagMs = Math.max(config.minCompactionLagMs(), 0);
    return lagMs == 0
        ? Optional.empty()
        : log.closedSegmentsFrom(firstDirty).stream()
            .filter(segment -> segment.ageTimestampMs() > nowMs - lagMs)
            .findFirst();
  }

  private static long overdueMs(LogState log, CleanerConfig config, long firstDirty, long nowMs)
      throws IOException {
    long earliestMs = Long.MAX_VALUE;
    for (LogSegment segment : log.closedSegmentsFrom(firstDirty)) {
      long firstMs = firstBatchTimestampMs(segment);
      if (firstMs > 0) {
        earliestMs = Math.min(earliestMs, firstMs);
      }
    }
    long cleanUntilMs = nowMs - Math.max(config.maxCompactionLagMs(), 0);
    return earliestMs < cleanUntilMs ? cleanUntilMs - earliestMs : 0;
  }

  private static long firstBatchTimestampMs(LogSegment segment) throws IOException {
    SegmentCursor batch = new SegmentCursor();
    batch.open(segment.log(), segment.baseOffset());
    return batch.next() == SpanKind.BATCH ? batch.maxTimestamp() : Long.MAX_VALUE;
  }
}
