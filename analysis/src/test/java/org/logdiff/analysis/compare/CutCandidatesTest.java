package org.logdiff.analysis.compare;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.List;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.logdiff.analysis.ComparedHistory;
import org.logdiff.analysis.report.Finding;
import org.logdiff.analysis.report.NotExamined;
import org.logdiff.analysis.report.PartitionReport;

/** More gaps than a finding lists: it says so, and names no single offset because of its list. */
class CutCandidatesTest {
  private static final int LISTED = 1000;

  @ParameterizedTest
  @CsvSource({"990, false", "1010, true"})
  void ofATombstone(int superseded, boolean isCut) {
    PartitionReport report =
        ComparedHistory.report(
            "k=1 | away 2 | k=- | " + superseding(superseded) + " | clean 1 3 | back 2 from 1");
    Finding finding = only(report, "lost-tombstone");
    check(report, finding, isCut);
  }

  @ParameterizedTest
  @CsvSource({"990, false", "1010, true"})
  void ofAMarker(int superseded, boolean isCut) {
    PartitionReport report =
        ComparedHistory.report(
            """
            p1: protocol 1
            t=0 | p1: begin k=1 | p1: t=0 | t=0 | away 2 | p1: abort | %s | k=2
            wait 90000000 | expire 1 3 | clean 1 3 | back 2 from 1
            """
                .formatted(superseding(superseded)));
    Finding finding = only(report, "lost-end-marker");
    check(report, finding, isCut);
  }

  /** So many records that one of each pair is superseded by that of the next pair. */
  private static String superseding(int pairs) {
    return IntStream.range(0, pairs)
        .mapToObj(i -> "t=" + i + " u" + i + "=1")
        .collect(Collectors.joining(" "));
  }

  private static void check(PartitionReport report, Finding finding, boolean isCut) {
    List<NotExamined> notes =
        report.notExamined().stream().filter(n -> n.why().contains("too many")).toList();
    assertEquals(isCut ? 1 : 0, notes.size(), report.notExamined()::toString);
    assertTrue(notes.stream().noneMatch(NotExamined::leavesVerdictOpen));
    boolean isSaid =
        finding.reasoning().stream().anyMatch(s -> s.statement().contains("stands for many gaps"));
    assertEquals(isCut, isSaid);
    assertFalse(finding.candidateOffsets().isEmpty());
    assertTrue(finding.candidateOffsets().size() <= LISTED);
    if (isCut) {
      assertNull(finding.offset());
      assertEquals(LISTED, finding.candidateOffsets().size());
    }
  }

  private static Finding only(PartitionReport report, String id) {
    List<Finding> findings =
        report.findings().stream().filter(f -> f.kind().id().equals(id)).toList();
    assertEquals(1, findings.size(), () -> ComparedHistory.findings(report).toString());
    return findings.get(0);
  }
}
