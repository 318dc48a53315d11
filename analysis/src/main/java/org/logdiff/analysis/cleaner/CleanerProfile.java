package org.logdiff.analysis.cleaner;

import java.util.Optional;

/**
 * What differs between the cleaners of Kafka's versions. Everything else is the same in 3.9.1,
 * 4.2.1 and 4.4.0.
 */
public enum CleanerProfile {
  /** Read from {@code kafka.log.Cleaner} (LogCleaner.scala), 3.9.1. */
  V3_9("3.9", "3.9 and before", false),
  /** Read from {@code org.apache.kafka.storage.internals.log.Cleaner}; 4.0.x. */
  V4_0("4.0", "4.0", false),
  /** Read from {@code org.apache.kafka.storage.internals.log.Cleaner}, 4.2.1. */
  V4_1("4.1", "4.1 to 4.3", true),
  /** Read from {@code org.apache.kafka.storage.internals.log.Cleaner}, 4.4.0. */
  V4_4("4.4", "4.4", true);

  private final String id;
  private final String versions;
  private final boolean convertsLegacy;

  CleanerProfile(String id, String versions, boolean convertsLegacy) {
    this.id = id;
    this.versions = versions;
    this.convertsLegacy = convertsLegacy;
  }

  /** As given on the command line. */
  public String id() {
    return id;
  }

  /** The brokers it speaks for. */
  public String versions() {
    return versions;
  }

  /** Whether messages of magic 0 and 1 are rewritten as magic 2. */
  boolean convertsLegacy() {
    return convertsLegacy;
  }

  /**
   * Whether a batch is kept, even emptied, so that the log's end is not lost with its records.
   *
   * @param nextOffset after the batch
   */
  boolean carriesLogEnd(long nextOffset, long firstUncleanableOffset, long highWatermark) {
    return switch (this) {
      case V3_9 -> false;
      case V4_0, V4_1 -> nextOffset == firstUncleanableOffset;
      case V4_4 -> nextOffset == highWatermark;
    };
  }

  /** The profile of a version such as {@code 4.2} or {@code 4.2.1}; empty for what is none. */
  public static Optional<CleanerProfile> of(String version) {
    String[] parts = version.split("\\.", -1);
    if (parts.length < 2 || parts.length > 3) {
      return Optional.empty();
    }
    int major;
    int minor;
    try {
      major = Integer.parseUnsignedInt(parts[0]);
      minor = Integer.parseUnsignedInt(parts[1]);
      if (parts.length == 3) {
        Integer.parseUnsignedInt(parts[2]);
      }
    } catch (NumberFormatException e) {
      return Optional.empty();
    }
    if (major > 4 || major == 4 && minor >= 4) {
      return Optional.of(V4_4);
    }
    if (major < 4) {
      return Optional.of(V3_9);
    }
    return Optional.of(minor == 0 ? V4_0 : V4_1);
  }
}
