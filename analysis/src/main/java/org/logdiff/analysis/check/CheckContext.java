package org.logdiff.analysis.check;

import java.nio.file.Path;
import java.util.Set;
import org.logdiff.analysis.replica.Replica;

/**
 * What all findings about one replica speak of.
 *
 * @param partition as in {@code foo-0}
 * @param topicId null if unknown
 * @param damagedFiles indexes, snapshots and checkpoints that contradict themselves
 */
record CheckContext(String partition, String topicId, Replica replica, Set<Path> damagedFiles) {
  CheckContext {
    damagedFiles = Set.copyOf(damagedFiles);
  }

  /** Whether a small file is damaged by itself; then its content is not held against the log. */
  boolean isDamaged(Path file) {
    return damagedFiles.contains(file);
  }
}
