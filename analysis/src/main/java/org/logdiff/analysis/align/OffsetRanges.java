package org.logdiff.analysis.align;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import org.logdiff.analysis.report.OffsetRange;

/**
 * Ascending ranges of offsets, adjacent ones joined, up to a limit. What does not fit is counted,
 * so that nothing is lost silently.
 */
public final class OffsetRanges {
  private final int limit;
  private long[] bounds = new long[8];
  private int count;
  private long dropped;

  /**
   * @param limit how many ranges are kept
   */
  public OffsetRanges(int limit) {
    this.limit = limit;
  }

  /** Adds a range that starts at or above the end of the last one, or overlaps it. */
  public void add(long first, long last) {
    if (count > 0 && first <= bounds[2 * count - 1] + 1) {
      bounds[2 * count - 1] = Math.max(bounds[2 * count - 1], last);
      return;
    }
    if (count == limit) {
      dropped++;
      return;
    }
    if (bounds.length == 2 * count) {
      bounds = Arrays.copyOf(bounds, 4 * count);
    }
    bounds[2 * count] = first;
    bounds[2 * count + 1] = last;
    count++;
  }

  /** Adds all ranges of another list that lies above this one. */
  public void addAll(OffsetRanges later) {
    for (int i = 0; i < later.count; i++) {
      add(later.first(i), later.last(i));
    }
    dropped += later.dropped;
  }

  public int count() {
    return count;
  }

  /** How many ranges did not fit. */
  public long dropped() {
    return dropped;
  }

  public boolean isEmpty() {
    return count == 0;
  }

  public long first(int i) {
    return bounds[2 * i];
  }

  public long last(int i) {
    return bounds[2 * i + 1];
  }

  /** Whether any range has an offset from one to another, both inclusive. */
  public boolean intersects(long from, long to) {
    int i = firstEndingAtOrAbove(from);
    return from <= to && i < count && first(i) <= to;
  }

  private int firstEndingAtOrAbove(long offset) {
    int low = 0;
    int high = count;
    while (low < high) {
      int middle = (low + high) >>> 1;
      if (last(middle) < offset) {
        low = middle + 1;
      } else {
        high = middle;
      }
    }
    return low;
  }

  /** The parts of the ranges from one offset to another, both inclusive, at most so many. */
  public List<OffsetRange> within(long from, long to, int most) {
    List<OffsetRange> ranges = new ArrayList<>();
    for (int i = firstEndingAtOrAbove(from);
        i < count && first(i) <= to && ranges.size() < most;
        i++) {
      long first = Math.max(from, first(i));
      long last = Math.min(to, last(i));
      if (first <= last) {
        ranges.add(new OffsetRange(first, last));
      }
    }
    return ranges;
  }

  public List<OffsetRange> toList() {
    return within(Long.MIN_VALUE, Long.MAX_VALUE, Integer.MAX_VALUE);
  }
}
