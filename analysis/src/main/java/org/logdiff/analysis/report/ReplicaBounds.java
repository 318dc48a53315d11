package org.logdiff.analysis.report;

/**
 * Up to where nothing on a replica needs a tombstone or an end marker any more (docs/semantics.md,
 * 8). Both offsets are exclusive.
 *
 * @param replica as the comparison describes it
 * @param maxCleanlyCompactedOffset MCCO: below it every key occurs at most once
 * @param maxTransactionFreeOffset MXFO: below it no transactional data and no open transaction is
 *     left
 * @param isHidden whether something that could not be read may lie at the bounds; then they are the
 *     lowest that they can be
 */
public record ReplicaBounds(
    ReplicaSummary replica,
    long maxCleanlyCompactedOffset,
    long maxTransactionFreeOffset,
    boolean isHidden) {}
