package org.logdiff.analysis.key;

import java.util.ArrayList;
import java.util.List;

/**
 * Applies the rows of {@link KeyCase} to the final states of one key. States count only records
 * within the replica's range.
 */
public final class KeyJudge {
  /** Says which replicas have lost a value by a fault that is reported elsewhere (row c'). */
  public interface Excuse {
    Excuse NONE = (replica, offset) -> false;

    /** Whether a replica's own cleaner may have removed a value of the key, having been misled. */
    boolean excuses(int replica, long offset);
  }

  private final List<ReplicaRange> ranges;
  private final CatchUp catchUp;

  public KeyJudge(List<ReplicaRange> ranges) {
    this.ranges = List.copyOf(ranges);
    this.catchUp = new CatchUp(ranges);
  }

  /** Whether all states are the same; the quick way out for most keys. */
  public static boolean areEqual(long[] states, int from, int count) {
    for (int i = from + 1; i < from + count; i++) {
      if (states[i] != states[from]) {
        return false;
      }
    }
    return true;
  }

  /**
   * What the states say, at most one judgement per replica; empty for a healthy key.
   *
   * @param states one per replica, see {@link KeyState}
   */
  public List<KeyJudgement> judge(long[] states) {
    return judge(states, Excuse.NONE);
  }

  /** As {@link #judge(long[])}, but what is excused is no fault. */
  public List<KeyJudgement> judge(long[] states, Excuse excuse) {
    List<KeyJudgement> judgements = new ArrayList<>();
    if (areEqual(states, 0, ranges.size())) {
      return judgements;
    }
    for (int p = 0; p < ranges.size(); p++) {
      KeyJudgement judgement = KeyState.isValue(states[p]) ? judgeValue(p, states, excuse) : null;
      if (judgement == null) {
        judgement = judgeLoss(p, states, excuse);
      }
      if (judgement != null) {
        judgements.add(judgement);
      }
    }
    return judgements;
  }

  /** Rows a to e, for a replica whose final state is a value. */
  private KeyJudgement judgeValue(int p, long[] states, Excuse excuse) {
    long offset = KeyState.offset(states[p]);
    int latest = latestAbove(states, p, offset);
    if (latest >= 0 && KeyState.offset(states[latest]) >= ranges.get(p).end()) {
      boolean comes =
          KeyState.isTombstone(states[latest])
              || !isGoneSomewhere(states, KeyState.offset(states[latest]), excuse);
      if (comes || ranges.get(p).partsAtEnd()) {
        return comesWithCatchUp(p, latest, offset, states);
      }
    }
    if (latest >= 0 && KeyState.isTombstone(states[latest])) {
      long tombstone = KeyState.offset(states[latest]);
      KeyCase row = ranges.get(p).mayHideAtOrAbove(tombstone) ? KeyCase.Q : KeyCase.C;
      return new KeyJudgement(row, p, latest, offset, tombstone);
    }
    return judgeDeleted(p, states, excuse);
  }

  /**
   * Row d, and the end of row g: this replica's value, or a later one that it should have too, is
   * gone from a replica that covers it. Of several such replicas one that hides nothing, with the
   * lowest end, since the tombstone lies below it.
   */
  private KeyJudgement judgeDeleted(int p, long[] states, Excuse excuse) {
    long offset = KeyState.offset(states[p]);
    int witness = -1;
    boolean isHidden = true;
    for (long state : states) {
      long seen = KeyState.offset(state);
      if (!KeyState.isValue(state) || seen < offset || !ranges.get(p).covers(seen)) {
        continue;
      }
      for (int x = 0; x < states.length; x++) {
        if (!isGone(x, seen, states, excuse)) {
          continue;
        }
        boolean hides =
            ranges.get(p).mayHideAtOrAbove(offset + 1) || ranges.get(x).mayHideAtOrAbove(seen);
        boolean isBetter =
            witness < 0
                || (hides == isHidden ? ranges.get(x).end() < ranges.get(witness).end() : isHidden);
        if (isBetter) {
          witness = x;
          isHidden = hides;
        }
      }
    }
    return witness < 0
        ? null
        : new KeyJudgement(isHidden ? KeyCase.Q : KeyCase.D, p, witness, offset, -1);
  }

  /**
   * Row e: a later record lies past the replica's end and will come, unless it can be gone by then.
   */
  private KeyJudgement comesWithCatchUp(int p, int latest, long offset, long[] states) {
    if (ranges.get(p).partsAtEnd() || !KeyState.isTombstone(states[latest])) {
      return null;
    }
    long tombstone = KeyState.offset(states[latest]);
    for (int y = 0; y < states.length; y++) {
      if (y != p
          && ranges.get(y).covers(tombstone)
          && catchUp.isSource(y, p, offset, tombstone)
          && KeyState.offset(states[y]) < tombstone
          && !ranges.get(y).mayHideAtOrAbove(tombstone)) {
        return new KeyJudgement(KeyCase.E_AT_RISK, p, latest, offset, tombstone);
      }
    }
    return null;
  }

  /** Row g: a value that others have, that this replica covers, and lacks without a reason. */
  private KeyJudgement judgeLoss(int x, long[] states, Excuse excuse) {
    if (KeyState.isNone(states[x]) || isBehind(x, states)) {
      return null;
    }
    long own = KeyState.offset(states[x]);
    int holder = -1;
    for (int p = 0; p < states.length; p++) {
      long offset = KeyState.offset(states[p]);
      if (KeyState.isValue(states[p])
          && offset > own
          && ranges.get(x).covers(offset)
          && (holder < 0 || offset > KeyState.offset(states[holder]))) {
        holder = p;
      }
    }
    if (holder < 0) {
      return null;
    }
    long offset = KeyState.offset(states[holder]);
    if (excuse.excuses(x, offset)) {
      return null;
    }
    int latest = latestAbove(states, holder, offset);
    boolean isDeleted = latest >= 0 && KeyState.isTombstone(states[latest]);
    if (isDeleted || isGoneSomewhere(states, offset, excuse)) {
      return null;
    }
    KeyCase row = ranges.get(x).mayHideAtOrAbove(offset) ? KeyCase.Q : KeyCase.G;
    return new KeyJudgement(row, x, holder, offset, -1);
  }

  /** Whether a record of the key lies past a replica's end, and will come with the catching up. */
  private boolean isBehind(int x, long[] states) {
    for (long state : states) {
      if (KeyState.offset(state) >= ranges.get(x).end()) {
        return true;
      }
    }
    return false;
  }

  /** The replica with the latest record above an offset, other than p; -1 if there is none. */
  private static int latestAbove(long[] states, int p, long offset) {
    int latest = -1;
    for (int x = 0; x < states.length; x++) {
      if (x != p
          && KeyState.offset(states[x]) > offset
          && (latest < 0 || states[x] > states[latest])) {
        latest = x;
      }
    }
    return latest;
  }

  /** Whether a value is gone from some replica that covers its offset. */
  private boolean isGoneSomewhere(long[] states, long offset, Excuse excuse) {
    for (int x = 0; x < states.length; x++) {
      if (isGone(x, offset, states, excuse)) {
        return true;
      }
    }
    return false;
  }

  /**
   * Whether a replica shows a value gone: it has nothing of the key, or only an older tombstone.
   */
  private boolean isGone(int x, long offset, long[] states, Excuse excuse) {
    boolean isGone =
        KeyState.isNone(states[x])
            || (KeyState.isTombstone(states[x]) && KeyState.offset(states[x]) < offset);
    return isGone && ranges.get(x).covers(offset) && !excuse.excuses(x, offset);
  }
}
