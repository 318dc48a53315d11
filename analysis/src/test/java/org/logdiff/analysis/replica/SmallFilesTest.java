package org.logdiff.analysis.replica;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.logdiff.analysis.Comparison;
import org.logdiff.analysis.ComparisonRequest;
import org.logdiff.analysis.Progress;
import org.logdiff.analysis.report.ComparisonReport;
import org.logdiff.analysis.report.NotExamined;
import org.logdiff.samples.Sample;
import org.logdiff.samples.Samples;

/** A small file that says nothing is said to say nothing, and its log is compared all the same. */
class SmallFilesTest {
  @TempDir Path temporary;
  private Sample sample;

  @BeforeEach
  void copySample() throws IOException {
    sample = Samples.named("lost-tombstone").copyTo(temporary.resolve("sample"));
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "meta.properties",
        "cleaner-offset-checkpoint",
        "replication-offset-checkpoint",
        "log-start-offset-checkpoint",
        "foo-0/leader-epoch-checkpoint",
        "foo-0/partition.metadata",
        "foo-0/00000000000000000018.snapshot"
      })
  void garbage(String name) throws IOException {
    Path file = sample.broker("kafka3").resolve(name);
    Files.write(file, new byte[] {-1, 0, 27, '[', '2', 'J', 'x', '\n', '\n'});
    ComparisonReport report = compare();
    assertEquals(List.of(), report.failures());
    assertLostTombstoneOfThree(report);
    NotExamined note = noteOn(report, file);
    assertEquals("kafka3", note.replica());
    assertTrue(
        note.why().startsWith("damaged: ") || note.why().equals("does not say which node it is"),
        note.why());
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "meta.properties",
        "cleaner-offset-checkpoint",
        "foo-0/leader-epoch-checkpoint",
        "foo-0/partition.metadata",
        "foo-0/00000000000000000018.snapshot"
      })
  void unreadable(String name) throws IOException {
    Path file = sample.broker("kafka3").resolve(name);
    Files.delete(file);
    Files.createSymbolicLink(file, Path.of("nothing"));
    ComparisonReport report = compare();
    assertEquals(
        List.of("kafka3: " + file + ": a symbolic link to something that is not there"),
        report.failures());
    assertLostTombstoneOfThree(report);
    assertTrue(noteOn(report, file).leavesVerdictOpen());
  }

  private ComparisonReport compare() throws IOException {
    return Comparison.run(
        new ComparisonRequest(
            sample.brokers().stream().map(List::of).toList(),
            List.of("foo-0"),
            List.of(),
            1,
            1 << 20,
            100),
        Progress.NONE);
  }

  private static void assertLostTombstoneOfThree(ComparisonReport report) {
    assertEquals(3, report.partitions().get(0).replicas().size());
    assertEquals(
        List.of("lost-tombstone kafka2"),
        report.partitions().get(0).findings().stream()
            .map(f -> f.kind().id() + " " + f.replica())
            .toList());
  }

  private static NotExamined noteOn(ComparisonReport report, Path file) {
    List<NotExamined> notes =
        Stream.concat(
                report.notExamined().stream(), report.partitions().get(0).notExamined().stream())
            .filter(note -> note.what().equals(file.getFileName().toString()))
            .toList();
    assertEquals(1, notes.size(), notes.toString());
    return notes.get(0);
  }
}
