package org.logdiff.oracle;

import java.io.File;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.LongUnaryOperator;
import kafka.log.Cleaner;
import kafka.log.CleanerStats;
import kafka.log.LogCleanerManager;
import kafka.log.LogToClean;
import kafka.log.PreCleanStats;
import kafka.log.UnifiedLog;
import kafka.server.BrokerTopicStats;
import kafka.utils.Pool;
import org.apache.kafka.common.TopicPartition;
import org.apache.kafka.storage.internals.log.LogConfig;
import org.apache.kafka.storage.internals.log.LogDirFailureChannel;
import org.apache.kafka.storage.internals.log.LogOffsetsListener;
import org.apache.kafka.storage.internals.log.ProducerStateManagerConfig;
import org.apache.kafka.storage.internals.log.SkimpyOffsetMap;
import org.apache.kafka.storage.internals.utils.Throttler;
import scala.Option;
import scala.Tuple2;
import scala.jdk.javaapi.CollectionConverters;
import scala.runtime.BoxedUnit;

/**
 * The log cleaner of Kafka 3.9, over one partition. Seen from outside as types of the JDK only,
 * since it lives in a class loader of its own.
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
    Map<String, String> settings = new HashMap<>(config);
    settings.put("segment.bytes", settings.remove("internal.segment.bytes"));
    log =
        UnifiedLog.apply(
            new File(logDir, topic + "-" + partition),
            new LogConfig(settings),
            logStartOffset,
            activeBaseOffset,
            new NoTasks(),
            new BrokerTopicStats(false),
            clock,
            Integer.MAX_VALUE,
            new ProducerStateManagerConfig(producerIdExpirationMs, false),
            Integer.MAX_VALUE,
            failures,
            hasSnapshot,
            Option.empty(),
            true,
            new ConcurrentHashMap<>(),
            false,
            LogOffsetsListener.NO_OP_OFFSETS_LISTENER);
    log.updateHighWatermark(log.logEndOffset());
    Pool<TopicPartition, UnifiedLog> logs = new Pool<>(Option.empty());
    logs.put(this.partition, log);
    manager =
        new LogCleanerManager(
            CollectionConverters.asScala(List.of(this.logDir)).toSeq(), logs, failures);
    cleaner =
        new Cleaner(
            0,
            new SkimpyOffsetMap(dedupeBufferBytes),
            ioBufferBytes,
            MAX_MESSAGE_BYTES,
            loadFactor,
            new Throttler(Double.MAX_VALUE, Long.MAX_VALUE, "throttler", "entries", clock),
            clock,
            each -> BoxedUnit.UNIT);
  }

  /**
   * Makes a pass, if the broker would.
   *
   * @param nowMs time of the pass
   * @return the new checkpoint, or -1 if there was no pass
   */
  @Override
  public long applyAsLong(long nowMs) {
    clock.set(nowMs);
    log.removeExpiredProducers(nowMs);
    Option<LogToClean> toClean = manager.grabFilthiestCompactedLog(clock, new PreCleanStats());
    if (toClean.isEmpty()) {
      return -1;
    }
    Tuple2<Object, CleanerStats> result = cleaner.clean(toClean.get());
    long checkpoint = (long) result._1();
    manager.doneCleaning(partition, logDir, checkpoint);
    return checkpoint;
  }

  @Override
  public void close() {
    log.close();
  }
}
