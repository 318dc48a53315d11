package org.logdiff.analysis.model;

import java.io.File;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.ByteBuffer;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.FileTime;
import java.security.DigestException;
import java.security.NoSuchAlgorithmException;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ConcurrentMap;
import java.util.stream.Collectors;
import org.apache.kafka.common.TopicPartition;
import org.apache.kafka.common.record.internal.MemoryRecords;
import org.apache.kafka.common.record.internal.RecordBatch;
import org.apache.kafka.server.storage.log.FetchIsolation;
import org.apache.kafka.storage.internals.log.Cleaner;
import org.apache.kafka.storage.internals.log.CleanerStats;
import org.apache.kafka.storage.internals.log.LogCleanerManager;
import org.apache.kafka.storage.internals.log.LogConfig;
import org.apache.kafka.storage.internals.log.LogDirFailureChannel;
import org.apache.kafka.storage.internals.log.LogFileUtils;
import org.apache.kafka.storage.internals.log.LogSegment;
import org.apache.kafka.storage.internals.log.LogStartOffsetIncrementReason;
import org.apache.kafka.storage.internals.log.LogToClean;
import org.apache.kafka.storage.internals.log.PreCleanStats;
import org.apache.kafka.storage.internals.log.ProducerStateManager;
import org.apache.kafka.storage.internals.log.ProducerStateManagerConfig;
import org.apache.kafka.storage.internals.log.SkimpyOffsetMap;
import org.apache.kafka.storage.internals.log.UnifiedLog;
import org.apache.kafka.storage.internals.utils.Throttler;
import org.apache.kafka.storage.log.metrics.BrokerTopicStats;

/** A log of Kafka's own, with Kafka's own cleaner, in a directory. */
final class RealLog implements AutoCloseable {

  private static final TopicPartition PARTITION = ReplicaWriter.PARTITION;
  private static final int INDEX_BYTES = 1024;
  private static final int BUFFER_BYTES = 64 * 1024;
  private static final int BYTES_PER_KEY = 24;
  private static final int MANY_KEYS = 4096;

  private final Path logDirPath;
  private final TopicConfig config;
  private final FixedTime time;
  private final File logDir;
  private final UnifiedLog log;
  private final LogCleanerManager manager;
  private final Cleaner cleaner;
  private boolean rollDue;

  /** Opens what the directory holds after a clean stop, or begins a log at the given start. */
  RealLog(Path logDir, TopicConfig config, long logStartOffset, long nowMs) {
    this(logDir, config, logStartOffset, 0, true, nowMs);
  }

  private RealLog(
      Path logDir,
      TopicConfig config,
      long logStartOffset,
      long recoveryPoint,
      boolean stoppedCleanly,
      long nowMs) {
    this.logDirPath = logDir;
    this.config = config;
    this.time = new FixedTime(nowMs);
    this.logDir = logDir.toFile();
    LogDirFailureChannel failures = new LogDirFailureChannel(1);
    try {
      Path partitionDir = Files.createDirectories(logDir.resolve(PARTITION.toString()));
      log =
          UnifiedLog.create(
              partitionDir.toFile(),
              logConfig(config),
              logStartOffset,
              recoveryPoint,
              new IdleScheduler(),
              new BrokerTopicStats(),
              time,
              Integer.MAX_VALUE,
              new ProducerStateManagerConfig((int) config.producerIdExpirationMs(), false),
              Integer.MAX_VALUE,
              failures,
              stoppedCleanly,
              Optional.of(ReplicaWriter.TOPIC_ID));
      log.updateHighWatermark(log.logEndOffset());
      ConcurrentMap<TopicPartition, UnifiedLog> logs = new ConcurrentHashMap<>();
      logs.put(PARTITION, log);
      manager = new LogCleanerManager(List.of(this.logDir), logs, failures);
      int keys = Math.min(config.keysPerPass(), MANY_KEYS);
      cleaner =
          new Cleaner(
              0,
              new SkimpyOffsetMap(keys * BYTES_PER_KEY),
              BUFFER_BYTES,
              BUFFER_BYTES,
              1.0,
              new Throttler(Double.MAX_VALUE, Long.MAX_VALUE, "throttler", "entries", time),
              time,
              partition -> {});
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    } catch (NoSuchAlgorithmException e) {
      throw new IllegalStateException(e);
    }
  }

  private static LogConfig logConfig(TopicConfig config) {
    return new LogConfig(
        Map.of(
            "cleanup.policy", "compact,delete",
            "retention.ms", "-1",
            "min.cleanable.dirty.ratio", "0.0",
            "delete.retention.ms", Long.toString(config.deleteRetentionMs()),
            "min.compaction.lag.ms", Long.toString(config.minCompactionLagMs()),
            "internal.segment.bytes", Integer.toString(config.segmentBytes()),
            "segment.ms", Long.toString(Long.MAX_VALUE),
            "segment.index.bytes", Integer.toString(INDEX_BYTES)));
  }

  /** Stops, or dies, and starts again at that time; this object is of no use afterwards. */
  RealLog restarted(boolean stopsCleanly, long nowMs) {
    long logStartOffset = log.logStartOffset();
    long logEndOffset = log.logEndOffset();
    long activeBaseOffset = log.activeSegment().baseOffset();
    if (stopsCleanly) {
      log.prepareActiveSegmentForClose();
    }
    close();
    if (!stopsCleanly && logEndOffset > activeBaseOffset) {
      try {
        Files.delete(LogFileUtils.producerSnapshotFile(log.dir(), logEndOffset).toPath());
      } catch (IOException e) {
        throw new UncheckedIOException(e);
      }
    }
    RealLog restarted =
        new RealLog(logDirPath, config, logStartOffset, activeBaseOffset, stopsCleanly, nowMs);
    restarted.rollDue = rollDue;
    return restarted;
  }

  /** The offsets of the producer snapshots in the directory. */
  Set<Long> snapshotOffsets() {
    try {
      return ProducerStateManager.listSnapshotFiles(log.dir()).stream()
          .map(file -> file.offset)
          .collect(Collectors.toCollection(TreeSet::new));
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  void setTime(long nowMs) {
    time.set(nowMs);
  }

  void append(ModelBatch batch) {
    try {
      if (rollDue) {
        rollAt(batch.baseOffset());
      }
      log.appendAsFollower(
          MemoryRecords.readableRecords(ByteBuffer.wrap(batch.encoded().clone())),
          batch.header().leaderEpoch());
      log.updateHighWatermark(log.logEndOffset());
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  void rollWithNextAppend() {
    rollDue = true;
  }

  void roll() {
    rollAt(log.logEndOffset());
  }

  private void rollAt(long offset) {
    rollDue = false;
    try {
      if (log.activeSegment().baseOffset() < log.logEndOffset()) {
        log.roll(Optional.of(offset));
      }
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  void advanceLogStart(long offset) {
    log.maybeIncrementLogStartOffset(offset, LogStartOffsetIncrementReason.ClientRecordDeletion);
    try {
      log.deleteOldSegments();
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  /** The whole batches of a follower's fetch. */
  List<RecordBatch> fetch(long offset, int maxBytes) {
    try {
      List<RecordBatch> batches = new ArrayList<>();
      log.read(offset, maxBytes, FetchIsolation.LOG_END, true)
          .records
          .batches()
          .forEach(batches::add);
      return batches;
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  void expireProducers() {
    log.removeExpiredProducers(time.milliseconds());
  }

  /** A pass, if the broker would make one. */
  void pass() {
    try {
      makeEmptySegmentsOld();
      Optional<LogToClean> toClean = manager.grabFilthiestCompactedLog(time, new PreCleanStats());
      if (toClean.isPresent()) {
        Map.Entry<Long, CleanerStats> result = cleaner.clean(toClean.get());
        manager.doneCleaning(PARTITION, logDir, result.getKey());
      }
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    } catch (DigestException e) {
      throw new IllegalStateException(e);
    }
  }

  /** The age of an empty segment is that of its file, by a clock that is not ours. */
  private void makeEmptySegmentsOld() throws IOException {
    for (LogSegment segment : log.logSegments()) {
      if (segment.size() == 0) {
        Files.setLastModifiedTime(segment.log().file().toPath(), FileTime.fromMillis(0));
      }
    }
  }

  void forgetCheckpoint() {
    manager.updateCheckpoints(logDir, Optional.empty(), Optional.of(PARTITION));
  }

  OptionalLong cleanerCheckpoint() {
    Long checkpoint = manager.allCleanerCheckpoints().get(PARTITION);
    return checkpoint == null ? OptionalLong.empty() : OptionalLong.of(checkpoint);
  }

  long logStartOffset() {
    return log.logStartOffset();
  }

  long logEndOffset() {
    return log.logEndOffset();
  }

  long lastStableOffset() {
    return log.lastStableOffset();
  }

  /** The log files' bytes by base offset. */
  Map<Long, byte[]> logFiles() {
    Map<Long, byte[]> files = new TreeMap<>();
    for (LogSegment segment : log.logSegments()) {
      ByteBuffer bytes = ByteBuffer.allocate(segment.size());
      try {
        segment.log().readInto(bytes, 0);
      } catch (IOException e) {
        throw new UncheckedIOException(e);
      }
      files.put(segment.baseOffset(), bytes.array());
    }
    return files;
  }

  /** The transaction indexes by base offset of their segments. */
  Map<Long, List<AbortedTransaction>> abortedTransactions() {
    Map<Long, List<AbortedTransaction>> indexes = new TreeMap<>();
    for (LogSegment segment : log.logSegments()) {
      indexes.put(
          segment.baseOffset(),
          segment.txnIndex().allAbortedTxns().stream()
              .map(
                  aborted ->
                      new AbortedTransaction(
                          aborted.producerId(),
                          aborted.firstOffset(),
                          aborted.lastOffset(),
                          aborted.lastStableOffset()))
              .toList());
    }
    return indexes;
  }

  List<ProducerEntry> producers() {
    return new TreeMap<>(log.producerStateManager().activeProducers())
        .values().stream().map(KafkaProducerState::entry).toList();
  }

  Map<Integer, Long> leaderEpochs() {
    Map<Integer, Long> epochs = new TreeMap<>();
    log.leaderEpochCache()
        .epochEntries()
        .forEach(entry -> epochs.put(entry.epoch(), entry.startOffset()));
    return epochs;
  }

  @Override
  public void close() {
    manager.removeMetrics();
    log.close();
  }
}
