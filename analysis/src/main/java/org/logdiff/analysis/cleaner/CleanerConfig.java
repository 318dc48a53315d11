package org.logdiff.analysis.cleaner;

import org.logdiff.analysis.config.ConfigKey;
import org.logdiff.analysis.config.ReplicaConfig;

/**
 * The settings that decide what a pass does. In Kafka's words, with its units.
 *
 * @param compacted whether {@code cleanup.policy} holds {@code compact}
 * @param deleteRetentionMs {@code delete.retention.ms}
 * @param minCleanableDirtyRatio {@code min.cleanable.dirty.ratio}
 * @param minCompactionLagMs {@code min.compaction.lag.ms}
 * @param maxCompactionLagMs {@code max.compaction.lag.ms}
 * @param segmentBytes {@code segment.bytes}
 * @param segmentIndexBytes {@code segment.index.bytes}
 * @param indexIntervalBytes {@code index.interval.bytes}
 * @param producerIdExpirationMs {@code producer.id.expiration.ms} (broker)
 * @param dedupeBufferBytes of one cleaner thread: {@code log.cleaner.dedupe.buffer.size} divided by
 *     {@code log.cleaner.threads} (broker)
 * @param dedupeBufferLoadFactor {@code log.cleaner.io.buffer.load.factor} (broker)
 */
public record CleanerConfig(
    boolean compacted,
    long deleteRetentionMs,
    double minCleanableDirtyRatio,
    long minCompactionLagMs,
    long maxCompactionLagMs,
    int segmentBytes,
    int segmentIndexBytes,
    int indexIntervalBytes,
    long producerIdExpirationMs,
    long dedupeBufferBytes,
    double dedupeBufferLoadFactor) {
  /** Bytes of a slot of Kafka's key map: an MD5 and an offset. */
  static final int BYTES_PER_SLOT = 16 + Long.BYTES;

  /** Kafka's defaults, but that the topic is compacted. Source: {@code LogConfig}, 4.4.0. */
  public static final CleanerConfig DEFAULTS =
      new CleanerConfig(
          true,
          86_400_000L,
          0.5,
          0,
          Long.MAX_VALUE,
          1 << 30,
          10 << 20,
          4096,
          86_400_000L,
          128L << 20,
          0.9);

  /** As far as a pass depends on it. */
  public static CleanerConfig of(ReplicaConfig config) {
    long threads = Math.max(1, config.longValue(ConfigKey.LOG_CLEANER_THREADS));
    return new CleanerConfig(
        config.isCompacted(),
        config.longValue(ConfigKey.DELETE_RETENTION_MS),
        config.doubleValue(ConfigKey.MIN_CLEANABLE_DIRTY_RATIO),
        config.longValue(ConfigKey.MIN_COMPACTION_LAG_MS),
        config.longValue(ConfigKey.MAX_COMPACTION_LAG_MS),
        (int) config.longValue(ConfigKey.SEGMENT_BYTES),
        (int) config.longValue(ConfigKey.SEGMENT_INDEX_BYTES),
        (int) config.longValue(ConfigKey.INDEX_INTERVAL_BYTES),
        config.longValue(ConfigKey.PRODUCER_ID_EXPIRATION_MS),
        config.longValue(ConfigKey.LOG_CLEANER_DEDUPE_BUFFER_SIZE) / threads,
        config.doubleValue(ConfigKey.LOG_CLEANER_IO_BUFFER_LOAD_FACTOR));
  }

  /** The same, but that any dirt is enough for a pass. */
  CleanerConfig alwaysDirtyEnough() {
    return new CleanerConfig(
        compacted,
        deleteRetentionMs,
        0,
        minCompactionLagMs,
        maxCompactionLagMs,
        segmentBytes,
        segmentIndexBytes,
        indexIntervalBytes,
        producerIdExpirationMs,
        dedupeBufferBytes,
        dedupeBufferLoadFactor);
  }

  /**
   * How many keys a pass takes before its map is full: slots times load factor, rounded down.
   * Source: {@code SkimpyOffsetMap}, {@code Cleaner.buildOffsetMapForSegment}.
   */
  public long keysPerPass() {
    long slots = Math.min(dedupeBufferBytes, Integer.MAX_VALUE) / BYTES_PER_SLOT;
    return (int) (slots * dedupeBufferLoadFactor);
  }
}
