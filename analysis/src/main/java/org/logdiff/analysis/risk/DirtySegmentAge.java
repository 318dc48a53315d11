package org.logdiff.analysis.risk;

import java.io.IOException;
import java.util.List;
import org.logdiff.analysis.config.ConfigKey;
import org.logdiff.analysis.config.ReplicaConfig;
import org.logdiff.analysis.replica.Replica;
import org.logdiff.analysis.replica.Segment;
import org.logdiff.format.batch.SegmentCursor;
import org.logdiff.format.batch.SpanKind;

/** How old the first segment is that a pass would find dirty: it decides when a pass can begin. */
final class DirtySegmentAge {
  private DirtySegmentAge() {}

  /**
   * Per replica: the latest timestamp in that segment, milliseconds; -1 if no batch has one, or if
   * no lag makes it matter.
   *
   * @throws IOException if the medium fails
   */
  static long[] latestTimestamps(List<Replica> replicas, List<ReplicaConfig> configs)
      throws IOException {
    long[] latest = new long[replicas.size()];
    for (int r = 0; r < latest.length; r++) {
      latest[r] = -1;
      if (configs.get(r).longValue(ConfigKey.MIN_COMPACTION_LAG_MS) == 0) {
        continue;
      }
      Replica replica = replicas.get(r);
      Segment segment = replica.segments().get(RemovalTimes.firstDirtySegment(replica));
      SegmentCursor batches = new SegmentCursor();
      batches.open(segment.log(), segment.baseOffset());
      for (SpanKind kind = batches.next(); kind != null; kind = batches.next()) {
        if (kind == SpanKind.BATCH) {
          latest[r] = Math.max(latest[r], batches.maxTimestamp());
        }
      }
    }
    return latest;
  }
}
