package org.logdiff.analysis.risk;

import java.util.List;
import java.util.OptionalLong;
import org.logdiff.analysis.config.ConfigKey;
import org.logdiff.analysis.config.ReplicaConfig;
import org.logdiff.analysis.replica.Replica;

/**
 * When at the earliest a replica's cleaner can remove what it has: what is stamped, with the first
 * pass after its horizon; what is not, {@code delete.retention.ms} after the first pass that can
 * stamp it. A pass needs a segment to clean that is older than {@code min.compaction.lag.ms}.
 */
final class RemovalTimes {
  private final long atMs;
  private final List<ReplicaConfig> configs;
  private final long[] firstPassMs;

  /**
   * @param configs per replica
   * @param dirtySegmentMs per replica: the latest timestamp in the first segment that is dirty
   */
  RemovalTimes(long atMs, List<ReplicaConfig> configs, long[] dirtySegmentMs) {
    this.atMs = atMs;
    this.configs = configs;
    firstPassMs = new long[configs.size()];
    for (int r = 0; r < firstPassMs.length; r++) {
      long lagMs = configs.get(r).longValue(ConfigKey.MIN_COMPACTION_LAG_MS);
      firstPassMs[r] = lagMs == 0 ? atMs : Math.max(atMs, sum(dirtySegmentMs[r], lagMs));
    }
  }

  /**
   * The earliest time at which a tombstone of magic 0 or 1 may go: brokers up to 3.9 go by the
   * files' times and not by horizons, so that it may be with the next pass.
   */
  long earliestOfLegacyMs(int replica) {
    return firstPassMs[replica];
  }

  /** The earliest time at which a batch may lose its tombstones or marker on a replica. */
  long earliestMs(int replica, OptionalLong deleteHorizonMs) {
    return deleteHorizonMs.isPresent()
        ? Math.max(deleteHorizonMs.getAsLong(), firstPassMs[replica])
        : sum(firstPassMs[replica], configs.get(replica).longValue(ConfigKey.DELETE_RETENTION_MS));
  }

  private static long sum(long ms, long more) {
    return ms > Long.MAX_VALUE - more ? Long.MAX_VALUE : ms + more;
  }

  /** The number of the first segment that a pass would find dirty. */
  static int firstDirtySegment(Replica replica) {
    long cleanedTo = replica.cleanedTo().orElse(replica.logStartOffset());
    boolean isWithin = replica.logStartOffset() <= cleanedTo && cleanedTo <= replica.logEndOffset();
    return replica.segmentOf(isWithin ? cleanedTo : replica.logStartOffset());
  }
}
