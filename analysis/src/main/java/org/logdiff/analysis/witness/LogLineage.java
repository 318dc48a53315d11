package org.logdiff.analysis.witness;

import java.util.Comparator;
import java.util.List;
import org.logdiff.analysis.replica.LeaderEpochs;

/**
 * Which of several copies of an internal topic's log is the one that the others follow, and how far
 * each of them agrees with it. A broker that died as leader may hold records that were never
 * replicated; their offsets were given to others since.
 *
 * <p>Source of the rule: {@code
 * org.apache.kafka.storage.internals.epoch.LeaderEpochFileCache.endOffsetFor}, Kafka 4.4.0.
 *
 * @param epochs of leader-epoch-checkpoint
 * @param logEndOffset the offset after the last batch
 */
record LogLineage(LeaderEpochs epochs, long logEndOffset) {
  private static final Comparator<LogLineage> BY_AUTHORITY =
      Comparator.<LogLineage>comparingInt(log -> log.epochs.latest().orElse(-1))
          .thenComparingLong(LogLineage::logEndOffset);

  /** The one of the highest leader epoch, the longest of these. */
  static LogLineage authority(List<LogLineage> logs) {
    return logs.stream().max(BY_AUTHORITY).orElseThrow();
  }

  /** The offset from which on this log's records are not those of the other. */
  long agreesUpTo(LogLineage authority) {
    long end = logEndOffset;
    int epoch = epochs.latest().orElse(-1);
    while (epoch >= 0) {
      int shared = authority.largestEpochUpTo(epoch);
      if (shared < 0) {
        return end;
      }
      if (shared == epoch) {
        return Math.min(end, authority.startOfEpochAfter(epoch));
      }
      end = Math.min(end, startOfEpochAfter(shared));
      epoch = largestEpochUpTo(shared);
    }
    return end;
  }

  private int largestEpochUpTo(int epoch) {
    int largest = -1;
    for (LeaderEpochs.Entry entry : epochs.entries()) {
      if (entry.epoch() <= epoch) {
        largest = entry.epoch();
      }
    }
    return largest;
  }

  private long startOfEpochAfter(int epoch) {
    for (LeaderEpochs.Entry entry : epochs.entries()) {
      if (entry.epoch() > epoch) {
        return entry.startOffset();
      }
    }
    return Long.MAX_VALUE;
  }
}
