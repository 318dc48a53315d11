package org.logdiff.analysis.compare;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;
import org.logdiff.analysis.Comparison;
import org.logdiff.analysis.ComparisonRequest;
import org.logdiff.analysis.Progress;
import org.logdiff.analysis.report.ComparisonReport;
import org.logdiff.analysis.report.Finding;
import org.logdiff.analysis.report.NotExamined;
import org.logdiff.analysis.report.PartitionReport;
import org.logdiff.analysis.report.Verdict;
import org.logdiff.samples.Sample;
import org.logdiff.samples.Samples;

/**
 * One replica of a healthy partition is damaged where no checksum shows it: that is seen, said of
 * this replica, and no other is blamed for what it lacks.
 */
class DamagedReplicaTest {
  private static final String FIRST = "00000000000000000000.log";
  private static final String MIDDLE = "00000000000000000148.log";
  private static final String NEXT = "00000000000000000227.log";
  private static final String LAST = "00000000000000000686.log";

  /** Where the second batch of the middle log starts. */
  private static final long SECOND_BATCH = 309;

  private static final int BASE_OFFSET_HIGH_BYTE = 5;
  private static final int LEADER_EPOCH_LAST_BYTE = 15;

  @TempDir Path temporary;
  private Sample sample;
  private Path directory;

  @BeforeEach
  void copySample() throws IOException {
    sample = Samples.named("healthy").copyTo(temporary.resolve("sample"));
    directory = sample.broker("kafka3").resolve("foo-0");
  }

  @ParameterizedTest
  @CsvSource({
    FIRST + ", 0",
    MIDDLE + ", 0",
    MIDDLE + ", " + SECOND_BATCH,
    NEXT + ", 0",
    "00000000000000000682.log, 0"
  })
  void aClosedLogCutOffBetweenTwoBatches(String name, long size) throws IOException {
    truncate(directory.resolve(name), size);
    Finding finding = onlyFinding("damaged-batch");
    assertEquals(Verdict.UNDETERMINED, partition().verdict());
    assertEquals("a log of kafka3 is cut off between two batches", finding.summary());
  }

  @Test
  void allLogsEmpty() throws IOException {
    try (Stream<Path> files = Files.list(directory)) {
      for (Path log : files.filter(f -> f.toString().endsWith(".log")).toList()) {
        truncate(log, 0);
      }
    }
    assertTrue(partition().findings().stream().allMatch(f -> f.replica().equals("kafka3")));
    assertEquals(Verdict.UNDETERMINED, partition().verdict());
  }

  /** Zeros where batches were look like room that was not used yet. */
  @Test
  void zerosAtTheEndOfAClosedLog() throws IOException {
    Path log = directory.resolve(MIDDLE);
    long size = Files.size(log);
    truncate(log, SECOND_BATCH);
    write(log, size - 1, 0);
    onlyFinding("damaged-batch");
  }

  @Test
  void aLogIsGoneAndItsIndexesAreThere() throws IOException {
    Files.delete(directory.resolve(MIDDLE));
    onlyFinding("damaged-batch");
    assertTrue(notesLeavingOpen().contains(MIDDLE));
  }

  @ParameterizedTest
  @ValueSource(strings = {FIRST, LAST})
  void theFirstOrLastLogIsGone(String name) throws IOException {
    Files.delete(directory.resolve(name));
    assertEquals(Verdict.UNDETERMINED, partition().verdict());
    assertEquals(List.of(name), notesLeavingOpen());
  }

  @Test
  void theLastLogEndsBelowTheHighWatermark() throws IOException {
    truncate(directory.resolve(LAST), 0);
    Finding finding = onlyFinding("torn-tail");
    assertEquals(686, finding.offset());
    assertEquals(Verdict.CONSISTENT, partition().verdict(), "it is only behind");
  }

  /** One flipped bit is one finding, though all that follows seems too low. */
  @Test
  void aBaseOffsetBeyondTheNextSegment() throws IOException {
    Path log = directory.resolve(FIRST);
    flip(log, lastBatch(log) + BASE_OFFSET_HIGH_BYTE);
    onlyFinding("damaged-batch");
  }

  @Test
  void aBaseOffsetBeyondAllLogs() throws IOException {
    Path log = directory.resolve(LAST);
    flip(log, lastBatch(log) + BASE_OFFSET_HIGH_BYTE);
    assertEquals(
        List.of("damaged-batch"),
        partition().findings().stream().map(f -> f.kind().id()).distinct().toList());
  }

  @Test
  void twoLogsChangedPlaces() throws IOException {
    Path aside = temporary.resolve("aside");
    Files.move(directory.resolve(MIDDLE), aside);
    Files.move(directory.resolve(NEXT), directory.resolve(MIDDLE));
    Files.move(aside, directory.resolve(NEXT));
    assertEquals(
        List.of("damaged-batch kafka3", "damaged-batch kafka3"),
        partition().findings().stream().map(f -> f.kind().id() + " " + f.replica()).toList());
  }

  /** In their segment these have one neighbour at most. */
  @ParameterizedTest
  @ValueSource(strings = {FIRST, MIDDLE, "00000000000000000368.log"})
  void theLeaderEpochOfTheFirstAndTheLastBatchOfALog(String name) throws IOException {
    Path log = directory.resolve(name);
    for (long at : new long[] {0, lastBatch(log)}) {
      flip(log, at + LEADER_EPOCH_LAST_BYTE);
      onlyFinding("damaged-batch");
      flip(log, at + LEADER_EPOCH_LAST_BYTE);
    }
    assertEquals(List.of(), partition().findings());
  }

  @Test
  void aLogStartBeyondTheLogHidesNothing() throws IOException {
    sample = Samples.named("lost-tombstone").copyTo(temporary.resolve("other"));
    Files.writeString(
        sample.broker("kafka2").resolve("log-start-offset-checkpoint"),
        "0\n1\nfoo 0 9223372036854775807\n");
    assertEquals(
        List.of("lost-tombstone kafka2"),
        partition().findings().stream().map(f -> f.kind().id() + " " + f.replica()).toList());
    assertEquals(List.of("log-start-offset-checkpoint"), notesLeavingOpen());
  }

  /** The log is whole, so it must not be blamed. */
  @ParameterizedTest
  @ValueSource(strings = {"index", "timeindex"})
  void aDamagedIndexIsNoDamagedLog(String suffix) throws IOException {
    Path index = directory.resolve(MIDDLE.replace("log", suffix));
    byte[] whole = Files.readAllBytes(index);
    for (int bit = 0; bit < 8 * whole.length; bit += 5) {
      byte[] flipped = whole.clone();
      flipped[bit / 8] ^= (byte) (1 << bit % 8);
      Files.write(index, flipped);
      assertEquals(List.of(), partition().findings(), "bit " + bit);
    }
    Files.writeString(index, "garbage, and much of it".repeat(9), StandardCharsets.US_ASCII);
    assertEquals(List.of(), partition().findings());
  }

  private Finding onlyFinding(String id) throws IOException {
    List<Finding> findings = partition().findings();
    assertEquals(
        List.of(id + " kafka3"),
        findings.stream().map(f -> f.kind().id() + " " + f.replica()).toList());
    return findings.get(0);
  }

  private List<String> notesLeavingOpen() throws IOException {
    return partition().notExamined().stream()
        .filter(NotExamined::leavesVerdictOpen)
        .map(NotExamined::what)
        .toList();
  }

  private PartitionReport partition() throws IOException {
    ComparisonReport report =
        Comparison.run(
            new ComparisonRequest(
                sample.brokers().stream().map(List::of).toList(),
                List.of("foo-0"),
                List.of(),
                1,
                1 << 20,
                100),
            Progress.NONE);
    assertEquals(List.of(), report.failures());
    return report.partitions().get(0);
  }

  /** Where the last batch starts. */
  private static long lastBatch(Path log) throws IOException {
    ByteBuffer bytes = ByteBuffer.wrap(Files.readAllBytes(log));
    int at = 0;
    for (int next = 0; next < bytes.limit(); next += 12 + bytes.getInt(next + 8)) {
      at = next;
    }
    return at;
  }

  private static void flip(Path file, long position) throws IOException {
    write(file, position, Files.readAllBytes(file)[(int) position] ^ 2);
  }

  private static void write(Path file, long position, int value) throws IOException {
    try (FileChannel channel = FileChannel.open(file, StandardOpenOption.WRITE)) {
      channel.write(ByteBuffer.wrap(new byte[] {(byte) value}), position);
    }
  }

  private static void truncate(Path file, long size) throws IOException {
    try (FileChannel channel = FileChannel.open(file, StandardOpenOption.WRITE)) {
      channel.truncate(size);
    }
  }
}
