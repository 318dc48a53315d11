package org.logdiff.analysis.transaction.listing;

import java.util.OptionalLong;

/**
 * Which transactions are listed. Without {@code open} and {@code aborted}, all outcomes; with both,
 * either.
 *
 * @param open those that are open
 * @param aborted those that log or transaction index call aborted, and lone ABORT markers
 * @param producerId of one producer only
 */
public record TransactionFilter(boolean open, boolean aborted, OptionalLong producerId) {
  public static final TransactionFilter ALL =
      new TransactionFilter(false, false, OptionalLong.empty());

  boolean accepts(ListedTransaction transaction) {
    if (producerId.isPresent() && producerId.getAsLong() != transaction.producerId()) {
      return false;
    }
    boolean isHidden =
        transaction.remarks().stream()
            .anyMatch(remark -> remark.kind() == Remark.Kind.COMMITTED_BUT_HIDDEN);
    return (!open && !aborted)
        || (open && transaction.outcome() == Outcome.OPEN)
        || (aborted && (transaction.outcome() == Outcome.ABORTED || isHidden));
  }
}
