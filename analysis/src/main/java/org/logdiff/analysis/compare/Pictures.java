package org.logdiff.analysis.compare;

import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.logdiff.analysis.align.BatchLocator;
import org.logdiff.analysis.key.ReplicaRange;
import org.logdiff.analysis.replica.Replica;
import org.logdiff.analysis.report.OffsetRange;
import org.logdiff.analysis.report.Picture;

/** Draws who has what at the offsets that a finding speaks about. */
final class Pictures {
  private static final int MOST_ROWS = 12;

  private final PartitionContext context;
  private final BatchLocator locator = new BatchLocator();
  private final Map<Long, Picture.Row> rows = new TreeMap<>();

  Pictures(PartitionContext context) {
    this.context = context;
  }

  /** A record that the replicas of the mask have. */
  Pictures record(long offset, int mask, String what, boolean isSubject) {
    return range(new OffsetRange(offset, offset), mask, what, isSubject);
  }

  /** Offsets that the replicas of the mask have and the others, where they cover them, lack. */
  Pictures range(OffsetRange offsets, int mask, String what, boolean isSubject) {
    List<Picture.Cell> cells = new ArrayList<>();
    for (int r = 0; r < context.replicas().size(); r++) {
      cells.add(cell(r, offsets, (mask & 1 << r) != 0));
    }
    rows.putIfAbsent(offsets.first(), new Picture.Row(offsets, cells, what, isSubject));
    return this;
  }

  /** The nearest batches before and after an offset, on any replica, for orientation. */
  Pictures next(long offset) throws IOException {
    long nearest = Long.MAX_VALUE;
    for (Replica replica : context.replicas()) {
      nearest =
          Math.min(
              nearest,
              locator
                  .firstAbove(replica, offset)
                  .map(located -> located.header().baseOffset())
                  .orElse(Long.MAX_VALUE));
    }
    if (nearest == Long.MAX_VALUE || rows.containsKey(nearest)) {
      return this;
    }
    int mask = 0;
    for (int r = 0; r < context.replicas().size(); r++) {
      mask |= locator.holding(context.replicas().get(r), nearest).isPresent() ? 1 << r : 0;
    }
    return record(nearest, mask, "the next batch", false);
  }

  private Picture.Cell cell(int r, OffsetRange offsets, boolean isPresent) {
    ReplicaRange range = context.ranges().get(r);
    if (isPresent) {
      return Picture.Cell.PRESENT;
    }
    for (OffsetRange unknown : range.unknown()) {
      if (unknown.first() <= offsets.last() && offsets.first() <= unknown.last()) {
        return Picture.Cell.DAMAGED;
      }
    }
    return range.covers(offsets.first()) ? Picture.Cell.ABSENT : Picture.Cell.OUTSIDE;
  }

  /** The picture; null if there is nothing in it. */
  Picture toPicture() {
    return rows.isEmpty()
        ? null
        : new Picture(
            context.replicas().stream().map(Replica::name).toList(),
            rows.values().stream().limit(MOST_ROWS).toList());
  }
}
