package org.logdiff.analysis.witness;

import java.util.Arrays;
import java.util.Comparator;
import java.util.List;
import org.logdiff.analysis.report.OffsetRange;

/** Offsets at which some copy of an internal topic's log has a record that was read. */
final class ReadableOffsets {
  private final long[] firsts;
  private final long[] lasts;

  private ReadableOffsets(long[] firsts, long[] lasts) {
    this.firsts = firsts;
    this.lasts = lasts;
  }

  /** The union of ranges in any order. */
  static ReadableOffsets of(List<OffsetRange> ranges) {
    List<OffsetRange> sorted =
        ranges.stream().sorted(Comparator.comparingLong(OffsetRange::first)).toList();
    long[] firsts = new long[sorted.size()];
    long[] lasts = new long[sorted.size()];
    int count = 0;
    for (OffsetRange range : sorted) {
      if (count > 0 && range.first() <= lasts[count - 1] + 1) {
        lasts[count - 1] = Math.max(lasts[count - 1], range.last());
      } else {
        firsts[count] = range.first();
        lasts[count++] = range.last();
      }
    }
    return new ReadableOffsets(Arrays.copyOf(firsts, count), Arrays.copyOf(lasts, count));
  }

  /** Whether a record was read at each offset from one to another, both inclusive. */
  boolean containsAll(long from, long to) {
    int found = Arrays.binarySearch(firsts, from);
    int range = found >= 0 ? found : -found - 2;
    return from > to || range >= 0 && lasts[range] >= to;
  }
}
