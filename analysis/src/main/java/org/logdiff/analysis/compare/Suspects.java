package org.logdiff.analysis.compare;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collections;
import java.util.HashSet;
import java.util.List;
import java.util.PriorityQueue;
import java.util.Set;
import org.logdiff.analysis.key.KeyHash;
import org.logdiff.analysis.key.KeyJudge;
import org.logdiff.analysis.key.KeyJudgement;
import org.logdiff.analysis.key.KeyState;
import org.logdiff.analysis.key.KeyTable;

/**
 * The keys under suspicion, those with the lowest offsets kept, the others counted. Which ones are
 * kept does not depend on the order in which they are met.
 */
final class Suspects {
  private final KeyJudge judge;
  private final int replicaCount;
  private final int limit;
  private final PriorityQueue<Suspect> kept = new PriorityQueue<>(Collections.reverseOrder());
  private long notKept;
  private long judged;

  Suspects(KeyJudge judge, int replicaCount, int limit) {
    this.judge = judge;
    this.replicaCount = replicaCount;
    this.limit = limit;
  }

  /** Judges all keys of a table. */
  void addAll(KeyTable table) {
    table.forEach(this::judge);
  }

  private void judge(KeyHash hash, long[] states) {
    judged++;
    boolean hasTwo = states.length > replicaCount;
    boolean isEqual =
        KeyJudge.areEqual(states, 0, replicaCount)
            && (!hasTwo || KeyJudge.areEqual(states, replicaCount, replicaCount));
    if (isEqual) {
      return;
    }
    long[] certain = Arrays.copyOf(states, replicaCount);
    long[] asCommitted =
        hasTwo ? Arrays.copyOfRange(states, replicaCount, 2 * replicaCount) : certain;
    List<KeyJudgement> judgements = new ArrayList<>(judge.judge(certain));
    if (!Arrays.equals(certain, asCommitted)) {
      judgements.addAll(judge.judge(asCommitted));
    }
    if (judgements.isEmpty()) {
      return;
    }
    long lowest = judgements.stream().mapToLong(KeyJudgement::offset).min().orElseThrow();
    kept.add(new Suspect(hash, states.clone(), judgements, lowest));
    if (kept.size() > limit) {
      kept.poll();
      notKept++;
    }
  }

  /** Keys judged in all. */
  long judged() {
    return judged;
  }

  /** Suspects that were not kept. */
  long notKept() {
    return notKept;
  }

  List<Suspect> sorted() {
    return kept.stream().sorted().toList();
  }

  /** The lowest offset of any final state of a suspect; MAX_VALUE without suspects. */
  long lowestOffset() {
    return kept.stream()
        .flatMapToLong(suspect -> Arrays.stream(suspect.states()))
        .filter(state -> !KeyState.isNone(state))
        .map(KeyState::offset)
        .min()
        .orElse(Long.MAX_VALUE);
  }

  Set<KeyHash> hashes() {
    Set<KeyHash> hashes = new HashSet<>();
    kept.forEach(suspect -> hashes.add(suspect.hash()));
    return hashes;
  }
}
