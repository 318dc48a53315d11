package org.logdiff.analysis.key;

import java.util.List;
import org.logdiff.analysis.report.OffsetRange;

/**
 * Within which offsets a replica's word counts.
 *
 * @param start log start offset
 * @param end log end offset, or where the replica's lineage parts from the others'
 * @param partsAtEnd whether it ends because lineages part there: then nothing is concluded from
 *     what other replicas have beyond
 * @param unknown offsets that damage hides, ascending
 */
public record ReplicaRange(long start, long end, boolean partsAtEnd, List<OffsetRange> unknown) {
  public ReplicaRange {
    unknown = List.copyOf(unknown);
  }

  public boolean covers(long offset) {
    return start <= offset && offset < end;
  }

  /** Whether damage could hide a record at or above an offset. */
  public boolean mayHideAtOrAbove(long offset) {
    return !unknown.isEmpty() && unknown.get(unknown.size() - 1).last() >= offset;
  }
}
