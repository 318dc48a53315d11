package org.logdiff.analysis.key;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.EnumSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.logdiff.analysis.report.OffsetRange;

/**
 * Table 5.1 over all combinations: final states, log starts, log ends, lineages that part and
 * damage, on two and on three replicas, against the rows read one by one.
 */
class KeyJudgeTest {
  private static final long[] STARTS = {0, 2, 4};
  private static final long[] ENDS = {2, 3, 5};
  private static final List<List<OffsetRange>> UNKNOWN =
      List.of(List.of(), List.of(new OffsetRange(2, 2)), List.of(new OffsetRange(4, 4)));

  /** One replica's word on a key: its final state and what of its log counts. */
  private record View(long state, ReplicaRange range) {
    boolean isNone() {
      return state == KeyState.NONE;
    }

    boolean isValue() {
      return KeyState.isValue(state);
    }

    boolean isTombstone() {
      return !isNone() && KeyState.isTombstone(state);
    }

    long offset() {
      return KeyState.offset(state);
    }

    boolean covers(long offset) {
      return range.start() <= offset && offset < range.end();
    }

    boolean mayHideAtOrAbove(long offset) {
      return range.unknown().stream().anyMatch(unknown -> unknown.last() >= offset);
    }
  }

  /**
   * What the replicas can have of a key whose records at offsets 1 to 4 are values (v) or
   * tombstones (t).
   */
  private static List<View> views(String history) {
    List<View> views = new ArrayList<>();
    for (long start : STARTS) {
      for (long end : ENDS) {
        for (List<OffsetRange> unknown : UNKNOWN) {
          boolean isInRange = unknown.stream().allMatch(u -> start <= u.first() && u.last() < end);
          if (start >= end || !isInRange) {
            continue;
          }
          for (boolean partsAtEnd : new boolean[] {false, true}) {
            ReplicaRange range = new ReplicaRange(start, end, partsAtEnd, unknown);
            views.add(new View(KeyState.NONE, range));
            for (int offset = 1; offset <= history.length(); offset++) {
              long state = KeyState.of(offset, history.charAt(offset - 1) == 't');
              if (range.covers(offset)) {
                views.add(new View(state, range));
              }
            }
          }
        }
      }
    }
    return views;
  }

  @ParameterizedTest
  @ValueSource(strings = {"vtvt", "vvtt", "vvvt", "tvtv"})
  void twoReplicas(String history) {
    List<View> views = views(history);
    for (View p : views) {
      for (View q : views) {
        check(List.of(p, q));
      }
    }
  }

  @ParameterizedTest
  @ValueSource(strings = {"vtvt", "vvvt"})
  void threeReplicas(String history) {
    List<View> views = views(history);
    for (View p : views) {
      for (View q : views) {
        for (View r : views) {
          check(List.of(p, q, r));
        }
      }
    }
  }

  private static void check(List<View> views) {
    Map<Integer, KeyCase> expected = new TreeMap<>();
    for (int p = 0; p < views.size(); p++) {
      KeyCase row = row(p, views);
      if (row != null) {
        expected.put(p, row);
      }
    }
    Map<Integer, KeyCase> actual = new TreeMap<>();
    for (KeyJudgement judgement : judge(views)) {
      assertEquals(null, actual.put(judgement.replica(), judgement.row()), "one for each replica");
    }
    if (!expected.equals(actual)) {
      assertEquals(expected, actual, () -> views.toString());
    }
  }

  private static List<KeyJudgement> judge(List<View> views) {
    return new KeyJudge(views.stream().map(View::range).toList())
        .judge(views.stream().mapToLong(View::state).toArray());
  }

  // The table, read row by row. Null is healthy.

  private static KeyCase row(int p, List<View> views) {
    if (rowA(views) || rowB(views)) {
      return null;
    }
    View own = views.get(p);
    if (!own.isValue()) {
      return null;
    }
    List<View> others = new ArrayList<>(views);
    others.remove(p);
    if (isBehind(own, others)) {
      return own.range().partsAtEnd() ? null : rowE(own, others, views);
    }
    KeyCase row = rowC(own, others);
    row = row == null ? rowD(own, others) : row;
    return row == null ? rowG(own, others) : row;
  }

  /** a: equal on all: healthy, superseded. */
  private static boolean rowA(List<View> views) {
    return views.stream().mapToLong(View::state).distinct().count() == 1;
  }

  /** b: tombstone@t here, none there; or two different tombstones: healthy, expired. */
  private static boolean rowB(List<View> views) {
    return views.stream().noneMatch(View::isValue);
  }

  /**
   * Older records are superseded and need no further word; so is a record of a replica that is
   * behind when a later one of its key lies past that replica's log end on another.
   */
  private static boolean isBehind(View own, List<View> others) {
    return !own.isNone() && others.stream().anyMatch(other -> other.offset() >= own.range().end());
  }

  /** The latest record of the key on another replica; null without one above the own. */
  private static View latest(View own, List<View> others) {
    View latest = null;
    for (View other : others) {
      if (other.offset() > own.offset() && (latest == null || other.offset() > latest.offset())) {
        latest = other;
      }
    }
    return latest;
  }

  /**
   * c: value@o on P, tombstone@t on Q, t &gt; o, P's log covers t: lost-tombstone on P, observed at
   * t. q: if damage on P may hide t, or a later record, undetermined.
   */
  private static KeyCase rowC(View own, List<View> others) {
    View latest = latest(own, others);
    if (latest == null || !latest.isTombstone()) {
      return null;
    }
    assertTrue(own.covers(latest.offset()), "else it would be behind");
    return own.mayHideAtOrAbove(latest.offset()) ? KeyCase.Q : KeyCase.C;
  }

  /**
   * Whether a replica shows a value gone, by law V: it covers its offset and has nothing of the
   * key, or only an older tombstone, which it got before the value and a later tombstone went.
   */
  private static boolean isGone(long value, View view) {
    return view.covers(value) && (view.isNone() || (view.isTombstone() && view.offset() < value));
  }

  /**
   * d: value@o on P, gone on Q, which covers o: lost-tombstone on P, inferred. q: if damage may
   * hide the tombstone on P, or the value or what came after it on each such Q, undetermined.
   *
   * <p>And of g: a value is on P, a later one on another replica within P's log, and that one is
   * gone on a third that covers it: both have lost its tombstone.
   */
  private static KeyCase rowD(View own, List<View> others) {
    List<Long> values = new ArrayList<>(List.of(own.offset()));
    for (View other : others) {
      if (other.isValue() && other.offset() > own.offset() && own.covers(other.offset())) {
        values.add(other.offset());
      }
    }
    Set<KeyCase> rows = EnumSet.noneOf(KeyCase.class);
    for (View other : others) {
      for (long value : values) {
        if (isGone(value, other)) {
          boolean isHidden =
              own.mayHideAtOrAbove(own.offset() + 1) || other.mayHideAtOrAbove(value);
          rows.add(isHidden ? KeyCase.Q : KeyCase.D);
        }
      }
    }
    return rows.contains(KeyCase.D) ? KeyCase.D : rows.isEmpty() ? null : KeyCase.Q;
  }

  /**
   * e: as c or d, but t, or every candidate, lies at or past P's log end: while every replica past
   * t that could lead still has t, P is only behind, healthy; once one lacks it, at risk; once none
   * has it, latent. A later value without a tombstone comes with the catching up.
   */
  private static KeyCase rowE(View own, List<View> others, List<View> all) {
    View latest = latest(own, others);
    if (latest.isValue()) {
      boolean isGone = others.stream().anyMatch(other -> isGone(latest.offset(), other));
      return isGone ? rowD(own, others) : null;
    }
    boolean oneLacksIt =
        others.stream()
            .anyMatch(
                other ->
                    other.covers(latest.offset())
                        && other.offset() < latest.offset()
                        && !other.mayHideAtOrAbove(latest.offset())
                        && leavesAsItIs(own, other)
                        && couldLead(other, all));
    return oneLacksIt ? KeyCase.E_AT_RISK : null;
  }

  /** A follower takes over its leader's log start, and then lacks what lies below. */
  private static boolean leavesAsItIs(View own, View leader) {
    return leader.range().start() <= own.offset();
  }

  /** One that a replica with a longer log would empty, since it ends below its start, cannot. */
  private static boolean couldLead(View view, List<View> all) {
    return all.stream()
        .noneMatch(
            other ->
                other.range().end() > view.range().end()
                    && other.range().start() > view.range().end());
  }

  /**
   * g: value@o2 on P; on Q a value older than o2, o2 within Q's log; no replica shows the key
   * deleted after o2: unexplained-loss on Q. If the value is gone on a third replica, both have
   * lost its tombstone instead (see d). q: if damage on Q may hide o2, undetermined.
   */
  private static KeyCase rowG(View own, List<View> others) {
    View latest = latest(own, others);
    if (latest == null || !latest.isValue()) {
      return null;
    }
    if (others.stream().anyMatch(other -> isGone(latest.offset(), other))) {
      return null;
    }
    return own.mayHideAtOrAbove(latest.offset()) ? KeyCase.Q : KeyCase.G;
  }

  // What a judgement names.

  private static final ReplicaRange WHOLE = new ReplicaRange(0, 10, false, List.of());

  @Test
  void namesTheValueAndTheTombstoneThatWasSeen() {
    List<KeyJudgement> judgements =
        new KeyJudge(List.of(WHOLE, WHOLE, WHOLE))
            .judge(new long[] {KeyState.value(1), KeyState.tombstone(3), KeyState.tombstone(5)});
    assertEquals(List.of(new KeyJudgement(KeyCase.C, 0, 2, 1, 5)), judgements);
  }

  @Test
  void namesTheWitnessThatHasNothing() {
    List<KeyJudgement> judgements =
        new KeyJudge(List.of(WHOLE, new ReplicaRange(4, 10, false, List.of()), WHOLE))
            .judge(new long[] {KeyState.value(1), KeyState.NONE, KeyState.NONE});
    assertEquals(List.of(new KeyJudgement(KeyCase.D, 0, 2, 1, -1)), judgements);
  }

  @Test
  void namesTheWitnessWithTheLowestEnd() {
    ReplicaRange shorter = new ReplicaRange(0, 7, false, List.of());
    ReplicaRange hiding = new ReplicaRange(0, 5, false, List.of(new OffsetRange(3, 4)));
    List<KeyJudgement> judgements =
        new KeyJudge(List.of(WHOLE, hiding, shorter, WHOLE))
            .judge(new long[] {KeyState.value(1), KeyState.NONE, KeyState.NONE, KeyState.NONE});
    assertEquals(List.of(new KeyJudgement(KeyCase.D, 0, 2, 1, -1)), judgements);
  }

  @Test
  void namesTheValueThatIsGone() {
    List<KeyJudgement> judgements =
        new KeyJudge(List.of(WHOLE, WHOLE))
            .judge(new long[] {KeyState.value(1), KeyState.value(3)});
    assertEquals(List.of(new KeyJudgement(KeyCase.G, 0, 1, 3, -1)), judgements);
  }

  @Test
  void whatIsExcusedIsNoFault() {
    KeyJudge judge = new KeyJudge(List.of(WHOLE, WHOLE));
    KeyJudge.Excuse second = (replica, offset) -> replica == 1 && offset == 3;
    assertEquals(List.of(), judge.judge(new long[] {KeyState.value(3), KeyState.NONE}, second));
    assertEquals(List.of(), judge.judge(new long[] {KeyState.value(3), KeyState.value(1)}, second));
    assertEquals(1, judge.judge(new long[] {KeyState.value(4), KeyState.NONE}, second).size());
  }

  @Test
  void statesArePackedInTheOrderOfOffsets() {
    long[] ascending = {
      KeyState.NONE,
      KeyState.value(0),
      KeyState.tombstone(0),
      KeyState.value(1),
      KeyState.tombstone(1),
      KeyState.value(1L << 40)
    };
    long[] sorted = ascending.clone();
    Arrays.sort(sorted);
    assertEquals(Arrays.toString(ascending), Arrays.toString(sorted));
    assertEquals(-1, KeyState.offset(KeyState.NONE));
    assertEquals(1L << 40, KeyState.offset(KeyState.value(1L << 40)));
    assertTrue(KeyState.isTombstone(KeyState.tombstone(0)));
    assertTrue(KeyState.isValue(KeyState.value(0)));
  }
}
