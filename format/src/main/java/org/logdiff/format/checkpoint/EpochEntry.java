package org.logdiff.format.checkpoint;

/**
 * Where a leader epoch begins in a log.
 *
 * @param epoch the leader's epoch
 * @param startOffset log offset of its first record; a leader notes it before it has written one
 */
public record EpochEntry(int epoch, long startOffset) {}
