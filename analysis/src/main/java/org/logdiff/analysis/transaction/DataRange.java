package org.logdiff.analysis.transaction;

/**
 * A transactional data batch, on all replicas together.
 *
 * @param mask replicas that have it, even emptied
 * @param reducedMask of these, those on which some of its records are gone
 * @param lastTimestamp milliseconds
 */
public record DataRange(
    long firstOffset, long lastOffset, int mask, int reducedMask, long lastTimestamp) {}
