package org.logdiff.analysis.replica;

import java.nio.file.Path;
import org.logdiff.format.TopicPartition;

/**
 * Where a replica is to be read from.
 *
 * @param name to be shown
 * @param directory the partition's directory
 */
public record ReplicaSource(String name, LogDir logDir, Path directory, TopicPartition partition) {}
