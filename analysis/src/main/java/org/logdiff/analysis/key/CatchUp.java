package org.logdiff.analysis.key;

import java.util.List;

/**
 * From which replicas one that is behind could catch up, as far as the disks tell. A replica that
 * ends below another's log start is emptied and copied anew when it follows that one: it misses
 * nothing, and it can lead nobody (docs/semantics.md, 5).
 */
public final class CatchUp {
  private final List<ReplicaRange> ranges;

  public CatchUp(List<ReplicaRange> ranges) {
    this.ranges = List.copyOf(ranges);
  }

  /** Whether a replica could give another the log from that one's end up to an offset. */
  public boolean isSource(int source, int behind, long offset) {
    return source != behind
        && ranges.get(source).end() > offset
        && ranges.get(source).start() <= ranges.get(behind).end()
        && canLead(source);
  }

  /** Whether any replica could. */
  public boolean hasSource(int behind, long offset) {
    for (int y = 0; y < ranges.size(); y++) {
      if (isSource(y, behind, offset)) {
        return true;
      }
    }
    return false;
  }

  private boolean canLead(int y) {
    for (ReplicaRange other : ranges) {
      if (other.end() > ranges.get(y).end() && other.start() > ranges.get(y).end()) {
        return false;
      }
    }
    return true;
  }
}
