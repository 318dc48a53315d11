package org.logdiff.oracle;

import java.io.File;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ConcurrentMap;
import java.util.function.LongUnaryOperator;
import org.apache.kafka.common.TopicPartition;
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
 * The log cleaner of the Kafka on the class path, over one partition. Seen from outside as types of
 * the JDK only, since it lives in a class loader of its own.
 */
public final class KafkaCleaner implements LongUnaryOperator, AutoCloseable {
  private static final int MAX_MESSAGE_BYTES = 1 << 20;

  private final TopicPartition partition;
  private final File logDir;
  private final StoppedClock clock;
  private final UnifiedLog log;
  private final LogCleanerManager manager;
  private final Cleaner cleaner;

  /**
   * Opens a log: from its newest producer snapshot as after a clean stop, or without one as after a
   * kill, with nothing to recover but the active segment.
   *
   * @param config of the topic; segment.bytes as internal.segment.bytes
   * @param dedupeBufferBytes of the key map
   */
  public KafkaCleaner(
      String logDir,
      String topic,
      int partition,
      Map<String, String> config,
      long logStartOffset,
      long activeBaseOffset,
      boolean hasSnapshot,
      int producerIdExpirationMs,
      int dedupeBufferBytes,
      double loadFactor,
      int ioBufferBytes,
      long nowMs)
      throws Exception {
    this.partition = new TopicPartition(topic, partition);
    this.logDir = new File(logDir);
    clock = new StoppedClock(nowMs);
    LogDirFailureChannel failures = new LogDirFailureChannel(1);
    log =
        UnifiedLog.create(
            new File(logDir, topic + "-" + partition),
            new LogConfig(new HashMap<>(config)),
            logStartOffset,
            activeBaseOffset,
            new NoTasks(),
            new BrokerTopicStats(),
            clock,
            Integer.MAX_VALUE,
            new ProducerStateManagerConfig(producerIdExpirationMs, false),
            Integer.MAX_VALUE,
            failures,
            hasSnapshot,
            Optional.empty());
    log.updateHighWatermark(log.logEndOffset());
    ConcurrentMap<TopicPartition, UnifiedLog> logs = new ConcurrentHashMap<>();
    logs.put(this.partition, log);
    manager = new LogCleanerManager(List.of(this.logDir), logs, failures);
    cleaner =
        new Cleaner(
            0,
            new SkimpyOffsetMap(dedupeBufferBytes),
            ioBufferBytes,
            MAX_MESSAGE_BYTES,
            loadFactor,
            new Throttler(Double.MAX_VALUE, Long.MAX_VALUE, "throttler", "entries", clock),
            clock,
            each -> {});
  }

  /**
   * Makes a pass, if the broker would.
   *
   * @param nowMs time of the pass
   * @return the new checkpoint, or -1 if there was no pass
   */
  @Override
  public long applyAsLong(long nowMs) {
    try {
      clock.set(nowMs);
      log.removeExpiredProducers(nowMs);
      Optional<LogToClean> toClean = manager.grabFilthiestCompactedLog(clock, new PreCleanStats());
      if (toClean.isEmpty()) {
        return -1;
      }
      Map.Entry<Long, CleanerStats> result = cleaner.clean(toClean.get());
      manager.doneCleaning(partition, logDir, result.getKey());
      return result.getKey();
    } catch (Exception e) {
      throw new IllegalStateException(e);
    }
  }

  @Override
  public void close() {
    manager.removeMetrics();
    log.close();
  }
}
