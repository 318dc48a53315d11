package org.logdiff.analysis.key;

import java.util.List;

/**
 * From which replicas one that is behind could catch up, as far as the disks tell. A follower takes
 * over its leader's log start, and is emptied and copied anew if it ends below it; so a record
 * below a leader's log start does no harm once that one is followed (docs/semantics.md, 5).
 */
public final class CatchUp {
  private final List<ReplicaRange> ranges;

  public CatchUp(List<ReplicaRange> ranges) {
    this.ranges = List.copyOf(ranges);
  }

  /**
   * Whether a replica could give another the log up to an offset and leave it what it has.
   *
   * @param orphan the record that does harm if it stays
   */
  public boolean isSource(int source, int behind, long orphan, long offset) {
    return source != behind
        && ranges.get(source).end() > offset
        && ranges.get(source).start() <= orphan
        && canLead(source);
  }

  /** Whether any replica could. */
  public boolean hasSource(int behind, long orphan, long offset) {
    for (int y = 0; y < ranges.size(); y++) {
      if (isSource(y, behind, orphan, offset)) {
        return true;
      }
    }
    return false;
  }

  /** Whether one that could lead would take the harmful record away by its log start. */
  public boolean mayBeHealed(int behind, long orphan) {
    for (int y = 0; y < ranges.size(); y++) {
      if (y != behind
          && ranges.get(y).start() > orphan
          && ranges.get(y).end() >= ranges.get(behind).end()
          && canLead(y)) {
        return true;
      }
    }
    return false;
  }

  /** Whether no replica with a longer log would empty this one. */
  private boolean canLead(int y) {
    for (ReplicaRange other : ranges) {
      if (other.end() > ranges.get(y).end() && other.start() > ranges.get(y).end()) {
        return false;
      }
    }
    return true;
  }
}
