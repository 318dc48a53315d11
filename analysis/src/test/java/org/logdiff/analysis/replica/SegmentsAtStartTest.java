package org.logdiff.analysis.replica;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.io.RandomAccessFile;
import java.nio.ByteBuffer;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.logdiff.analysis.ComparedHistory;
import org.logdiff.analysis.model.History;
import org.logdiff.analysis.model.OpenedByKafka;
import org.logdiff.analysis.model.ReplicaWriter;
import org.logdiff.analysis.report.NotExamined;
import org.logdiff.analysis.report.PartitionReport;
import org.logdiff.analysis.report.Verdict;
import org.logdiff.format.TopicPartition;

/**
 * Every stage at which a crash can stop a cleaning or a split: the segments that are compared are
 * those with which Kafka's own log starts on a copy.
 */
class SegmentsAtStartTest {
  /** Segments at 0, 4, 6 and 8, the last one active. */
  private static final String SEVERAL =
      "replicas 1 | p1: begin a=1 abort | k=1 i=1 | roll | k=2 j=1 | roll | k=3 x=1 | roll | y=1";

  private static final String ONE =
      "replicas 1 | p1: begin a=1 abort | k=1 i=1 k=2 j=1 k=3 x=1 | roll | y=1";

  @TempDir Path temporary;

  /** Old segments, by base offset, become new ones. Each stage says what names the files have. */
  @ParameterizedTest
  @CsvSource(
      delimiter = ';',
      quoteCharacter = '"',
      value = {
        // cleaning: the old at 0, 4 and 6 become one at 0
        "clean; old 0 4 6; 0.log.cleaned",
        "clean; old 0 4 6; 0.log.cleaned 0.index.cleaned 0.timeindex.cleaned 0.txnindex.cleaned",
        "clean; old 0 4 6; 0.log.swap 0.index.cleaned 0.timeindex.cleaned 0.txnindex.cleaned",
        "clean; old 0 4 6; 0.log.swap 0.index.swap 0.timeindex.swap 0.txnindex.cleaned",
        "clean; old 0 4 6; 0.log.swap 0.index.swap 0.timeindex.swap 0.txnindex.swap",
        "clean; old 4 6; 0.log.swap 0.index.swap 0.timeindex.swap 0.txnindex.swap",
        "clean; old 6; 0.log.swap 0.index.swap 0.timeindex.swap 0.txnindex.swap",
        "clean; old; 0.log.swap 0.index.swap 0.timeindex.swap 0.txnindex.swap",
        "clean; old; 0.log 0.index.swap 0.timeindex.swap 0.txnindex.swap",
        "clean; old; 0.log 0.index 0.timeindex 0.txnindex.swap",
        "clean; old; 0.log 0.index 0.timeindex 0.txnindex",
        // split: the old at 0 becomes those at 0, 4 and 6; renamed from the last to the first
        "split; old 0; 0.log.cleaned 4.log.cleaned 6.log.cleaned 0.txnindex.cleaned",
        "split; old 0; 0.log.cleaned 4.log.cleaned 6.log.swap 0.txnindex.cleaned",
        "split; old 0; 0.log.cleaned 4.log.swap 6.log.swap 0.txnindex.cleaned",
        "split; old 0; 0.log.swap 4.log.swap 6.log.swap 0.txnindex.cleaned",
        "split; old 0; 0.log.swap 4.log.swap 6.log.swap 0.txnindex.swap",
        "split; old; 0.log.swap 4.log.swap 6.log.swap 0.txnindex.swap",
        "split; old; 0.log 4.log.swap 6.log.swap 0.txnindex.swap",
        "split; old; 0.log 4.log 6.log.swap 0.txnindex",
        "split; old; 0.log.swap 4.log 6.log 0.txnindex.swap",
        "split; old; 0.log 4.log 6.log 0.txnindex"
      })
  void areThoseOfTheBroker(String how, String left, String renamed) throws IOException {
    boolean isClean = how.equals("clean");
    Path old = written(isClean ? SEVERAL : ONE, "old");
    Path result = written(isClean ? SEVERAL + " | fullpass" : SEVERAL, "new");
    Path stage = stage(old, result, List.of(left.split(" ")), renamed.split(" "));
    OpenedByKafka opened = OpenedByKafka.open(stage, true, 0);
    List<NotExamined> notes = new ArrayList<>();
    try (Replica replica = open(stage, notes)) {
      assertEquals(texts(opened.logs()), texts(logs(replica)));
      assertEquals(
          opened.aborted(),
          replica.abortedTransactions().stream().map(a -> a.entry().firstOffset()).toList());
      assertEquals(opened.logEndOffset(), replica.logEndOffset());
    }
    assertTrue(notes.stream().noneMatch(NotExamined::leavesVerdictOpen), notes::toString);
    boolean hasSwap = renamed.contains(".log.swap");
    assertEquals(
        hasSwap, notes.stream().anyMatch(n -> n.what().endsWith(".log.swap")), notes::toString);
  }

  @Test
  void whereTheSwapIsDamagedTheQuestionStaysOpen() throws IOException {
    Path stage =
        stage(
            written(SEVERAL, "old"),
            written(SEVERAL + " | fullpass", "new"),
            List.of("old", "0", "4", "6"),
            "0.log.swap");
    try (RandomAccessFile swap =
        new RandomAccessFile(stage.resolve(name(0, "log.swap")).toFile(), "rw")) {
      swap.setLength(swap.length() - 1);
    }
    List<NotExamined> notes = new ArrayList<>();
    open(stage, notes).close();
    assertEquals(1, notes.stream().filter(NotExamined::leavesVerdictOpen).count());
  }

  /** A healthy replica, stopped in the middle of its cleaning, is healthy. */
  @Test
  void theComparisonUsesThem() {
    History history = History.history(SEVERAL.replace("replicas 1", "replicas 3"));
    History cleaned = History.history(history.text() + " | fullpass 3");
    PartitionReport report =
        ComparedHistory.report(
            history.replay(),
            logDirs -> {
              Path other = Files.createDirectory(temporary.resolve("cleaned"));
              Path result = ReplicaWriter.write(cleaned.replay(), other).get(2).resolve("foo-0");
              Path directory = logDirs.get(2).resolve("foo-0");
              for (String suffix : List.of("log", "index", "timeindex", "txnindex")) {
                Files.copy(
                    result.resolve(name(0, suffix)), directory.resolve(name(0, suffix + ".swap")));
              }
            });
    assertEquals(List.of(), report.findings());
    assertEquals(Verdict.CONSISTENT, report.verdict());
    assertEquals(2, report.replicas().get(2).segments());
    assertTrue(
        report.notExamined().stream().anyMatch(n -> n.why().contains("as the broker will use it")));
  }

  /** A snapshot at the base of a segment that makes way marks no place where the log ended. */
  @Test
  void snapshotsOfReplacedSegmentsAreDroppedAsTheBrokerDropsThem() throws IOException {
    Path stage =
        stage(
            written(SEVERAL, "old"),
            written(SEVERAL + " | fullpass", "new"),
            List.of("old", "0", "4", "6"),
            "0.log.swap");
    try (Replica replica = open(stage, new ArrayList<>())) {
      assertEquals(
          List.of(8L, 9L), replica.snapshots().stream().map(Replica.SnapshotAt::offset).toList());
    }
  }

  private Path written(String history, String name) throws IOException {
    Path parent = Files.createDirectory(temporary.resolve(name));
    return ReplicaWriter.write(History.history(history).replay(), parent).get(0).resolve("foo-0");
  }

  /**
   * Old files as they were, but those of other segments than the ones named and the active one get
   * {@code .deleted}; and new files under the names given.
   */
  private Path stage(Path old, Path result, List<String> left, String... renamed)
      throws IOException {
    Path stage = Files.createDirectories(temporary.resolve("stage").resolve("foo-0"));
    try (Stream<Path> files = Files.list(old)) {
      for (Path file : files.toList()) {
        String fileName = file.getFileName().toString();
        boolean isOfSegment = fileName.matches("\\d+\\.(log|index|timeindex|txnindex)");
        String base = isOfSegment ? Long.toString(Long.parseLong(fileName.split("\\.")[0])) : "";
        boolean isDeleted = isOfSegment && !left.contains(base) && !base.equals("8");
        Files.copy(file, stage.resolve(isDeleted ? fileName + ".deleted" : fileName));
      }
    }
    for (String target : renamed) {
      String[] words = target.split("\\.");
      Path source = result.resolve(name(Long.parseLong(words[0]), words[1]));
      if (Files.exists(source)) {
        String suffix = target.substring(target.indexOf('.') + 1);
        Files.copy(source, stage.resolve(name(Long.parseLong(words[0]), suffix)));
      }
    }
    return stage;
  }

  private static String name(long base, String suffix) {
    return "%020d.%s".formatted(base, suffix);
  }

  private static Replica open(Path directory, List<NotExamined> notes) throws IOException {
    ReplicaSource source =
        new ReplicaSource(
            "kafka1",
            LogDir.unknown(directory.getParent()),
            directory,
            TopicPartition.parse("foo-0").orElseThrow());
    return ReplicaOpener.open(source, notes, new ArrayList<>()).orElseThrow();
  }

  private static Map<Long, byte[]> logs(Replica replica) throws IOException {
    Map<Long, byte[]> logs = new HashMap<>();
    for (Segment segment : replica.segments()) {
      byte[] bytes = new byte[(int) segment.sizeBytes()];
      segment.log().readFully(bytes, 0, bytes.length, 0);
      logs.put(segment.baseOffset(), bytes);
    }
    return logs;
  }

  private static Map<Long, ByteBuffer> texts(Map<Long, byte[]> logs) {
    Map<Long, ByteBuffer> texts = new TreeMap<>();
    logs.forEach((base, bytes) -> texts.put(base, ByteBuffer.wrap(bytes)));
    return texts;
  }
}
