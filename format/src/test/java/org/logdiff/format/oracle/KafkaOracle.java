package org.logdiff.format.oracle;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.OptionalInt;
import java.util.OptionalLong;
import java.util.Properties;
import java.util.SortedMap;
import java.util.TreeMap;
import org.apache.kafka.common.protocol.ByteBufferAccessor;
import org.apache.kafka.metadata.properties.PropertiesUtils;
import org.apache.kafka.storage.internals.checkpoint.CleanShutdownFileHandler;
import org.apache.kafka.storage.internals.checkpoint.LeaderEpochCheckpointFile;
import org.apache.kafka.storage.internals.checkpoint.OffsetCheckpointFile;
import org.apache.kafka.storage.internals.checkpoint.PartitionMetadataFile;
import org.apache.kafka.storage.internals.log.LogDirFailureChannel;
import org.apache.kafka.storage.internals.log.ProducerStateManager;
import org.logdiff.format.Decoded;
import org.logdiff.format.TopicPartition;
import org.logdiff.format.checkpoint.CleanShutdownMarker;
import org.logdiff.format.checkpoint.EpochEntry;
import org.logdiff.format.checkpoint.LeaderEpochCheckpoint;
import org.logdiff.format.checkpoint.MetaProperties;
import org.logdiff.format.checkpoint.OffsetCheckpoint;
import org.logdiff.format.checkpoint.PartitionMetadata;
import org.logdiff.format.index.AbortedTxn;
import org.logdiff.format.index.OffsetIndex;
import org.logdiff.format.index.OffsetIndexEntry;
import org.logdiff.format.index.OffsetIndexLookup;
import org.logdiff.format.index.TimeIndex;
import org.logdiff.format.index.TimeIndexEntry;
import org.logdiff.format.index.TransactionIndex;
import org.logdiff.format.snapshot.ProducerEntry;
import org.logdiff.format.snapshot.ProducerSnapshot;

/**
 * Compares what we read in a file with what Kafka's own classes read in it, field by field. Kafka
 * may create and change files, so it only ever gets a copy.
 */
final class KafkaOracle {
  private final Path scratch;

  /**
   * @param scratch an empty directory for copies
   */
  KafkaOracle(Path scratch) {
    this.scratch = scratch;
  }

  void offsetIndex(Path file, long baseOffset) throws IOException {
    OffsetIndex ours = value(OffsetIndex.read(file));
    try (var theirs =
            new org.apache.kafka.storage.internals.log.OffsetIndex(
                copy(file).toFile(), baseOffset, -1, false);
        OffsetIndexLookup lookup = OffsetIndexLookup.open(file)) {
      assertEquals(theirs.entries(), ours.entryCount() + ours.preallocatedCount());
      assertEquals(ours.entryCount(), lookup.entryCount());
      assertEquals(ours.preallocatedCount(), lookup.preallocatedCount());
      for (int i = 0; i < ours.entryCount(); i++) {
        OffsetIndexEntry entry = ours.entry(i);
        assertEquals(theirs.entry(i).offset(), entry.offset(baseOffset));
        assertEquals(theirs.entry(i).position(), entry.position());
        assertEquals(entry, lookup.entry(i).orElseThrow());
      }
      if (ours.preallocatedCount() == 0) {
        compareLookups(theirs, ours, lookup, baseOffset);
      }
    }
  }

  private static void compareLookups(
      org.apache.kafka.storage.internals.log.OffsetIndex theirs,
      OffsetIndex ours,
      OffsetIndexLookup lookup,
      long baseOffset)
      throws IOException {
    // Kafka answers a miss with the base offset at position 0.
    OffsetIndexEntry start = new OffsetIndexEntry(0, 0);
    for (OffsetIndexEntry entry : ours.entries()) {
      for (int delta = -1; delta <= 1; delta++) {
        int relativeOffset = entry.relativeOffset() + delta;
        var their = theirs.lookup(baseOffset + relativeOffset);
        OffsetIndexEntry expected =
            new OffsetIndexEntry((int) (their.offset() - baseOffset), their.position());
        assertEquals(expected, ours.floor(relativeOffset).orElse(start));
        assertEquals(expected, lookup.floor(relativeOffset).orElse(start));
      }
    }
  }

  void timeIndex(Path file, long baseOffset) throws IOException {
    TimeIndex ours = value(TimeIndex.read(file));
    try (var theirs =
        new org.apache.kafka.storage.internals.log.TimeIndex(
            copy(file).toFile(), baseOffset, -1, false)) {
      assertEquals(theirs.entries(), ours.entryCount() + ours.preallocatedCount());
      for (int i = 0; i < ours.entryCount(); i++) {
        TimeIndexEntry entry = ours.entry(i);
        assertEquals(theirs.entry(i).timestamp(), entry.timestamp());
        assertEquals(theirs.entry(i).offset(), entry.offset(baseOffset));
      }
    }
  }

  void transactionIndex(Path file, long baseOffset) throws IOException {
    TransactionIndex ours = value(TransactionIndex.read(file));
    try (var theirs =
        new org.apache.kafka.storage.internals.log.TransactionIndex(
            baseOffset, copy(file).toFile())) {
      List<AbortedTxn> expected =
          theirs.allAbortedTxns().stream()
              .map(
                  txn ->
                      new AbortedTxn(
                          (short) 0,
                          txn.producerId(),
                          txn.firstOffset(),
                          txn.lastOffset(),
                          txn.lastStableOffset()))
              .toList();
      assertEquals(expected, ours.entries());
      assertEquals(List.of(), ours.unrecognised());
    }
  }

  void producerSnapshot(Path file) throws IOException {
    ProducerSnapshot ours = value(ProducerSnapshot.read(file));
    Path copy = copy(file);
    assertEquals(
        ProducerStateManager.readSnapshot(copy.toFile()).size(), ours.producerEntries().size());
    ByteBuffer bytes = ByteBuffer.wrap(Files.readAllBytes(copy));
    short version = bytes.getShort();
    var theirs =
        new org.apache.kafka.server.log.remote.metadata.storage.generated.ProducerSnapshot(
            new ByteBufferAccessor(bytes), version);
    assertEquals(version, ours.version());
    assertEquals(theirs.crc(), ours.crc());
    assertEquals(
        theirs.producerEntries().stream()
            .map(
                entry ->
                    new ProducerEntry(
                        entry.producerId(),
                        entry.epoch(),
                        entry.lastSequence(),
                        entry.lastOffset(),
                        entry.offsetDelta(),
                        entry.timestamp(),
                        entry.coordinatorEpoch(),
                        entry.currentTxnFirstOffset()))
            .toList(),
        ours.producerEntries());
  }

  void leaderEpochs(Path file) throws IOException {
    assertEquals(readLeaderEpochs(copy(file)), value(LeaderEpochCheckpoint.read(file)).entries());
  }

  /** What Kafka reads; throws if it refuses the file. */
  static List<EpochEntry> readLeaderEpochs(Path copy) throws IOException {
    return new LeaderEpochCheckpointFile(copy.toFile(), new LogDirFailureChannel(1))
        .read().stream().map(entry -> new EpochEntry(entry.epoch(), entry.startOffset())).toList();
  }

  void offsetCheckpoint(Path file) throws IOException {
    assertEquals(readOffsets(copy(file)), value(OffsetCheckpoint.read(file)).offsets());
  }

  /** What Kafka reads; throws if it refuses the file. */
  static SortedMap<TopicPartition, Long> readOffsets(Path copy) throws IOException {
    SortedMap<TopicPartition, Long> offsets = new TreeMap<>();
    new OffsetCheckpointFile(copy.toFile(), new LogDirFailureChannel(1))
        .read()
        .forEach(
            (partition, offset) ->
                offsets.put(new TopicPartition(partition.topic(), partition.partition()), offset));
    return offsets;
  }

  void partitionMetadata(Path file) throws IOException {
    var theirs = new PartitionMetadataFile(copy(file).toFile(), new LogDirFailureChannel(1)).read();
    PartitionMetadata ours = value(PartitionMetadata.read(file));
    assertEquals(theirs.version(), ours.version());
    assertEquals(theirs.topicId().toString(), ours.topicId().toString());
  }

  void metaProperties(Path file) throws IOException {
    Properties properties = PropertiesUtils.readPropertiesFile(copy(file).toString());
    var theirs =
        new org.apache.kafka.metadata.properties.MetaProperties.Builder(properties).build();
    MetaProperties ours = value(MetaProperties.read(file));
    assertEquals(theirs.version().number(), ours.version());
    assertEquals(theirs.nodeId(), ours.nodeId());
    assertEquals(theirs.clusterId(), ours.clusterId());
    assertEquals(
        theirs.directoryId().map(Object::toString), ours.directoryId().map(Object::toString));
    assertEquals(Map.copyOf(properties), Map.copyOf(ours.properties()));
  }

  void cleanShutdownMarker(Path file) throws IOException {
    OptionalLong theirs = new CleanShutdownFileHandler(copy(file).getParent().toString()).read();
    CleanShutdownMarker ours = value(CleanShutdownMarker.read(file));
    assertEquals(theirs, ours.brokerEpoch());
    assertEquals(theirs.isPresent() ? OptionalInt.of(0) : OptionalInt.empty(), ours.version());
  }

  private Path copy(Path file) throws IOException {
    Path directory = Files.createTempDirectory(scratch, "copy");
    return Files.copy(file, directory.resolve(file.getFileName()));
  }

  private static <T> T value(Decoded<T> decoded) {
    assertTrue(decoded.isIntact(), () -> decoded.damages().toString());
    return decoded.value().orElseThrow();
  }
}
