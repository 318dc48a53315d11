package org.logdiff.analysis.truth;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.junit.jupiter.api.DynamicTest;
import org.junit.jupiter.api.TestFactory;
import org.junit.jupiter.api.io.TempDir;
import org.logdiff.analysis.report.ComparisonReport;

/** Every case of the corpus: exactly the findings of its truth. */
class CorpusTruthTest {
  @TempDir static Path temporary;

  @TestFactory
  List<DynamicTest> findsTheTruthAndNothingElse() throws IOException {
    return Corpus.tests(temporary, CorpusTruthTest::findsTheTruth);
  }

  private static void findsTheTruth(CapturedCase captured) throws IOException {
    CorpusTruth truth = CorpusTruth.read(captured);
    ComparisonReport report = captured.compare();
    List<String> complaints = Judgement.complaints(truth.findings(), report);
    assertTrue(complaints.isEmpty(), () -> String.join("\n", complaints));
    assertEquals(truth.lastStableOffsets(), lastStableOffsets(report));
    for (List<Path> order : captured.orders()) {
      assertEquals(
          Judgement.essence(report),
          Judgement.essence(captured.compare(order)),
          () -> "in the order " + order);
    }
  }

  private static Map<String, Long> lastStableOffsets(ComparisonReport report) {
    Map<String, Long> offsets = new TreeMap<>();
    report.partitions().stream()
        .filter(partition -> partition.partition().equals("foo-0"))
        .flatMap(partition -> partition.replicas().stream())
        .forEach(replica -> offsets.put(replica.name(), replica.lastStableOffset()));
    return offsets;
  }
}
