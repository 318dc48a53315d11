package org.logdiff.format.layout;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.OptionalLong;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.logdiff.format.DamageKind;
import org.logdiff.format.TopicPartition;
import org.logdiff.format.checkpoint.OffsetCheckpoint;
import org.logdiff.format.disk.DirectoryEntry;

class LogDirectoryTest {
  private static final TopicPartition FOO_2 = new TopicPartition("foo", 2);
  private static final String FOO_2_DELETED = "foo-2.0123456789abcdef0123456789abcdef-delete";

  @TempDir Path path;

  @BeforeEach
  void createDirectory() throws IOException {
    for (String name :
        List.of("foo-10", "foo-2", FOO_2_DELETED, "remote-log-index-cache", "lost+found")) {
      Files.createDirectory(path.resolve(name));
    }
    Files.writeString(path.resolve("meta.properties"), "version=1\nnode.id=4\ncluster.id=c\n");
    Files.writeString(path.resolve("cleaner-offset-checkpoint"), "");
    Files.writeString(path.resolve("replication-offset-checkpoint"), "0\n1\nfoo 2 7\n");
    Files.writeString(path.resolve("recovery-point-offset-checkpoint"), "0\n1\nfoo 2 8\n");
    Files.writeString(path.resolve("log-start-offset-checkpoint"), "1\n0\n");
    Files.writeString(path.resolve("replication-offset-checkpoint.tmp"), "");
    Files.writeString(path.resolve(".lock"), "");
    Files.writeString(path.resolve(".kafka_cleanshutdown"), "{\"version\":0,\"brokerEpoch\":5}");
    Files.writeString(path.resolve("bar-0"), "a file, not a directory");
  }

  private LogDirectory list() throws IOException {
    return LogDirectory.list(path).orElseThrow();
  }

  private static List<String> names(List<DirectoryEntry> entries) {
    return entries.stream().map(DirectoryEntry::name).toList();
  }

  @Test
  void findsPartitionsInOrder() throws IOException {
    assertEquals(
        List.of("foo-2", FOO_2_DELETED, "foo-10"),
        list().partitions().stream().map(PartitionDirectoryName::name).toList());
    assertEquals(
        List.of(PartitionDirectoryName.State.CURRENT, PartitionDirectoryName.State.DELETE),
        list().partitions(FOO_2).stream().map(PartitionDirectoryName::state).toList());
  }

  @Test
  void everyEntryIsInExactlyOneGroup() throws IOException {
    LogDirectory directory = list();
    assertEquals(
        List.of(
            ".kafka_cleanshutdown",
            ".lock",
            "cleaner-offset-checkpoint",
            "log-start-offset-checkpoint",
            "meta.properties",
            "recovery-point-offset-checkpoint",
            "remote-log-index-cache",
            "replication-offset-checkpoint",
            "replication-offset-checkpoint.tmp"),
        names(directory.brokerFiles()));
    assertEquals(List.of("bar-0", "lost+found"), names(directory.unrecognised()));
    assertEquals(
        directory.entries().size(),
        directory.partitions().size()
            + directory.brokerFiles().size()
            + directory.unrecognised().size());
  }

  @Test
  void readsSmallFiles() throws IOException {
    LogDirectory directory = list();
    assertTrue(directory.hasMetaProperties());
    assertEquals(OptionalInt.of(4), directory.metaProperties().value().orElseThrow().nodeId());
    assertEquals(
        OptionalLong.of(5), directory.cleanShutdownMarker().value().orElseThrow().brokerEpoch());
    assertEquals(OptionalLong.empty(), offset(OffsetCheckpoint.Kind.CLEANER));
    assertEquals(OptionalLong.of(7), offset(OffsetCheckpoint.Kind.HIGH_WATERMARK));
    assertEquals(OptionalLong.of(8), offset(OffsetCheckpoint.Kind.RECOVERY_POINT));
    assertEquals(
        DamageKind.VERSION,
        directory.offsetCheckpoint(OffsetCheckpoint.Kind.LOG_START).damages().get(0).kind());
  }

  private OptionalLong offset(OffsetCheckpoint.Kind kind) throws IOException {
    return list().offsetCheckpoint(kind).value().orElseThrow().offset(FOO_2);
  }

  @Test
  void tellsAbsentFromVanished() throws IOException {
    Files.delete(path.resolve(".kafka_cleanshutdown"));
    LogDirectory directory = list();
    Files.delete(path.resolve("meta.properties"));
    assertEquals(SmallFile.Presence.ABSENT, directory.cleanShutdownMarker().presence());
    assertEquals(SmallFile.Presence.VANISHED, directory.metaProperties().presence());
    assertFalse(list().hasMetaProperties());
  }

  @Test
  void aPartitionMayVanishToo() throws IOException {
    LogDirectory directory = list();
    PartitionDirectoryName name = directory.partitions(FOO_2).get(0);
    assertEquals(path.resolve("foo-2"), directory.partition(name).orElseThrow().path());
    Files.delete(path.resolve("foo-2"));
    assertEquals(Optional.empty(), directory.partition(name));
  }

  @Test
  void aDirectoryThatIsNotThereIsEmpty() throws IOException {
    assertEquals(Optional.empty(), LogDirectory.list(path.resolve("none")));
    assertEquals(Optional.empty(), LogDirectory.list(path.resolve("meta.properties")));
  }
}
