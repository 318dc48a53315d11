package org.logdiff.analysis.model;

import java.util.Set;

/**
 * The settings that decide how a partition is cleaned.
 *
 * @param segmentBytes largest size of a group of segments that are cleaned into one
 * @param keysPerPass how many keys the cleaner's map takes before it is full
 * @param bugs of the cleaner, none for Kafka of today
 */
public record TopicConfig(
    long deleteRetentionMs,
    long minCompactionLagMs,
    int segmentBytes,
    int keysPerPass,
    long producerIdExpirationMs,
    CleanerProfile profile,
    Set<OldCleanerBug> bugs) {

  public TopicConfig {
    bugs = Set.copyOf(bugs);
  }

  public TopicConfig(
      long deleteRetentionMs,
      long minCompactionLagMs,
      int segmentBytes,
      int keysPerPass,
      long producerIdExpirationMs,
      CleanerProfile profile) {
    this(
        deleteRetentionMs,
        minCompactionLagMs,
        segmentBytes,
        keysPerPass,
        producerIdExpirationMs,
        profile,
        Set.of());
  }

  /** The same with a cleaner that has a bug. */
  public TopicConfig withBug(OldCleanerBug bug) {
    return new TopicConfig(
        deleteRetentionMs,
        minCompactionLagMs,
        segmentBytes,
        keysPerPass,
        producerIdExpirationMs,
        profile,
        Set.of(bug));
  }

  private static final long ONE_DAY_MS = 86_400_000;

  /** Delete retention of one second, everything else as Kafka 4.4 has it by default. */
  public static TopicConfig standard() {
    return new TopicConfig(1000, 0, 1 << 30, Integer.MAX_VALUE, ONE_DAY_MS, CleanerProfile.V4_4);
  }

  public TopicConfig withProfile(CleanerProfile newProfile) {
    return new TopicConfig(
        deleteRetentionMs,
        minCompactionLagMs,
        segmentBytes,
        keysPerPass,
        producerIdExpirationMs,
        newProfile,
        bugs);
  }

  public TopicConfig withMinCompactionLagMs(long lagMs) {
    return new TopicConfig(
        deleteRetentionMs, lagMs, segmentBytes, keysPerPass, producerIdExpirationMs, profile, bugs);
  }

  public TopicConfig withSegmentBytes(int bytes) {
    return new TopicConfig(
        deleteRetentionMs,
        minCompactionLagMs,
        bytes,
        keysPerPass,
        producerIdExpirationMs,
        profile,
        bugs);
  }

  public TopicConfig withKeysPerPass(int keys) {
    return new TopicConfig(
        deleteRetentionMs,
        minCompactionLagMs,
        segmentBytes,
        keys,
        producerIdExpirationMs,
        profile,
        bugs);
  }
}
