package org.logdiff.analysis.transaction.listing;

import java.nio.file.Path;
import java.util.Optional;
import java.util.OptionalLong;

/**
 * The replica whose transactions are listed.
 *
 * @param directory the partition's directory
 * @param nodeId from meta.properties
 * @param lastStableOffset as its broker would compute it if it led alone
 * @param consumersStopAt the offset that all consumers ask for in vain because bytes there are
 *     damaged or not decoded; empty if they can go on
 * @param storedHighWatermark from replication-offset-checkpoint
 * @param bytes of the {@code .log} files
 */
public record ListedReplica(
    String name,
    Path directory,
    Optional<Integer> nodeId,
    long logStartOffset,
    long logEndOffset,
    long lastStableOffset,
    OptionalLong consumersStopAt,
    OptionalLong storedHighWatermark,
    int segments,
    long bytes) {}
