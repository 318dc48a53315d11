package org.logdiff.analysis.model;

/**
 * An entry of a transaction index.
 *
 * @param lastOffset of the ABORT
 */
public record AbortedTransaction(
    long producerId, long firstOffset, long lastOffset, long lastStableOffset) {

  AbortedTransaction shifted(long offsets) {
    return new AbortedTransaction(
        producerId, firstOffset + offsets, lastOffset + offsets, lastStableOffset + offsets);
  }
}
