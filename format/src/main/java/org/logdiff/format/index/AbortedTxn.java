package org.logdiff.format.index;

/**
 * An entry of a transaction index: an aborted transaction whose ABORT lies in this segment.
 *
 * @param version 0
 * @param producerId whose transaction it was
 * @param firstOffset log offset of the transaction's first batch
 * @param lastOffset log offset of the ABORT
 * @param lastStableOffset of the log when the ABORT was appended: the first offset of the oldest
 *     other transaction then open, else the offset after the ABORT
 */
public record AbortedTxn(
    short version, long producerId, long firstOffset, long lastOffset, long lastStableOffset) {}
