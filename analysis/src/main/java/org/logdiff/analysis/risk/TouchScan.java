package org.logdiff.analysis.risk;

import java.util.List;
import org.logdiff.analysis.align.Alignment;
import org.logdiff.analysis.align.QuietScan;
import org.logdiff.analysis.align.ReplicaCursor;
import org.logdiff.analysis.key.KeyHash;
import org.logdiff.analysis.key.KeyTable;
import org.logdiff.analysis.key.KeyUpdates;
import org.logdiff.analysis.key.ReplicaRange;
import org.logdiff.format.batch.RecordCursor;
import org.logdiff.format.batch.SegmentCursor;

/**
 * Which keys matter: those of tombstones that not every replica has, be it only because it is
 * behind, and those of data that may hold a marker which somebody needs.
 */
final class TouchScan extends QuietScan {
  private final KeyUpdates touched;
  private final List<ReplicaRange> ranges;
  private final MarkerNeeds markers;

  TouchScan(KeyTable touched, List<ReplicaRange> ranges, MarkerNeeds markers) {
    this.touched = new KeyUpdates(touched);
    this.ranges = ranges;
    this.markers = markers;
  }

  @Override
  public boolean wantsRecordsOf(int mask, ReplicaCursor first, Alignment alignment) {
    return mayMatter(first.span(), mask);
  }

  private boolean mayMatter(SegmentCursor batch, int mask) {
    return !batch.isControl()
        && batch.recordsCount() > 0
        && (isLacking(mask, batch.lastOffset()) || markers.ofData(batch.baseOffset()) != null);
  }

  /** Whether a replica that has not passed an offset by its log start lacks a record there. */
  private boolean isLacking(int mask, long offset) {
    for (int r = 0; r < ranges.size(); r++) {
      if ((mask & 1 << r) == 0 && ranges.get(r).start() <= offset) {
        return true;
      }
    }
    return false;
  }

  @Override
  public void record(long offset, int mask, boolean areEqualBytes, Alignment alignment) {
    ReplicaCursor first = alignment.cursor(Integer.numberOfTrailingZeros(mask));
    SegmentCursor batch = first.span();
    RecordCursor record = first.records();
    if (batch.isControl() || !record.hasKey()) {
      return;
    }
    boolean matters =
        !record.hasValue() && isLacking(mask, offset) || markers.ofData(batch.baseOffset()) != null;
    if (matters) {
      touched.add(KeyHash.of(record.array(), record.keyAt(), record.keyLength()));
    }
  }

  @Override
  public void end() {
    touched.flush();
  }
}
