package org.logdiff.format.oracle;

import static org.junit.jupiter.api.Assertions.assertDoesNotThrow;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;
import java.util.OptionalLong;
import java.util.TreeMap;
import org.apache.kafka.storage.internals.checkpoint.PartitionMetadataFile;
import org.apache.kafka.storage.internals.log.CorruptSnapshotException;
import org.apache.kafka.storage.internals.log.LogDirFailureChannel;
import org.apache.kafka.storage.internals.log.ProducerStateEntry;
import org.apache.kafka.storage.internals.log.ProducerStateManager;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.logdiff.format.Decoded;
import org.logdiff.format.Mutants;
import org.logdiff.format.checkpoint.LeaderEpochCheckpoint;
import org.logdiff.format.checkpoint.OffsetCheckpoint;
import org.logdiff.format.checkpoint.PartitionMetadata;
import org.logdiff.format.snapshot.ProducerSnapshot;

/**
 * Every cut and every flipped bit: what we take for intact Kafka reads too, and as we do. (We see
 * more than Kafka does in text files, which have no checksum.)
 */
class DamagedFilesTest {
  @TempDir Path directory;
  private Path file;

  @BeforeEach
  void name() {
    file = directory.resolve("file");
  }

  private Path write(byte[] bytes) {
    try {
      return Files.write(file, bytes);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  @Test
  void kafkaAcceptsJustTheSnapshotsThatWeFindIntact() throws IOException {
    Map<Long, ProducerStateEntry> entries = new TreeMap<>();
    entries.put(7L, new ProducerStateEntry(7, (short) 3, 1, 1000, OptionalLong.of(55)));
    entries.put(8L, new ProducerStateEntry(8, (short) 0, -1, 2000, OptionalLong.empty()));
    ProducerStateManager.writeSnapshot(file.toFile(), entries, false);
    byte[] intact = Files.readAllBytes(file);
    assertTrue(ProducerSnapshot.decode(intact).isIntact());
    assertTrue(isAccepted(intact));
    Mutants.all(
        intact,
        mutant -> assertEquals(isAccepted(mutant), ProducerSnapshot.decode(mutant).isIntact()));
  }

  private boolean isAccepted(byte[] snapshot) {
    write(snapshot);
    try {
      ProducerStateManager.readSnapshot(file.toFile());
      return true;
    } catch (CorruptSnapshotException e) {
      return false;
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  @Test
  void leaderEpochs() {
    Mutants.all(
        "0\n3\n0 0\n3 1057\n14 20000\n".getBytes(StandardCharsets.UTF_8),
        mutant -> {
          Decoded<LeaderEpochCheckpoint> ours = LeaderEpochCheckpoint.decode(mutant);
          if (ours.isIntact()) {
            assertEquals(
                assertDoesNotThrow(() -> KafkaOracle.readLeaderEpochs(write(mutant))),
                ours.value().orElseThrow().entries());
          }
        });
  }

  @Test
  void offsets() {
    Mutants.all(
        "0\n2\nfoo 0 1053\n__consumer_offsets 12 0\n".getBytes(StandardCharsets.UTF_8),
        mutant -> {
          Decoded<OffsetCheckpoint> ours = OffsetCheckpoint.decode(mutant);
          if (ours.isIntact()) {
            assertEquals(
                assertDoesNotThrow(() -> KafkaOracle.readOffsets(write(mutant))),
                ours.value().orElseThrow().offsets());
          }
        });
  }

  @Test
  void partitionMetadata() {
    Mutants.all(
        "version: 0\ntopic_id: c0qhth5BTCiYb1kfZt6KVw".getBytes(StandardCharsets.UTF_8),
        mutant -> {
          Decoded<PartitionMetadata> ours = PartitionMetadata.decode(mutant);
          if (ours.isIntact()) {
            var theirs =
                new PartitionMetadataFile(write(mutant).toFile(), new LogDirFailureChannel(1))
                    .read();
            assertEquals(theirs.topicId().toString(), ours.value().orElseThrow().topicId() + "");
          }
        });
  }
}
