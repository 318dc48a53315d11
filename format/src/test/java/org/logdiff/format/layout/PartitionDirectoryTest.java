package org.logdiff.format.layout;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.logdiff.format.DamageKind;
import org.logdiff.format.KafkaUuid;
import org.logdiff.format.TopicPartition;
import org.logdiff.format.checkpoint.EpochEntry;
import org.logdiff.format.checkpoint.LeaderEpochCheckpoint;
import org.logdiff.format.disk.DirectoryEntry;
import org.logdiff.format.disk.ReadOnlyFile;

class PartitionDirectoryTest {
  private static final List<String> NAMES =
      List.of(
          "00000000000000000000.index",
          "00000000000000000000.log",
          "00000000000000000000.timeindex",
          "00000000000000000000.txnindex",
          "00000000000000001053.index",
          "00000000000000001053.log",
          "00000000000000001053.log.cleaned",
          "00000000000000001053.index.cleaned",
          "00000000000000001053.snapshot",
          "00000000000000001057.snapshot",
          "00000000000000000009.snapshot.deleted",
          "00000000000000000500.log.deleted",
          "00000000000000000500.timeindex.deleted",
          "00000000000000000020.log.deleted",
          "00000000000000000700.index",
          "00000000000000000800.index.swap",
          "00000000000000000171-0000000003.checkpoint",
          "00000000000000000171-0000000003-99.checkpoint.part",
          "leader-epoch-checkpoint",
          "leader-epoch-checkpoint.tmp",
          "partition.metadata",
          "quorum-state",
          "notes.txt");

  @TempDir Path parent;
  private Path path;

  @BeforeEach
  void createDirectory() throws IOException {
    path = Files.createDirectory(parent.resolve("foo-0"));
    for (String name : NAMES) {
      Files.createFile(path.resolve(name));
    }
    Files.createDirectory(path.resolve("00000000000000002000.log"));
    Files.writeString(path.resolve("leader-epoch-checkpoint"), "0\n1\n0 0\n");
    Files.writeString(
        path.resolve("partition.metadata"), "version: 0\ntopic_id: c0qhth5BTCiYb1kfZt6KVw");
  }

  private PartitionDirectory list() throws IOException {
    return PartitionDirectory.list(path).orElseThrow();
  }

  private static List<String> names(List<LogFile> files) {
    return files.stream().map(LogFile::toString).toList();
  }

  private static Stream<String> names(SegmentFiles segment) {
    return Stream.of(
            Optional.of(segment.log()),
            segment.offsetIndex(),
            segment.timeIndex(),
            segment.transactionIndex())
        .flatMap(Optional::stream)
        .map(LogFile::toString);
  }

  @Test
  void findsSegmentsInOrderWithTheirSiblings() throws IOException {
    List<SegmentFiles> segments = list().segments();
    assertEquals(List.of(0L, 1053L), segments.stream().map(SegmentFiles::baseOffset).toList());
    assertEquals(
        List.of(
            "00000000000000000000.log",
            "00000000000000000000.index",
            "00000000000000000000.timeindex",
            "00000000000000000000.txnindex"),
        names(segments.get(0)).toList());
    assertEquals(
        List.of("00000000000000001053.log", "00000000000000001053.index"),
        names(segments.get(1)).toList());
  }

  @Test
  void findsLeftoverSegmentsBySuffix() throws IOException {
    List<SegmentFiles> leftovers = list().leftoverSegments();
    assertEquals(
        List.of(
            "00000000000000000020.log.deleted",
            "00000000000000000500.log.deleted",
            "00000000000000000500.timeindex.deleted",
            "00000000000000001053.log.cleaned",
            "00000000000000001053.index.cleaned"),
        leftovers.stream().flatMap(PartitionDirectoryTest::names).toList());
    assertEquals(Optional.of(LeftoverSuffix.DELETED), leftovers.get(0).leftover());
    assertEquals(Optional.of(LeftoverSuffix.CLEANED), leftovers.get(2).leftover());
  }

  @Test
  void findsTheRest() throws IOException {
    PartitionDirectory directory = list();
    assertEquals(
        List.of("00000000000000001053.snapshot", "00000000000000001057.snapshot"),
        names(directory.producerSnapshots()));
    assertEquals(
        List.of("00000000000000000171-0000000003.checkpoint"), names(directory.kraftSnapshots()));
    assertEquals(List.of("00000000000000000700.index"), names(directory.orphanIndexes()));
    assertEquals(
        List.of(
            "00000000000000000009.snapshot.deleted",
            "00000000000000000171-0000000003-99.checkpoint.part",
            "00000000000000000800.index.swap",
            "leader-epoch-checkpoint.tmp"),
        names(directory.leftoverFiles()));
    assertEquals(
        List.of("00000000000000002000.log", "notes.txt"),
        directory.unrecognised().stream().map(DirectoryEntry::name).toList());
  }

  @Test
  void everyEntryIsInExactlyOneGroup() throws IOException {
    PartitionDirectory directory = list();
    List<String> grouped = new ArrayList<>();
    directory.segments().forEach(segment -> names(segment).forEach(grouped::add));
    directory.leftoverSegments().forEach(segment -> names(segment).forEach(grouped::add));
    grouped.addAll(names(directory.producerSnapshots()));
    grouped.addAll(names(directory.kraftSnapshots()));
    grouped.addAll(names(directory.stateFiles()));
    grouped.addAll(names(directory.orphanIndexes()));
    grouped.addAll(names(directory.leftoverFiles()));
    directory.unrecognised().forEach(entry -> grouped.add(entry.name()));
    assertEquals(
        directory.entries().stream().map(DirectoryEntry::name).toList(),
        grouped.stream().sorted().toList());
    assertEquals(NAMES.size() + 1, grouped.size());
  }

  @Test
  void readsSmallFiles() throws IOException {
    PartitionDirectory directory = list();
    assertEquals(
        KafkaUuid.parse("c0qhth5BTCiYb1kfZt6KVw"),
        directory.partitionMetadata().value().map(metadata -> metadata.topicId()));
    SmallFile<LeaderEpochCheckpoint> epochs = directory.leaderEpochs();
    assertEquals(SmallFile.Presence.PRESENT, epochs.presence());
    assertEquals(List.of(new EpochEntry(0, 0)), epochs.value().orElseThrow().entries());
    assertEquals(List.of(), epochs.damages());
  }

  @Test
  void readsProducerSnapshots() throws IOException {
    LogFile file = list().producerSnapshots().get(0);
    assertEquals(
        DamageKind.TRUNCATED,
        PartitionDirectory.readProducerSnapshot(file).damages().get(0).kind());
    Files.delete(file.path());
    assertEquals(
        SmallFile.Presence.VANISHED, PartitionDirectory.readProducerSnapshot(file).presence());
  }

  @Test
  void aFileThatIsNotListedIsAbsent() throws IOException {
    Files.delete(path.resolve("leader-epoch-checkpoint"));
    SmallFile<LeaderEpochCheckpoint> epochs = list().leaderEpochs();
    assertEquals(SmallFile.Presence.ABSENT, epochs.presence());
    assertEquals(path.resolve("leader-epoch-checkpoint"), epochs.path());
    assertEquals(Optional.empty(), epochs.value());
    assertEquals(List.of(), epochs.damages());
  }

  @Test
  void aFileThatGoesAfterTheListingHasVanished() throws IOException {
    PartitionDirectory directory = list();
    LogFile log = directory.segments().get(0).log();
    try (ReadOnlyFile open = log.open().orElseThrow()) {
      assertEquals(log.path(), open.path());
    }
    Files.delete(path.resolve("partition.metadata"));
    Files.delete(log.path());
    assertEquals(SmallFile.Presence.VANISHED, directory.partitionMetadata().presence());
    assertEquals(Optional.empty(), log.open());
  }

  @Test
  void aDirectoryThatIsNotThereIsEmpty() throws IOException {
    assertEquals(Optional.empty(), PartitionDirectory.list(parent.resolve("foo-1")));
    assertEquals(Optional.empty(), PartitionDirectory.list(path.resolve("notes.txt")));
  }

  @Test
  void noticesThatTheSetOfFilesChanged() throws IOException {
    PartitionDirectory before = list();
    assertTrue(before.isSameListing(list()));
    Files.createFile(path.resolve("00000000000000003000.log"));
    PartitionDirectory after = list();
    assertFalse(before.isSameListing(after));
    Files.write(path.resolve("00000000000000003000.log"), new byte[61]);
    assertFalse(after.isSameListing(list()));
  }

  @Test
  void knowsItsNameIfABrokerGaveIt() throws IOException {
    assertEquals(
        Optional.of(new TopicPartition("foo", 0)),
        list().name().map(PartitionDirectoryName::partition));
    Path copy = Files.createDirectory(parent.resolve("copy"));
    assertEquals(Optional.empty(), PartitionDirectory.list(copy).orElseThrow().name());
  }
}
