package org.logdiff.analysis.align;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collection;
import java.util.Comparator;
import java.util.List;
import org.logdiff.analysis.report.OffsetRange;

/**
 * Ascending ranges of offsets, adjacent ones joined, up to a limit. What does not fit is either
 * counted, or the last range is widened over it.
 */
public final class OffsetRanges {
  private final int limit;
  private final boolean coversAll;
  private long[] bounds = new long[8];
  private int count;
  private long dropped;

  private OffsetRanges(int limit, boolean coversAll) {
    this.limit = limit;
    this.coversAll = coversAll;
  }

  /** The first so many ranges. */
  public static OffsetRanges firstOf(int limit) {
    return new OffsetRanges(limit, false);
  }

  /**
   * All ranges: if there are more than so many, the last one covers the others together with what
   * lies between them. For what may be there rather than what is.
   */
  public static OffsetRanges coveringAll(int limit) {
    return new OffsetRanges(limit, true);
  }

  /** The union of ranges in any order. */
  public static OffsetRanges of(Collection<OffsetRange> ranges) {
    OffsetRanges union = firstOf(Integer.MAX_VALUE);
    ranges.stream()
        .sorted(Comparator.comparingLong(OffsetRange::first))
        .forEach(range -> union.add(range.first(), range.last()));
    return union;
  }

  /** Adds a range that starts at or above the end of the last one, or overlaps it. */
  public void add(long first, long last) {
    if (count > 0 && first <= bounds[2 * count - 1] + 1) {
      bounds[2 * count - 1] = Math.max(bounds[2 * count - 1], last);
      return;
    }
    if (count == limit) {
      dropped++;
      if (coversAll) {
        bounds[2 * count - 1] = last;
      }
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

  /** How many ranges did not fit, or are not told apart. */
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

  /**
   * The parts of the ranges from one offset to another, both inclusive. If there are more than so
   * many, the last one covers the others together with what lies between them.
   */
  public List<OffsetRange> within(long from, long to, int most) {
    List<OffsetRange> ranges = new ArrayList<>();
    int until = firstEndingAtOrAbove(to);
    if (until < count && first(until) <= to) {
      until++;
    }
    for (int i = firstEndingAtOrAbove(from); i < until; i++) {
      boolean isLast = ranges.size() == most - 1;
      long first = Math.max(from, first(i));
      long last = Math.min(to, last(isLast ? until - 1 : i));
      if (first <= last) {
        ranges.add(new OffsetRange(first, last));
      }
      if (isLast) {
        break;
      }
    }
    return ranges;
  }

  /**
   * The parts of the ranges from one offset to another, both inclusive, at most so many, and
   * whether some are not told apart.
   */
  public Candidates candidates(long from, long to, int most) {
    List<OffsetRange> ranges = within(from, to, most);
    boolean isLimited = within(from, to, most + 1).size() > most;
    return new Candidates(ranges, isLimited || isWidened(from, to));
  }

  /** Whether an offset between two, both inclusive, lies in the range that covers many. */
  private boolean isWidened(long from, long to) {
    return coversAll
        && dropped > 0
        && from <= to
        && first(count - 1) <= to
        && from <= last(count - 1);
  }

  /**
   * Whether any range has an offset from one to another, both inclusive, for certain: of a range
   * that covers many, only its ends are certain.
   */
  public boolean certainlyIntersects(long from, long to) {
    if (!isWidened(from, to)) {
      return intersects(from, to);
    }
    return from <= first(count - 1)
        || last(count - 1) <= to
        || firstEndingAtOrAbove(from) < count - 1;
  }

  public List<OffsetRange> toList() {
    return within(Long.MIN_VALUE, Long.MAX_VALUE, Integer.MAX_VALUE);
  }
}
