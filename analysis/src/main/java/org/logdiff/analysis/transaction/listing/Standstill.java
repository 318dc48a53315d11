package org.logdiff.analysis.transaction.listing;

/**
 * Why the last stable offset lies below the log end, and what waits for it.
 *
 * @param transaction the oldest that is open
 * @param records data records at or above the last stable offset
 * @param batches data batches there
 * @param bytes of these batches
 * @param endedTransactions transactions that began there and have ended
 * @param nextStableOffset where the last stable offset would go if that transaction ended
 */
public record Standstill(
    ListedTransaction transaction,
    long records,
    long batches,
    long bytes,
    long endedTransactions,
    long nextStableOffset) {}
