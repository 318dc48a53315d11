package org.logdiff.format.oracle;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.junit.jupiter.api.DynamicTest;
import org.junit.jupiter.api.TestFactory;
import org.junit.jupiter.api.io.TempDir;
import org.logdiff.format.index.OffsetIndex;
import org.logdiff.format.index.TimeIndex;
import org.logdiff.format.index.TransactionIndex;
import org.logdiff.format.layout.LogFileName;
import org.logdiff.format.snapshot.ProducerEntry;
import org.logdiff.format.snapshot.ProducerSnapshot;

/** What Kafka's DumpLogSegments printed at capture time is what we read. */
class CapturedDumpsTest {
  private static final String SECTION = "Dumping ";

  /** How the line of an entry begins; other lines say what the tool thinks of a file. */
  private static final Pattern ENTRY = Pattern.compile("(offset|timestamp|version|producerId): ");

  @TempDir Path temporary;

  @TestFactory
  List<DynamicTest> dumpsOfTheSamples() throws IOException {
    List<Path> captured = DataDirectories.captured();
    if (captured.isEmpty()) {
      return List.of(DataDirectories.skipped("no samples are captured in this checkout"));
    }
    return captured.stream()
        .map(
            sample ->
                DynamicTest.dynamicTest(
                    sample.getFileName().toString(), () -> assertTrue(compareAll(sample) > 0)))
        .toList();
  }

  @TestFactory
  List<DynamicTest> dumpsOfTheCorpus() throws IOException {
    List<Path> archives = DataDirectories.corpus();
    if (archives.isEmpty()) {
      return List.of(
          DataDirectories.skipped(
              "no corpus on this machine; -D" + DataDirectories.CORPUS_PROPERTY + " names one"));
    }
    List<DynamicTest> tests = new ArrayList<>();
    for (Path archive : archives) {
      Path target = Files.createTempDirectory(temporary, "corpus");
      for (Path captured : DataDirectories.unpack(archive, target)) {
        tests.add(
            DynamicTest.dynamicTest(archive.getFileName().toString(), () -> compareAll(captured)));
      }
    }
    return tests;
  }

  /** Gives the number of files compared. */
  private static int compareAll(Path captured) throws IOException {
    int compared = 0;
    try (Stream<Path> entries = Files.list(captured)) {
      List<Path> dumps =
          entries
              .filter(entry -> entry.getFileName().toString().matches("dump-kafka\\d+\\.txt"))
              .toList();
      for (Path dump : dumps) {
        for (Map.Entry<String, List<String>> section : sections(dump).entrySet()) {
          compared += compare(captured.resolve(section.getKey()), section.getValue()) ? 1 : 0;
        }
      }
    }
    return compared;
  }

  private static Map<String, List<String>> sections(Path dump) throws IOException {
    Map<String, List<String>> sections = new LinkedHashMap<>();
    List<String> lines = new ArrayList<>();
    for (String line : Files.readAllLines(dump)) {
      if (line.startsWith(SECTION)) {
        lines = new ArrayList<>();
        sections.put(line.substring(SECTION.length()), lines);
      } else if (ENTRY.matcher(line).lookingAt()) {
        lines.add(line.strip());
      }
    }
    return sections;
  }

  private static boolean compare(Path file, List<String> dumped) throws IOException {
    LogFileName name = LogFileName.parse(file.getFileName().toString());
    List<String> ours;
    switch (name.kind()) {
      case OFFSET_INDEX -> ours = offsetIndex(file, name.offset().getAsLong());
      case TIME_INDEX -> ours = timeIndex(file, name.offset().getAsLong());
      case TRANSACTION_INDEX -> ours = transactionIndex(file);
      case PRODUCER_SNAPSHOT -> ours = producerSnapshot(file);
      default -> {
        return false;
      }
    }
    assertEquals(withoutPhantom(dumped, file, name), ours, file::toString);
    return true;
  }

  /** Of a preallocated index without entries the tool prints the first slot of zeros. */
  private static List<String> withoutPhantom(List<String> dumped, Path file, LogFileName name)
      throws IOException {
    String offset = "offset: " + name.offset().orElse(-1);
    boolean isPhantom =
        dumped.equals(List.of(offset + " position: 0"))
            || dumped.equals(List.of("timestamp: 0 " + offset)) && Files.size(file) > 12;
    return isPhantom ? List.of() : dumped;
  }

  private static List<String> offsetIndex(Path file, long baseOffset) throws IOException {
    return OffsetIndex.read(file).value().orElseThrow().entries().stream()
        .map(entry -> "offset: " + entry.offset(baseOffset) + " position: " + entry.position())
        .toList();
  }

  private static List<String> timeIndex(Path file, long baseOffset) throws IOException {
    return TimeIndex.read(file).value().orElseThrow().entries().stream()
        .map(entry -> "timestamp: " + entry.timestamp() + " offset: " + entry.offset(baseOffset))
        .toList();
  }

  private static List<String> transactionIndex(Path file) throws IOException {
    return TransactionIndex.read(file).value().orElseThrow().entries().stream()
        .map(
            entry ->
                "version: %d producerId: %d firstOffset: %d lastOffset: %d lastStableOffset: %d"
                    .formatted(
                        entry.version(),
                        entry.producerId(),
                        entry.firstOffset(),
                        entry.lastOffset(),
                        entry.lastStableOffset()))
        .toList();
  }

  private static List<String> producerSnapshot(Path file) throws IOException {
    return ProducerSnapshot.read(file).value().orElseThrow().producerEntries().stream()
        .map(CapturedDumpsTest::line)
        .toList();
  }

  private static String line(ProducerEntry entry) {
    String open =
        entry.hasOpenTransaction()
            ? "OptionalLong[" + entry.currentTxnFirstOffset() + "]"
            : "OptionalLong.empty";
    String line =
        "producerId: %d producerEpoch: %d coordinatorEpoch: %d currentTxnFirstOffset: %s lastTimestamp: %d"
            .formatted(
                entry.producerId(),
                entry.epoch(),
                entry.coordinatorEpoch(),
                open,
                entry.timestamp());
    if (!entry.hasData()) {
      return line;
    }
    return line
        + " firstSequence: %d lastSequence: %d lastOffset: %d offsetDelta: %d timestamp: %d"
            .formatted(
                entry.lastSequence() - entry.offsetDelta(),
                entry.lastSequence(),
                entry.lastOffset(),
                entry.offsetDelta(),
                entry.timestamp());
  }
}
