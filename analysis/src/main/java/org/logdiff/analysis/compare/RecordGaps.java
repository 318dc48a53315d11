package org.logdiff.analysis.compare;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import org.logdiff.analysis.align.Candidates;
import org.logdiff.analysis.align.OffsetRanges;
import org.logdiff.analysis.report.OffsetRange;

/**
 * Offsets at which no replica has a record: the places where a removed one can have been. Offsets
 * of empty control batches are not among them, since a marker was there.
 */
final class RecordGaps {
  private static final int KEPT = 1 << 20;

  private final OffsetRanges gaps = OffsetRanges.coveringAll(KEPT);
  private final List<OffsetRange> certainMarkers = new ArrayList<>();
  private final List<OffsetRange> assumedMarkers = new ArrayList<>();
  private final long lowestOffset;
  private final MarkerPlaces markers = new MarkerPlaces();
  private long next = Long.MIN_VALUE;

  /**
   * @param lowestOffset gaps below do not matter
   */
  RecordGaps(long lowestOffset) {
    this.lowestOffset = lowestOffset;
  }

  /** Takes the next chunk's gaps. */
  void take(DetailScan scan) {
    markers.addAll(scan.markersBefore);
    if (scan.firstPresent() != Long.MIN_VALUE) {
      addUpTo(scan.firstPresent());
      gaps.addAll(scan.recordGaps);
      next = scan.nextOffset();
    }
    markers.addAll(scan.markersAfter);
  }

  /**
   * To be called after the last chunk.
   *
   * @param end the highest log end offset; a log may end beyond its last record
   */
  void finish(long end) {
    addUpTo(end);
  }

  private void addUpTo(long end) {
    long from = Math.max(next, lowestOffset);
    if (next != Long.MIN_VALUE && from < end) {
      markers.addGap(from, end - 1, gaps);
    } else {
      markers.takeBelow(end);
    }
  }

  /**
   * An offset where a lost marker was. Nothing else was there, then; but where no other gap
   * remains, the finding about the marker has to yield.
   */
  void addMarker(long offset) {
    add(certainMarkers, offset);
  }

  /** An offset where a lost marker is taken to have been, though it can have been elsewhere. */
  void assumeMarker(long offset) {
    add(assumedMarkers, offset);
  }

  private static void add(List<OffsetRange> markers, long offset) {
    markers.add(new OffsetRange(offset, offset));
    markers.sort(Comparator.comparingLong(OffsetRange::first));
  }

  /** The gaps from one offset to another, both inclusive, of which so many are told apart. */
  Candidates within(long from, long to, int most) {
    if (from > to) {
      return Candidates.NONE;
    }
    Candidates left = gaps.candidates(from, to, most);
    List<OffsetRange> narrowed = without(left.ranges(), certainMarkers);
    return narrowed.isEmpty() ? left : new Candidates(narrowed, left.isCut());
  }

  /** What is left of ranges where no marker is taken to have been. */
  Candidates withoutAssumedMarkers(Candidates candidates) {
    return new Candidates(without(candidates.ranges(), assumedMarkers), candidates.isCut());
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
