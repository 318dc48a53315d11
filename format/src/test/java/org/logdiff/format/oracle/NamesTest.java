package org.logdiff.format.oracle;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.File;
import java.nio.file.Path;
import java.util.Optional;
import java.util.Random;
import org.apache.kafka.common.KafkaException;
import org.apache.kafka.server.common.OffsetAndEpoch;
import org.apache.kafka.snapshot.Snapshots;
import org.apache.kafka.storage.internals.log.LocalLog;
import org.apache.kafka.storage.internals.log.LogFileUtils;
import org.apache.kafka.storage.internals.log.UnifiedLog;
import org.junit.jupiter.api.Test;
import org.logdiff.format.TopicPartition;
import org.logdiff.format.layout.LogFileName;
import org.logdiff.format.layout.LogFileName.Kind;
import org.logdiff.format.layout.PartitionDirectoryName;
import org.logdiff.format.layout.PartitionDirectoryName.State;

/** Names are read as Kafka reads them, and read back as Kafka writes them. */
class NamesTest {
  private static final String[] PIECES = {
    "foo", "-", "-", ".", "0", "12", "-delete", "-future", "-stray", "a.b", " ", "_", "+3"
  };

  @Test
  void partitionDirectoriesAreTakenApartAsKafkaDoes() {
    Random random = new Random(42);
    int parsed = 0;
    for (int i = 0; i < 20_000; i++) {
      StringBuilder name = new StringBuilder();
      for (int piece = 1 + random.nextInt(8); piece > 0; piece--) {
        name.append(PIECES[random.nextInt(PIECES.length)]);
      }
      Optional<TopicPartition> theirs = parsedByKafka(name.toString());
      parsed += theirs.isPresent() ? 1 : 0;
      assertEquals(
          theirs,
          PartitionDirectoryName.parse(name.toString()).map(PartitionDirectoryName::partition),
          name::toString);
    }
    assertTrue(parsed > 500 && parsed < 19_500, parsed + " names parsed");
  }

  private static Optional<TopicPartition> parsedByKafka(String name) {
    try {
      var partition = UnifiedLog.parseTopicPartitionName(new File("/logs", name));
      return Optional.of(new TopicPartition(partition.topic(), partition.partition()));
    } catch (KafkaException | StringIndexOutOfBoundsException e) {
      return Optional.empty();
    }
  }

  @Test
  void directoriesThatKafkaNamesAreReadBack() {
    for (String topic : new String[] {"foo", "a-b.c", "x-delete", "t".repeat(249)}) {
      var partition = new org.apache.kafka.common.TopicPartition(topic, 12);
      check(LocalLog.logDirName(partition), topic, State.CURRENT);
      check(LocalLog.logFutureDirName(partition), topic, State.FUTURE);
      check(LocalLog.logDeleteDirName(partition), topic, State.DELETE);
      check(LocalLog.logStrayDirName(partition), topic, State.STRAY);
    }
  }

  private static void check(String name, String topic, State state) {
    PartitionDirectoryName parsed = PartitionDirectoryName.parse(name).orElseThrow();
    assertEquals(state, parsed.state());
    assertEquals(12, parsed.partition().partition());
    boolean isWhole = parsed.partition().topic().equals(topic);
    assertTrue(
        isWhole || parsed.mayHaveCutTopic() && topic.startsWith(parsed.partition().topic()), name);
  }

  @Test
  void filesThatKafkaNamesAreReadBack() {
    File directory = new File("/logs/foo-0");
    for (long offset : new long[] {0, 1053, Long.MAX_VALUE}) {
      check(LogFileUtils.logFile(directory, offset), Kind.LOG, offset);
      check(LogFileUtils.offsetIndexFile(directory, offset), Kind.OFFSET_INDEX, offset);
      check(LogFileUtils.timeIndexFile(directory, offset), Kind.TIME_INDEX, offset);
      check(LogFileUtils.transactionIndexFile(directory, offset), Kind.TRANSACTION_INDEX, offset);
      check(LogFileUtils.producerSnapshotFile(directory, offset), Kind.PRODUCER_SNAPSHOT, offset);
      for (String suffix :
          new String[] {
            LogFileUtils.DELETED_FILE_SUFFIX,
            LogFileUtils.CLEANED_FILE_SUFFIX,
            LogFileUtils.SWAP_FILE_SUFFIX
          }) {
        File file = LogFileUtils.logFile(directory, offset, suffix);
        LogFileName parsed = LogFileName.parse(file.getName());
        assertEquals(Kind.LOG, parsed.kind());
        assertEquals(LogFileUtils.offsetFromFile(file), parsed.offset().getAsLong());
        assertEquals(suffix, parsed.leftover().orElseThrow().suffix());
      }
    }
  }

  private static void check(File file, Kind kind, long offset) {
    LogFileName parsed = LogFileName.parse(file.getName());
    assertEquals(kind, parsed.kind());
    assertEquals(offset, parsed.offset().getAsLong());
    assertEquals(parsed, LogFileName.of(kind, offset));
    assertTrue(parsed.isInUse());
  }

  @Test
  void kraftSnapshotsAreReadAsKafkaDoes() {
    Path file = Snapshots.snapshotPath(Path.of("/logs"), new OffsetAndEpoch(171, 3));
    LogFileName parsed = LogFileName.parse(file.getFileName().toString());
    assertEquals(Kind.KRAFT_SNAPSHOT, parsed.kind());
    var theirs = Snapshots.parse(file).orElseThrow();
    assertEquals(theirs.snapshotId().offset(), parsed.offset().getAsLong());
    assertEquals(theirs.snapshotId().epoch(), parsed.epoch().getAsInt());
  }
}
