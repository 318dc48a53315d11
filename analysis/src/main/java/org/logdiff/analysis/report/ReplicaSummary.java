package org.logdiff.analysis.report;

import java.nio.file.Path;

/**
 * One replica of a partition. What is unknown is null.
 *
 * @param name the shortest distinct tail of the directory given
 * @param directory the partition's directory
 * @param nodeId from meta.properties
 * @param logStartOffset from the checkpoint, or the first segment's base offset
 * @param logEndOffset the offset after the last batch
 * @param highWatermark as stored in replication-offset-checkpoint
 * @param lastStableOffset as its broker would compute it if it led alone
 * @param cleanedTo first dirty offset of cleaner-offset-checkpoint
 * @param bytes of the {@code .log} files
 * @param beyondStable what lies at or above the last stable offset; null where that is the log end
 */
public record ReplicaSummary(
    String name,
    Path directory,
    Integer nodeId,
    Long logStartOffset,
    Long logEndOffset,
    Long highWatermark,
    Long lastStableOffset,
    Long cleanedTo,
    int segments,
    long bytes,
    long damagedBytes,
    BeyondStable beyondStable) {}
