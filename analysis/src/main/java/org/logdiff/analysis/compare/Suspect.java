package org.logdiff.analysis.compare;

import java.util.List;
import org.logdiff.analysis.key.KeyHash;
import org.logdiff.analysis.key.KeyJudgement;

/**
 * A key whose final states are not healthy at first sight.
 *
 * @param states certain ones, then, if there are transactions, as if all unproven ones had
 *     committed
 */
record Suspect(KeyHash hash, long[] states, List<KeyJudgement> judgements, long lowestOffset)
    implements Comparable<Suspect> {

  @Override
  public int compareTo(Suspect other) {
    int byOffset = Long.compare(lowestOffset, other.lowestOffset);
    if (byOffset != 0) {
      return byOffset;
    }
    int byHigh = Long.compare(hash.high(), other.hash.high());
    return byHigh != 0 ? byHigh : Long.compare(hash.low(), other.hash.low());
  }
}
