package org.logdiff.analysis.model;

import java.io.File;
import java.io.IOException;
import java.io.RandomAccessFile;
import java.io.UncheckedIOException;
import java.nio.ByteBuffer;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.apache.kafka.common.TopicPartition;
import org.apache.kafka.common.Uuid;
import org.apache.kafka.common.message.AbortedTxn;
import org.apache.kafka.common.record.internal.MemoryRecords;
import org.apache.kafka.storage.internals.checkpoint.LeaderEpochCheckpointFile;
import org.apache.kafka.storage.internals.checkpoint.PartitionMetadataFile;
import org.apache.kafka.storage.internals.log.EpochEntry;
import org.apache.kafka.storage.internals.log.LogConfig;
import org.apache.kafka.storage.internals.log.LogDirFailureChannel;
import org.apache.kafka.storage.internals.log.LogFileUtils;
import org.apache.kafka.storage.internals.log.LogSegment;
import org.apache.kafka.storage.internals.log.ProducerStateEntry;
import org.apache.kafka.storage.internals.log.ProducerStateManager;

/**
 * Writes replicas as data directories that their brokers could have left, with Kafka's own classes:
 * {@code kafka1/foo-0/...}, {@code kafka2/foo-0/...}, each with the files of the log dir around it.
 */
public final class ReplicaWriter {

  /** The partition that every history is about. */
  public static final TopicPartition PARTITION = new TopicPartition("foo", 0);

  /** Its topic id on every replica. */
  public static final Uuid TOPIC_ID = new Uuid(0x666f6fL, 1);

  static final int INDEX_BYTES = 65536;
  private static final int OFFSET_INDEX_ENTRY_BYTES = 8;
  private static final int TIME_INDEX_ENTRY_BYTES = 12;

  private static final LogConfig CONFIG =
      new LogConfig(Map.of("segment.index.bytes", Integer.toString(INDEX_BYTES)));

  private final Path parent;
  private final LogDirFailureChannel failures = new LogDirFailureChannel(1);

  private final BatchEncoding encoding;

  private ReplicaWriter(Path parent, BatchEncoding encoding) {
    this.parent = parent;
    this.encoding = encoding;
  }

  /** Writes each replica; returns their log dirs in the order of node ids. */
  public static List<Path> write(Aftermath aftermath, Path parent) {
    return write(aftermath, parent, BatchEncoding.MAGIC_2);
  }

  /** Writes each replica, with batches encoded so; returns their log dirs by node id. */
  public static List<Path> write(Aftermath aftermath, Path parent, BatchEncoding encoding) {
    return aftermath.replicas().stream().map(replica -> write(replica, parent, encoding)).toList();
  }

  /** Writes one replica; returns its log dir. */
  public static Path write(ReplicaState replica, Path parent) {
    return write(replica, parent, BatchEncoding.MAGIC_2);
  }

  private static Path write(ReplicaState replica, Path parent, BatchEncoding encoding) {
    try {
      return new ReplicaWriter(parent, encoding).write(replica);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  private Path write(ReplicaState replica) throws IOException {
    Path logDir = parent.resolve("kafka" + replica.nodeId());
    Path partitionDir = Files.createDirectories(logDir.resolve(PARTITION.toString()));
    for (SegmentState segment : replica.segments()) {
      writeSegment(partitionDir.toFile(), replica, segment);
    }
    if (!replica.cleanlyStopped()) {
      preallocateIndexes(partitionDir, lastSegment(replica));
    }
    for (Map.Entry<Long, List<ProducerEntry>> snapshot : replica.snapshots().entrySet()) {
      File file = LogFileUtils.producerSnapshotFile(partitionDir.toFile(), snapshot.getKey());
      ProducerStateManager.writeSnapshot(file, entries(snapshot.getValue()), false);
    }
    new LeaderEpochCheckpointFile(
            LeaderEpochCheckpointFile.newFile(partitionDir.toFile()), failures)
        .write(
            replica.leaderEpochs().entrySet().stream()
                .map(epoch -> new EpochEntry(epoch.getKey(), epoch.getValue()))
                .toList());
    PartitionMetadataFile metadata =
        new PartitionMetadataFile(PartitionMetadataFile.newFile(partitionDir.toFile()), failures);
    metadata.record(TOPIC_ID);
    metadata.maybeFlush();
    new LogDirWriter(logDir, failures).write(replica);
    return logDir;
  }

  private static SegmentState lastSegment(ReplicaState replica) {
    return replica.segments().get(replica.segments().size() - 1);
  }

  private void writeSegment(File partitionDir, ReplicaState replica, SegmentState segment)
      throws IOException {
    try (LogSegment file =
        LogSegment.open(
            partitionDir,
            segment.baseOffset(),
            CONFIG,
            new FixedTime(Cluster.START_MS),
            INDEX_BYTES,
            false)) {
      for (ModelBatch batch : segment.batches()) {
        file.append(
            batch.lastOffset(),
            MemoryRecords.readableRecords(ByteBuffer.wrap(encoding.encode(replica, batch))));
      }
      for (AbortedTransaction aborted : segment.abortedTransactions()) {
        file.txnIndex()
            .append(
                new AbortedTxn()
                    .setProducerId(aborted.producerId())
                    .setFirstOffset(aborted.firstOffset())
                    .setLastOffset(aborted.lastOffset())
                    .setLastStableOffset(aborted.lastStableOffset()));
      }
      file.onBecomeInactiveSegment();
    }
  }

  /** As long as a segment is written to, its indexes are preallocated with zeros. */
  private static void preallocateIndexes(Path partitionDir, SegmentState active)
      throws IOException {
    File dir = partitionDir.toFile();
    long baseOffset = active.baseOffset();
    setLength(LogFileUtils.offsetIndexFile(dir, baseOffset), OFFSET_INDEX_ENTRY_BYTES);
    setLength(LogFileUtils.timeIndexFile(dir, baseOffset), TIME_INDEX_ENTRY_BYTES);
  }

  private static void setLength(File index, int entryBytes) throws IOException {
    try (RandomAccessFile file = new RandomAccessFile(index, "rw")) {
      file.setLength(INDEX_BYTES / entryBytes * (long) entryBytes);
    }
  }

  private static Map<Long, ProducerStateEntry> entries(List<ProducerEntry> producers) {
    Map<Long, ProducerStateEntry> entries = new TreeMap<>();
    producers.forEach(
        producer -> entries.put(producer.producerId(), KafkaProducerState.entry(producer)));
    return entries;
  }
}
