package org.logdiff.format.oracle;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.DynamicTest;
import org.junit.jupiter.api.TestFactory;
import org.junit.jupiter.api.io.TempDir;
import org.logdiff.format.checkpoint.OffsetCheckpoint;
import org.logdiff.format.layout.LogDirectory;
import org.logdiff.format.layout.LogFile;
import org.logdiff.format.layout.PartitionDirectory;
import org.logdiff.format.layout.PartitionDirectoryName;
import org.logdiff.format.layout.SegmentFiles;

/**
 * Every index, snapshot and checkpoint that a real broker left is read as Kafka reads it, is intact
 * and has a name that is recognised.
 */
class CapturedFilesTest {
  @TempDir Path temporary;

  @TestFactory
  List<DynamicTest> filesOfTheSamples() throws IOException {
    List<Path> captured = DataDirectories.captured();
    if (captured.isEmpty()) {
      return List.of(DataDirectories.skipped("no samples are captured in this checkout"));
    }
    return captured.stream().map(sample -> test(sample.getFileName(), List.of(sample))).toList();
  }

  @TestFactory
  List<DynamicTest> filesOfTheCorpus() throws IOException {
    List<Path> archives = DataDirectories.corpus();
    if (archives.isEmpty()) {
      return List.of(
          DataDirectories.skipped(
              "no corpus on this machine; -D" + DataDirectories.CORPUS_PROPERTY + " names one"));
    }
    List<DynamicTest> tests = new ArrayList<>();
    for (Path archive : archives) {
      Path target = Files.createTempDirectory(temporary, "corpus");
      tests.add(test(archive.getFileName(), DataDirectories.unpack(archive, target)));
    }
    return tests;
  }

  private DynamicTest test(Path name, List<Path> cases) {
    return DynamicTest.dynamicTest(
        name.toString(),
        () -> {
          for (Path captured : cases) {
            List<Path> logDirs = DataDirectories.logDirs(captured);
            assertTrue(!logDirs.isEmpty(), () -> "no log dirs in " + captured);
            for (Path logDir : logDirs) {
              compare(logDir);
            }
          }
        });
  }

  private void compare(Path logDir) throws IOException {
    KafkaOracle oracle = new KafkaOracle(Files.createTempDirectory(temporary, "oracle"));
    LogDirectory directory = LogDirectory.list(logDir).orElseThrow();
    assertEquals(List.of(), directory.unrecognised());
    assertTrue(!directory.partitions().isEmpty());
    oracle.metaProperties(directory.metaProperties().path());
    for (OffsetCheckpoint.Kind kind : OffsetCheckpoint.Kind.values()) {
      ifExists(directory.offsetCheckpoint(kind).path(), oracle::offsetCheckpoint);
    }
    ifExists(directory.cleanShutdownMarker().path(), oracle::cleanShutdownMarker);
    for (PartitionDirectoryName name : directory.partitions()) {
      compare(directory.partition(name).orElseThrow(), oracle);
    }
  }

  private static void compare(PartitionDirectory directory, KafkaOracle oracle) throws IOException {
    assertEquals(List.of(), directory.unrecognised());
    assertTrue(!directory.segments().isEmpty(), directory::toString);
    Stream<SegmentFiles> segments =
        Stream.concat(directory.segments().stream(), directory.leftoverSegments().stream());
    for (SegmentFiles segment : segments.toList()) {
      long baseOffset = segment.baseOffset();
      if (segment.offsetIndex().isPresent()) {
        oracle.offsetIndex(segment.offsetIndex().get().path(), baseOffset);
      }
      if (segment.timeIndex().isPresent()) {
        oracle.timeIndex(segment.timeIndex().get().path(), baseOffset);
      }
      if (segment.transactionIndex().isPresent()) {
        oracle.transactionIndex(segment.transactionIndex().get().path(), baseOffset);
      }
    }
    for (LogFile snapshot : directory.producerSnapshots()) {
      oracle.producerSnapshot(snapshot.path());
    }
    ifExists(directory.leaderEpochs().path(), oracle::leaderEpochs);
    ifExists(directory.partitionMetadata().path(), oracle::partitionMetadata);
  }

  private interface Check {
    void of(Path file) throws IOException;
  }

  private static void ifExists(Path file, Check check) throws IOException {
    if (Files.exists(file)) {
      check.of(file);
    }
  }
}
