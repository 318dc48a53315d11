package org.logdiff.samples.capture;

import java.io.File;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ConcurrentMap;
import org.apache.kafka.common.TopicPartition;
import org.apache.kafka.common.utils.Time;
import org.apache.kafka.server.util.KafkaScheduler;
import org.apache.kafka.storage.internals.log.Cleaner;
import org.apache.kafka.storage.internals.log.CleanerStats;
import org.apache.kafka.storage.internals.log.LogCleanerManager;
import org.apache.kafka.storage.internals.log.LogConfig;
import org.apache.kafka.storage.internals.log.LogDirFailureChannel;
import org.apache.kafka.storage.internals.log.LogToClean;
import org.apache.kafka.storage.internals.log.PreCleanStats;
import org.apache.kafka.storage.internals.log.ProducerStateManagerConfig;
import org.apache.kafka.storage.internals.log.SkimpyOffsetMap;
import org.apache.kafka.storage.internals.log.UnifiedLog;
import org.apache.kafka.storage.internals.utils.Throttler;
import org.apache.kafka.storage.log.metrics.BrokerTopicStats;

/**
 * The cleaner of this program's Kafka, at work on the log of a stopped broker of an older release,
 * as after an upgrade of that broker.
 */
final class OfflineCleaner {
  private static final int MAP_BYTES = 1 << 20;
  private static final int BUFFER_BYTES = 1 << 20;

  private OfflineCleaner() {}

  /** One pass over all segments but the active one; tombstones stay. */
  static void clean(Path logDirectory, TopicPartition partition) throws Exception {
    File logDir = logDirectory.toFile();
    LogDirFailureChannel failures = new LogDirFailureChannel(1);
    KafkaScheduler scheduler = new KafkaScheduler(1);
    scheduler.startup();
    try (UnifiedLog log =
        UnifiedLog.create(
            new File(logDir, partition.toString()),
            config(),
            0,
            0,
            scheduler,
            new BrokerTopicStats(),
            Time.SYSTEM,
            Integer.MAX_VALUE,
            new ProducerStateManagerConfig(86400000, false),
            Integer.MAX_VALUE,
            failures,
            true,
            Optional.empty())) {
      log.updateHighWatermark(log.logEndOffset());
      ConcurrentMap<TopicPartition, UnifiedLog> logs = new ConcurrentHashMap<>();
      logs.put(partition, log);
      LogCleanerManager manager = new LogCleanerManager(List.of(logDir), logs, failures);
      LogToClean wanted =
          manager.grabFilthiestCompactedLog(Time.SYSTEM, new PreCleanStats()).orElseThrow();
      Map.Entry<Long, CleanerStats> cleaned = cleaner().clean(wanted);
      manager.doneCleaning(partition, logDir, cleaned.getKey());
      manager.removeMetrics();
    } finally {
      scheduler.shutdown();
    }
  }

  private static Cleaner cleaner() throws Exception {
    return new Cleaner(
        0,
        new SkimpyOffsetMap(MAP_BYTES),
        BUFFER_BYTES,
        BUFFER_BYTES,
        1.0,
        new Throttler(Double.MAX_VALUE, Long.MAX_VALUE, "throttler", "entries", Time.SYSTEM),
        Time.SYSTEM,
        partition -> {});
  }

  private static LogConfig config() {
    return new LogConfig(
        Map.of(
            "cleanup.policy", "compact",
            "min.cleanable.dirty.ratio", "0.0",
            "segment.ms", Long.toString(Long.MAX_VALUE),
            "segment.index.bytes", "8192",
            "file.delete.delay.ms", "0"));
  }
}
