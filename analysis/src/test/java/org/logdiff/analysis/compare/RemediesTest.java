package org.logdiff.analysis.compare;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.List;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.logdiff.analysis.ComparedHistory;
import org.logdiff.analysis.report.Finding;
import org.logdiff.analysis.report.PartitionReport;

/** Where something is left that a cleaner could still remove, that is stopped before all else. */
class RemediesTest {
  private static final String CLOCK = "Stop the clock first";

  @ParameterizedTest
  @CsvSource(
      delimiter = ';',
      value = {
        "lost-tombstone; true; k=1 | away 2 | k=- | clean 3 | back 2 from 3",
        "lost-tombstone; false; k=1 | away 2 | k=- | clean 1 3 | back 2 from 1",
        "tombstone-at-risk; true; k=1 | away 2 | k=- | clean 1",
        "tombstone-gone-before-catch-up; true; k=1 | away 2 | k=- | clean 1 3",
        "lost-abort-marker; true; p1: begin k=1 | away 2 | p1: abort begin j=1 commit | clean 3 |"
            + " back 2 from 3",
        "lost-abort-marker; false; k=0 | p1: begin k=1 | away 2 | p1: abort begin j=1 commit |"
            + " clean 1 3 | back 2 from 1",
        "marker-at-risk; true; p1: begin k=1 | away 2 | p1: abort begin j=1 commit | clean 1",
        "marker-gone-before-catch-up; true; p1: begin k=1 | away 2 | p1: abort begin j=1 commit |"
            + " clean 1 3"
      })
  void theClockIsStoppedFirstOrNotAtAll(String id, boolean isStopped, String history) {
    PartitionReport report = ComparedHistory.report(history);
    List<Finding> findings =
        report.findings().stream().filter(f -> f.kind().id().equals(id)).toList();
    assertEquals(1, findings.size(), () -> ComparedHistory.findings(report).toString());
    List<String> remedy = findings.get(0).remedy();
    assertEquals(isStopped, remedy.get(0).startsWith(CLOCK), remedy::toString);
    assertTrue(remedy.stream().skip(1).noneMatch(r -> r.startsWith(CLOCK)), remedy::toString);
  }
}
