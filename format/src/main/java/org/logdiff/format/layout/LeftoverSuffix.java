package org.logdiff.format.layout;

import java.util.Optional;

/**
 * The suffixes of files that are not (or not yet, or no longer) in use. A running broker has some
 * for a moment; lasting ones are what a crash left over.
 *
 * <p>Source: {@code org.apache.kafka.storage.internals.log.LogFileUtils}, {@code
 * org.apache.kafka.snapshot.Snapshots}, {@code org.apache.kafka.server.common.CheckpointFile},
 * Kafka 4.4.0.
 */
public enum LeftoverSuffix {
  /** To be deleted after {@code file.delete.delay.ms}. */
  DELETED(".deleted"),
  /** Being written by the cleaner or a split; incomplete, thrown away after a crash. */
  CLEANED(".cleaned"),
  /** Complete, about to replace segments; recovery after a crash finishes that. */
  SWAP(".swap"),
  /** A KRaft snapshot being written. */
  PART(".part"),
  /** A small file being written, to be renamed. */
  TMP(".tmp");

  private final String suffix;

  LeftoverSuffix(String suffix) {
    this.suffix = suffix;
  }

  public String suffix() {
    return suffix;
  }

  static Optional<LeftoverSuffix> of(String fileName) {
    for (LeftoverSuffix leftover : values()) {
      if (fileName.endsWith(leftover.suffix)) {
        return Optional.of(leftover);
      }
    }
    return Optional.empty();
  }
}
