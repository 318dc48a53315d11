package org.logdiff.analysis.compare;

import java.util.Optional;
import org.logdiff.analysis.replica.Replica;
import org.logdiff.analysis.transaction.Outcomes;
import org.logdiff.analysis.transaction.ProducerEvent;
import org.logdiff.analysis.transaction.TransactionEnd;
import org.logdiff.analysis.transaction.TransactionPart;

/**
 * Data, committed or of unproven outcome, that a replica may have received and its own cleaner
 * removed as aborted: it has neither the data nor the COMMIT, and the producer's next marker there
 * is an ABORT (docs/semantics.md, section 6).
 *
 * @param abortOffset of the ABORT
 * @param isInIndex whether the replica's transaction index lets that ABORT end this data: then it
 *     is certain
 */
record TakenForAborted(
    TransactionPart part, Optional<TransactionEnd> end, long abortOffset, boolean isInIndex) {

  /** Empty if the replica cannot have taken the data for aborted. */
  static Optional<TakenForAborted> of(
      PartitionContext context,
      PartitionTransactions transactions,
      int replica,
      TransactionPart part) {
    Optional<TransactionEnd> end = transactions.endOf(part);
    boolean hasCommit =
        end.filter(e -> e.kind().equals(Optional.of(ProducerEvent.Kind.COMMIT)))
            .map(e -> (e.fullMask() & 1 << replica) != 0)
            .orElse(false);
    boolean canBeCommitted =
        part.outcome() == Outcomes.Outcome.COMMITTED || part.outcome() == Outcomes.Outcome.UNPROVEN;
    if (!canBeCommitted || (part.holders() & 1 << replica) != 0 || hasCommit) {
      return Optional.empty();
    }
    for (Replica.AbortedIn aborted : context.replicas().get(replica).abortedTransactions()) {
      if (aborted.entry().producerId() == part.producerId()
          && aborted.entry().firstOffset() >= part.firstOffset()
          && aborted.entry().firstOffset() <= part.lastOffset()
          && aborted.entry().lastOffset() > part.lastOffset()) {
        return Optional.of(new TakenForAborted(part, end, aborted.entry().lastOffset(), true));
      }
    }
    return transactions
        .ledger()
        .decidingOn(replica, part)
        .filter(event -> event.kind() == ProducerEvent.Kind.ABORT)
        .map(event -> new TakenForAborted(part, end, event.firstOffset(), false));
  }
}
