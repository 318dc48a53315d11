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
import org.logdiff.format.layout.LogFileName;

/** Every log that a real broker left is read as Kafka reads it. */
class CapturedLogsTest {
  /** Written by a broker 2.8.2 with all message formats. */
  private static final String LEGACY = "legacy-formats";

  @TempDir Path temporary;

  @TestFactory
  List<DynamicTest> logsOfTheSamples() throws IOException {
    List<Path> captured = DataDirectories.captured();
    if (captured.isEmpty()) {
      return List.of(DataDirectories.skipped("no samples are captured in this checkout"));
    }
    return captured.stream()
        .map(
            sample ->
                DynamicTest.dynamicTest(
                    sample.getFileName().toString(),
                    () -> {
                      SegmentOracle.Compared compared = compareAll(sample);
                      assertTrue(compared.records() > 0);
                      boolean isOld = isBefore3(sample);
                      assertEquals(!isOld, compared.controlRecords() > 0);
                      assertEquals(isOld, compared.legacyMessages() > 0);
                    }))
        .toList();
  }

  @TestFactory
  List<DynamicTest> logsOfTheCorpus() throws IOException {
    List<Path> archives = DataDirectories.corpus();
    if (archives.isEmpty()) {
      return List.of(
          DataDirectories.skipped(
              "no corpus on this machine; -D" + DataDirectories.CORPUS_PROPERTY + " names one"));
    }
    List<DynamicTest> tests = new ArrayList<>();
    for (Path archive : archives) {
      String name = archive.getFileName().toString();
      tests.add(
          DynamicTest.dynamicTest(
              name,
              () -> {
                Path target = Files.createTempDirectory(temporary, "corpus");
                for (Path captured : DataDirectories.unpack(archive, target)) {
                  SegmentOracle.Compared compared = compareAll(captured);
                  assertTrue(compared.records() > 0);
                  assertEquals(name.startsWith(LEGACY), compared.legacyMessages() > 0);
                }
              }));
    }
    return tests;
  }

  /**
   * Captured from brokers that still wrote the old formats, and knew no controllers but ZooKeeper.
   */
  private static boolean isBefore3(Path sample) {
    return Files.exists(sample.resolve("broker-conf").resolve("zookeeper.properties"));
  }

  private static SegmentOracle.Compared compareAll(Path captured) throws IOException {
    SegmentOracle oracle = new SegmentOracle();
    SegmentOracle.Compared compared = new SegmentOracle.Compared(0, 0, 0, 0);
    try (Stream<Path> files = Files.walk(captured)) {
      for (Path file : files.filter(Files::isRegularFile).sorted().toList()) {
        LogFileName name = LogFileName.parse(file.getFileName().toString());
        if (name.kind() == LogFileName.Kind.LOG) {
          try {
            compared = compared.plus(oracle.compare(file, name.offset().getAsLong()));
          } catch (AssertionError e) {
            throw new AssertionError(file + ": " + e.getMessage(), e);
          }
        }
      }
    }
    return compared;
  }
}
