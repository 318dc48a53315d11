package org.logdiff.analysis.transaction;

import org.logdiff.analysis.align.Candidates;

/**
 * An end marker that a replica lacks.
 *
 * @param replica number of the replica that lacks it
 * @param witness number of a replica that shows it; -1 if none does
 * @param candidates where the marker was, smallest first; empty if it cannot be said
 * @param isExact whether the only candidate is certain
 */
public record MarkerLoss(
    MarkerCase row,
    int replica,
    int witness,
    ProducerTransaction transaction,
    TransactionPart part,
    Candidates candidates,
    boolean isExact) {

  /** The last offset at which the marker can have been; -1 if unknown. */
  public long lastCandidate() {
    return candidates.isEmpty()
        ? -1
        : candidates.ranges().get(candidates.ranges().size() - 1).last();
  }
}
