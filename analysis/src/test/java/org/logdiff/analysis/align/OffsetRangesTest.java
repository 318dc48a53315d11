package org.logdiff.analysis.align;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.List;
import java.util.OptionalLong;
import java.util.Random;
import java.util.TreeSet;
import org.junit.jupiter.api.Test;
import org.logdiff.analysis.report.OffsetRange;

class OffsetRangesTest {
  @Test
  void candidatesSayWhetherTheyAreAll() {
    OffsetRanges ranges = OffsetRanges.firstOf(10);
    for (long first : new long[] {1, 3, 5}) {
      ranges.add(first, first);
    }
    assertEquals(
        new Candidates(List.of(new OffsetRange(1, 1), new OffsetRange(3, 5)), true),
        ranges.candidates(0, 9, 2));
    assertFalse(ranges.candidates(0, 9, 3).isCut());
    assertEquals(OptionalLong.of(3), ranges.candidates(2, 4, 2).only());
    assertEquals(OptionalLong.empty(), ranges.candidates(0, 9, 1).only());
  }

  @Test
  void ofARangeThatCoversManyOnlyTheEndsAreCertain() {
    OffsetRanges ranges = OffsetRanges.coveringAll(2);
    for (long first : new long[] {1, 3, 6, 9}) {
      ranges.add(first, first);
    }
    assertTrue(ranges.intersects(4, 5));
    assertFalse(ranges.certainlyIntersects(4, 5));
    assertTrue(ranges.certainlyIntersects(1, 2));
    assertTrue(ranges.certainlyIntersects(3, 3));
    assertTrue(ranges.certainlyIntersects(7, 9));
    assertFalse(ranges.certainlyIntersects(10, 20));
    assertFalse(ranges.candidates(1, 1, 5).isCut());
    assertTrue(ranges.candidates(5, 5, 5).isCut());
    assertEquals(OptionalLong.empty(), ranges.candidates(5, 5, 5).only());
    assertFalse(ranges.candidates(5, 5, 5).beginsWithSingle(5));
  }

  private static OffsetRanges ranges(long... bounds) {
    OffsetRanges ranges = OffsetRanges.firstOf(100);
    for (int i = 0; i < bounds.length; i += 2) {
      ranges.add(bounds[i], bounds[i + 1]);
    }
    return ranges;
  }

  private static OffsetRange range(long first, long last) {
    return new OffsetRange(first, last);
  }

  @Test
  void joinsWhatIsAdjacentOrOverlaps() {
    assertEquals(List.of(range(1, 6)), ranges(1, 3, 4, 6).toList());
    assertEquals(List.of(range(1, 6)), ranges(1, 4, 3, 6).toList());
    assertEquals(List.of(range(1, 6)), ranges(1, 6, 2, 3).toList());
    assertEquals(List.of(range(1, 3), range(5, 6)), ranges(1, 3, 5, 6).toList());
  }

  @Test
  void countsWhatDoesNotFit() {
    OffsetRanges ranges = OffsetRanges.firstOf(2);
    ranges.add(1, 1);
    ranges.add(3, 3);
    ranges.add(4, 4);
    ranges.add(6, 6);
    ranges.add(8, 8);
    assertEquals(List.of(range(1, 1), range(3, 4)), ranges.toList());
    assertEquals(2, ranges.count());
    assertEquals(2, ranges.dropped());
  }

  @Test
  void coversWhatDoesNotFit() {
    OffsetRanges ranges = OffsetRanges.coveringAll(2);
    ranges.add(1, 1);
    ranges.add(3, 3);
    ranges.add(6, 6);
    ranges.add(8, 8);
    assertEquals(List.of(range(1, 1), range(3, 8)), ranges.toList());
    assertEquals(2, ranges.dropped());
  }

  @Test
  void joinsRangesInAnyOrder() {
    List<OffsetRange> some = List.of(range(7, 9), range(1, 2), range(3, 3), range(8, 12));
    assertEquals(List.of(range(1, 3), range(7, 12)), OffsetRanges.of(some).toList());
  }

  @Test
  void addsAllOfALaterOneAndItsDropped() {
    OffsetRanges later = OffsetRanges.firstOf(1);
    later.add(4, 5);
    later.add(8, 9);
    OffsetRanges ranges = ranges(1, 3);
    ranges.addAll(later);
    assertEquals(List.of(range(1, 5)), ranges.toList());
    assertEquals(1, ranges.dropped());
  }

  @Test
  void cutsToARange() {
    OffsetRanges ranges = ranges(1, 3, 5, 6, 9, 12);
    assertEquals(List.of(range(2, 3), range(5, 6), range(9, 10)), ranges.within(2, 10, 100));
    assertEquals(List.of(range(2, 3), range(5, 10)), ranges.within(2, 10, 2));
    assertEquals(List.of(range(2, 10)), ranges.within(2, 10, 1));
    assertEquals(List.of(), ranges.within(7, 8, 100));
    assertEquals(List.of(), ranges.within(13, 20, 100));
    assertTrue(ranges(0, 1L << 41).intersects(1L << 40, 1L << 40));
    assertTrue(OffsetRanges.firstOf(5).isEmpty());
  }

  @Test
  void agreesWithASetOfOffsets() {
    Random random = new Random(7);
    for (int run = 0; run < 2000; run++) {
      OffsetRanges ranges = OffsetRanges.firstOf(1000);
      TreeSet<Long> set = new TreeSet<>();
      long at = random.nextInt(3);
      for (int i = random.nextInt(12); i > 0; i--) {
        long last = at + random.nextInt(3);
        ranges.add(at, last);
        for (long offset = at; offset <= last; offset++) {
          set.add(offset);
        }
        at = last + 1 + random.nextInt(3);
      }
      long from = random.nextInt(30) - 3;
      long to = from + random.nextInt(12) - 2;
      boolean hasAny = from <= to && !set.subSet(from, true, to, true).isEmpty();
      assertEquals(hasAny, ranges.intersects(from, to), ranges.toList() + " " + from + " " + to);
      TreeSet<Long> within = new TreeSet<>();
      for (OffsetRange range : ranges.within(from, to, 1000)) {
        for (long offset = range.first(); offset <= range.last(); offset++) {
          within.add(offset);
        }
      }
      assertEquals(
          hasAny ? new TreeSet<>(set.subSet(from, true, to, true)) : new TreeSet<>(), within);
    }
  }
}
