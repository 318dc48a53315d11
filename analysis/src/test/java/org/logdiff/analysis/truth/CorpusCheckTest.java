package org.logdiff.analysis.truth;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import org.junit.jupiter.api.DynamicTest;
import org.junit.jupiter.api.TestFactory;
import org.junit.jupiter.api.io.TempDir;
import org.logdiff.analysis.Progress;
import org.logdiff.analysis.check.CheckLevel;
import org.logdiff.analysis.check.CheckReport;
import org.logdiff.analysis.check.CheckRequest;
import org.logdiff.analysis.check.CheckedPartition;
import org.logdiff.analysis.check.Checkup;
import org.logdiff.analysis.report.Finding;

/** Every case of the corpus, each broker by itself: lost markers show, and nothing else. */
class CorpusCheckTest {
  private static final Set<String> OF_A_LOST_MARKER =
      Set.of("lost-end-marker", "hanging-transaction");

  @TempDir static Path temporary;

  @TestFactory
  List<DynamicTest> showsLostMarkersAndNothingElse() throws IOException {
    return Corpus.tests(temporary, CorpusCheckTest::check);
  }

  private static void check(CapturedCase captured) throws IOException {
    Set<String> expected = new TreeSet<>();
    CorpusTruth.read(captured).findings().stream()
        .filter(finding -> finding.kind().endsWith("-marker"))
        .forEach(
            finding ->
                expected.add(finding.replica() + " foo-0 marker of " + finding.producerId()));
    Set<String> found = new TreeSet<>();
    CheckReport report =
        Checkup.run(
            new CheckRequest(
                captured.brokers().stream().map(List::of).toList(),
                List.of(),
                List.of(),
                CheckLevel.DEEP),
            Progress.NONE);
    for (CheckedPartition partition : report.partitions()) {
      for (Finding finding : partition.findings()) {
        found.add(
            finding.replica()
                + " "
                + partition.partition()
                + (OF_A_LOST_MARKER.contains(finding.kind().id())
                    ? " marker"
                    : " " + finding.kind().id())
                + " of "
                + finding.producerId());
      }
    }
    report.logDirs().forEach(d -> d.findings().forEach(f -> found.add(f.kind().id())));
    found.addAll(report.failures());
    assertEquals(expected, found);
  }
}
