package org.logdiff.analysis.model;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.nio.ByteBuffer;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.Properties;
import java.util.Set;
import org.apache.kafka.common.record.internal.MemoryRecords;
import org.apache.kafka.common.record.internal.RecordBatch;
import org.apache.kafka.common.utils.Time;
import org.apache.kafka.storage.internals.log.CleanerConfig;
import org.apache.kafka.storage.internals.log.LogCleaner;
import org.apache.kafka.storage.internals.log.LogConfig;
import org.apache.kafka.storage.internals.log.LogDirFailureChannel;
import org.apache.kafka.storage.internals.log.LogManager;
import org.apache.kafka.storage.internals.log.ProducerStateManagerConfig;
import org.apache.kafka.storage.internals.log.UnifiedLog;
import org.apache.kafka.storage.log.metrics.BrokerTopicStats;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Questions about brokers on which rules rely, put to Kafka's own classes. */
class BrokerQuestionsOracleTest {
  private static final TopicConfig CONFIG = TopicConfig.standard();
  private static final long LATER_MS = Cluster.START_MS + 100_000;

  @TempDir Path directory;

  /** The range rule relies on it: cleaning leaves entries that no record carries any more. */
  @Test
  void leaderEpochsOutliveTheirRecords() {
    History history =
        History.history("replicas 2 | k=1 | leader 2 | k=2 | leader 1 | k=3 | roll | x=1");
    RealLog log = new RealLog(directory, CONFIG, 0, LATER_MS);
    history.replay().replica(1).batches().stream()
        .filter(batch -> batch.baseOffset() < 3)
        .forEach(log::append);
    log.roll();
    history.replay().replica(1).batches().stream()
        .filter(batch -> batch.baseOffset() >= 3)
        .forEach(log::append);
    log.pass();
    assertEquals(List.of(2, 2), leaderEpochs(log));
    assertEquals(Map.of(0, 0L, 1, 1L, 2, 2L), log.leaderEpochs());
    try (RealLog restarted = log.restarted(true, LATER_MS)) {
      assertEquals(Map.of(0, 0L, 1, 1L, 2, 2L), restarted.leaderEpochs());
    }
  }

  /** So no two replicas must have the same entries: a late follower gets only those of batches. */
  @Test
  void aFollowerOfACleanedLogDoesNotGetThem() {
    try (RealLog follower = new RealLog(directory, CONFIG, 0, LATER_MS)) {
      History.history("replicas 2 | k=1 | leader 2 | k=2 | leader 1 | k=3 | roll | x=1 | fullpass")
          .replay()
          .replica(1)
          .batches()
          .forEach(follower::append);
      assertEquals(Map.of(2, 2L), follower.leaderEpochs());
    }
  }

  private static List<Integer> leaderEpochs(RealLog log) {
    List<Integer> epochs = new ArrayList<>();
    for (byte[] file : log.logFiles().values()) {
      for (RecordBatch batch : MemoryRecords.readableRecords(ByteBuffer.wrap(file)).batches()) {
        epochs.add(batch.partitionLeaderEpoch());
      }
    }
    return epochs;
  }

  /**
   * A truncation below the active segment lowers the cleaner's checkpoint to the base of the
   * segment that is active then; one within the active segment leaves it, for no cleaner was there.
   */
  @ParameterizedTest
  @CsvSource({"5, 4, 3", "4, 4, 3", "3, 4, 3", "1, 4, 0", "4, 3, 3", "1, 0, 0"})
  void aTruncationLowersTheCleanersCheckpoint(long truncatedTo, long checkpoint, long expected)
      throws Exception {
    boolean isBelowActive = truncatedTo < 3;
    assertEquals(
        isBelowActive || checkpoint <= expected ? expected : checkpoint,
        checkpointAfter(
            checkpoint, manager -> manager.truncateTo(Map.of(partition(), truncatedTo), false)));
  }

  /** A follower that is emptied starts at an offset; a checkpoint below that is left. */
  @ParameterizedTest
  @CsvSource({"2, 4, 2", "9, 4, 4"})
  void startingAnewLowersTheCleanersCheckpointOnly(long start, long checkpoint, long expected)
      throws Exception {
    assertEquals(
        expected,
        checkpointAfter(
            checkpoint,
            manager ->
                manager.truncateFullyAndStartAt(partition(), start, false, Optional.empty())));
  }

  private static org.apache.kafka.common.TopicPartition partition() {
    return ReplicaWriter.PARTITION;
  }

  /** Segments at 0 and 3, log end 6. */
  private long checkpointAfter(long checkpoint, java.util.function.Consumer<LogManager> action)
      throws Exception {
    Path file = directory.resolve("cleaner-offset-checkpoint");
    LogManager manager =
        new LogManager(
            List.of(directory.toFile()),
            List.of(),
            resource -> new Properties(),
            new LogConfig(Map.of("cleanup.policy", "compact", "min.cleanable.dirty.ratio", "1.0")),
            // One that sleeps: it would correct a checkpoint beyond the log's end.
            new CleanerConfig(1, 4 << 20, 0.9, 1 << 20, 1 << 20, 1e9, 3_600_000, true),
            1,
            1000,
            1000,
            1000,
            1000,
            1000,
            new ProducerStateManagerConfig(1000, false),
            1000,
            new IdleScheduler(),
            new BrokerTopicStats(),
            new LogDirFailureChannel(1),
            Time.SYSTEM,
            false,
            0,
            LogCleaner::new);
    manager.startup(Set.of());
    try {
      UnifiedLog log = manager.getOrCreateLog(partition(), Optional.of(ReplicaWriter.TOPIC_ID));
      for (ModelBatch batch :
          History.history("replicas 1 | a=1 b=1 c=1 d=1 e=1 f=1").replay().replica(1).batches()) {
        if (batch.baseOffset() == 3) {
          log.roll();
        }
        log.appendAsFollower(MemoryRecords.readableRecords(ByteBuffer.wrap(batch.encoded())), 0);
      }
      log.updateHighWatermark(log.logEndOffset());
      Files.writeString(file, "0\n1\nfoo 0 " + checkpoint + "\n");
      action.accept(manager);
    } finally {
      manager.shutdown();
    }
    String[] lines = Files.readString(file).strip().split("\n");
    return Long.parseLong(lines[2].split(" ")[2]);
  }

  /** From wherever a fetch starts, whole batches come, as the leader has them, empty ones too. */
  @ParameterizedTest
  @CsvSource({"1", "100", "1000000"})
  void aFetchStartsWithTheBatchThatHoldsItsOffset(int fetchBytes) {
    History history =
        History.history(
            "p1: protocol 1 | [a=1 b=1 c=1] | p1: begin [d=1 e=1] commit | [a=2 f=1] | d=2 e=2 | roll | [x=1 y=1]"
                + " | fullpass");
    List<ModelBatch> batches = history.replay().replica(1).batches();
    assertTrue(batches.stream().anyMatch(ModelBatch::isEmpty));
    try (RealLog log = new RealLog(directory, CONFIG, 0, LATER_MS)) {
      batches.forEach(log::append);
      for (long offset = 0; offset < log.logEndOffset(); offset++) {
        long from = offset;
        OptionalLong expected =
            batches.stream()
                .filter(batch -> batch.lastOffset() >= from)
                .mapToLong(ModelBatch::baseOffset)
                .findFirst();
        List<RecordBatch> fetched = log.fetch(offset, fetchBytes);
        assertEquals(expected.getAsLong(), fetched.get(0).baseOffset(), "from " + offset);
        for (RecordBatch batch : fetched) {
          assertTrue(
              batches.stream()
                  .anyMatch(
                      b ->
                          b.baseOffset() == batch.baseOffset()
                              && b.lastOffset() == batch.lastOffset()),
              batch::toString);
          batch.ensureValid();
        }
      }
    }
  }
}
