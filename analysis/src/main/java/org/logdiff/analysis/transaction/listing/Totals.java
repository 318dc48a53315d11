package org.logdiff.analysis.transaction.listing;

/**
 * All of a replica's log, whatever is listed.
 *
 * @param committed transactions with data
 * @param aborted transactions with data
 * @param loneMarkers end markers that ended nothing: duplicates, and those whose data is gone
 * @param emptyControlBatches what is left of markers
 * @param inTransactions what consumers get of transactions
 * @param outside what consumers get of other data
 */
public record Totals(
    long committed,
    long aborted,
    long open,
    long loneMarkers,
    long emptyControlBatches,
    Seen inTransactions,
    Seen outside) {
  public Seen all() {
    return inTransactions.plus(outside);
  }
}
