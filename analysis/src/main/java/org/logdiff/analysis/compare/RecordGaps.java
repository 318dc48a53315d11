package org.logdiff.analysis.compare;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import org.logdiff.analysis.align.OffsetRanges;
import org.logdiff.analysis.report.OffsetRange;

/**
 * Offsets at which no replica has a record: the places where a removed one can have been. Offsets
 * of empty control batches are not among them, since a marker was there.
 */
final class RecordGaps {
  private static final int KEPT = 1 << 20;

  private final OffsetRanges gaps = new OffsetRanges(KEPT);
  private final List<OffsetRange> gravestones = new ArrayList<>();
  private final List<OffsetRange> assumedMarkers = new ArrayList<>();

  /**
   * @param end the highest log end offset; a log may end beyond its last record
   */
  RecordGaps(List<DetailScan> scans, long end) {
    long next = Long.MIN_VALUE;
    for (DetailScan scan : scans) {
      gravestones.addAll(scan.gravestones);
      if (scan.firstPresent() == Long.MIN_VALUE) {
        continue;
      }
      if (next != Long.MIN_VALUE && scan.firstPresent() > next) {
        gaps.add(next, scan.firstPresent() - 1);
      }
      gaps.addAll(scan.recordGaps);
      next = scan.nextOffset();
    }
    if (next != Long.MIN_VALUE && next < end) {
      gaps.add(next, end - 1);
    }
    gravestones.sort(Comparator.comparingLong(OffsetRange::first));
  }

  /**
   * An offset where a marker is taken to have been. Nothing else was there, then; but where no
   * other gap remains, the assumption has to yield.
   */
  void assumeMarker(long offset) {
    assumedMarkers.add(new OffsetRange(offset, offset));
    assumedMarkers.sort(Comparator.comparingLong(OffsetRange::first));
  }

  /** Whether some gaps did not fit; then a list of candidates is not complete. */
  boolean isIncomplete() {
    return gaps.dropped() > 0;
  }

  /** The gaps from one offset to another, both inclusive, at most so many. */
  List<OffsetRange> within(long from, long to, int most) {
    if (from > to) {
      return List.of();
    }
    List<OffsetRange> left = without(gaps.within(from, to, most), gravestones);
    List<OffsetRange> narrowed = without(left, assumedMarkers);
    return narrowed.isEmpty() ? left : narrowed;
  }

  /** What is left of ranges when others, ascending too, are taken away. */
  private static List<OffsetRange> without(List<OffsetRange> ranges, List<OffsetRange> taken) {
    List<OffsetRange> result = new ArrayList<>();
    for (OffsetRange range : ranges) {
      long start = range.first();
      for (OffsetRange other : taken) {
        if (other.last() < start) {
          continue;
        }
        if (other.first() > range.last()) {
          break;
        }
        if (other.first() > start) {
          result.add(new OffsetRange(start, other.first() - 1));
        }
        start = other.last() + 1;
      }
      if (start <= range.last()) {
        result.add(new OffsetRange(start, range.last()));
      }
    }
    return result;
  }
}
