package org.logdiff.analysis.check;

import java.nio.file.Path;
import java.util.Optional;
import java.util.Set;
import org.logdiff.analysis.replica.Replica;

/**
 * What findings about one replica, or one log dir, speak of.
 *
 * @param name of the broker, to be shown
 * @param nodeId empty without meta.properties
 * @param partition as in {@code foo-0}; of a log dir its files as a whole
 * @param topicId null if unknown
 * @param replica null for a log dir
 * @param damagedFiles indexes, snapshots and checkpoints that contradict themselves
 */
record CheckContext(
    String name,
    Optional<Integer> nodeId,
    String partition,
    String topicId,
    Replica replica,
    Set<Path> damagedFiles) {
  CheckContext {
    damagedFiles = Set.copyOf(damagedFiles);
  }

  static CheckContext of(
      Replica replica, String partition, String topicId, Set<Path> damagedFiles) {
    return new CheckContext(
        replica.name(), replica.nodeId(), partition, topicId, replica, damagedFiles);
  }

  static CheckContext ofLogDir(String name, Optional<Integer> nodeId) {
    return new CheckContext(name, nodeId, "log dir", null, null, Set.of());
  }

  /** Whether a segment is the one that is appended to; of a part of a replica none need be. */
  boolean isActive(int segment) {
    return replica.segments().get(segment).extent().nextBaseOffset() == Long.MAX_VALUE;
  }

  /** Whether a small file is damaged by itself; then its content is not held against the log. */
  boolean isDamaged(Path file) {
    return damagedFiles.contains(file);
  }
}
