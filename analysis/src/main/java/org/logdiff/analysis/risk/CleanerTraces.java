package org.logdiff.analysis.risk;

import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.logdiff.analysis.replica.Replica;

/**
 * What the batches show of each replica's cleaner: how old its segments are, and tombstones below
 * the cleaner's checkpoint that no pass has stamped. Filled by several threads.
 */
final class CleanerTraces {
  static final long NO_TIMESTAMP = -1;

  private final List<Replica> replicas;

  /** Per replica and segment: the latest timestamp, milliseconds. */
  private final long[][] latestMs;

  private final long[] unstamped;
  private final long[] firstUnstamped;

  /** Per replica: the latest timestamp of an unstamped tombstone. */
  private final long[] unstampedMs;

  CleanerTraces(List<Replica> replicas) {
    this.replicas = replicas;
    latestMs = new long[replicas.size()][];
    for (int r = 0; r < latestMs.length; r++) {
      latestMs[r] = new long[replicas.get(r).segments().size()];
      Arrays.fill(latestMs[r], NO_TIMESTAMP);
    }
    unstamped = new long[replicas.size()];
    firstUnstamped = new long[replicas.size()];
    unstampedMs = new long[replicas.size()];
    Arrays.fill(firstUnstamped, Long.MAX_VALUE);
    Arrays.fill(unstampedMs, NO_TIMESTAMP);
  }

  /** What one thread has seen of a chunk; {@link #flush} brings it in. */
  final class Part {
    private final Map<Long, Long> latest = new HashMap<>();

    /** A batch that the replicas of a mask have. */
    void batch(int mask, long baseOffset, long maxTimestamp) {
      for (int r = 0; r < latestMs.length; r++) {
        if ((mask & 1 << r) != 0) {
          long key = (long) r << Integer.SIZE | replicas.get(r).segmentOf(baseOffset);
          latest.merge(key, maxTimestamp, Math::max);
        }
      }
    }

    void flush() {
      synchronized (CleanerTraces.this) {
        latest.forEach(
            (key, ms) -> {
              int r = (int) (key >>> Integer.SIZE);
              int segment = key.intValue();
              latestMs[r][segment] = Math.max(latestMs[r][segment], ms);
            });
      }
      latest.clear();
    }
  }

  /** A tombstone in a batch without a delete horizon, on the replicas of a mask. */
  synchronized void unstamped(int mask, long offset, long timestampMs) {
    for (int r = 0; r < unstamped.length; r++) {
      if ((mask & 1 << r) != 0 && offset < replicas.get(r).cleanedTo().orElse(0)) {
        unstamped[r]++;
        firstUnstamped[r] = Math.min(firstUnstamped[r], offset);
        unstampedMs[r] = Math.max(unstampedMs[r], timestampMs);
      }
    }
  }

  /** The latest timestamp of a segment; {@link #NO_TIMESTAMP} for none. */
  long latestMs(int replica, int segment) {
    return latestMs[replica][segment];
  }

  /** The latest timestamp of a replica. */
  long latestMs(int replica) {
    return Arrays.stream(latestMs[replica]).max().orElse(NO_TIMESTAMP);
  }

  /** How many tombstones no pass has stamped although the checkpoint says that it passed them. */
  long unstamped(int replica) {
    return unstamped[replica];
  }

  long firstUnstampedOffset(int replica) {
    return firstUnstamped[replica];
  }

  /** The latest timestamp of such a tombstone. */
  long unstampedMs(int replica) {
    return unstampedMs[replica];
  }
}
