package org.logdiff.cli;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.logdiff.analysis.report.ComparisonReport;
import org.logdiff.analysis.report.Confidence;
import org.logdiff.analysis.report.FindingKind;
import org.logdiff.analysis.report.PartitionReport;
import org.logdiff.analysis.report.Severity;
import org.logdiff.analysis.report.Verdict;

class ExitStatusTest {
  /** Every combination of what a report can hold, against the sentence in the help page. */
  @Test
  void firstOfErrorThenNotDoneThenUndeterminedThenClean() {
    int combinations = 0;
    for (Verdict verdict : Verdict.values()) {
      for (int failures = 0; failures <= 1; failures++) {
        for (List<Verdict> verdicts : listsOfVerdicts()) {
          for (FindingKind kind : kindsOrNone()) {
            ComparisonReport report = report(verdict, verdicts, kind, failures);
            assertEquals(
                expected(verdict, verdicts, kind, failures),
                ExitStatus.of(report).code(),
                () -> report.toString());
            combinations++;
          }
        }
      }
    }
    assertEquals(3 * 2 * 13 * (FindingKind.values().length + 1), combinations);
  }

  private static int expected(
      Verdict verdict, List<Verdict> partitions, FindingKind kind, int failures) {
    boolean found = kind != null && !partitions.isEmpty() && kind.severity() == Severity.ERROR;
    if (found || verdict == Verdict.INCONSISTENT || partitions.contains(Verdict.INCONSISTENT)) {
      return 1;
    }
    if (failures > 0) {
      return 2;
    }
    boolean open = verdict == Verdict.UNDETERMINED || partitions.contains(Verdict.UNDETERMINED);
    return open ? 3 : 0;
  }

  private static List<List<Verdict>> listsOfVerdicts() {
    List<List<Verdict>> lists = new ArrayList<>(List.of(List.of()));
    for (Verdict one : Verdict.values()) {
      lists.add(List.of(one));
      for (Verdict other : Verdict.values()) {
        lists.add(List.of(one, other));
      }
    }
    return lists;
  }

  private static List<FindingKind> kindsOrNone() {
    List<FindingKind> kinds = new ArrayList<>(List.of(FindingKind.values()));
    kinds.add(null);
    return kinds;
  }

  private static ComparisonReport report(
      Verdict verdict, List<Verdict> verdicts, FindingKind kind, int failures) {
    List<PartitionReport> partitions = new ArrayList<>();
    for (Verdict each : verdicts) {
      boolean carries = kind != null && partitions.isEmpty();
      partitions.add(
          carries
              ? Reports.partition("foo-0", each, Reports.bareFinding(kind, Confidence.OBSERVED))
              : Reports.partition("foo-0", each));
    }
    return new ComparisonReport(
        verdict,
        partitions,
        failures == 0 ? List.of() : List.of("a file is unreadable"),
        List.of());
  }

  @ParameterizedTest
  @EnumSource
  void codesAreRead(ExitStatus status) {
    assertEquals(status, ExitStatus.ofCode(status.code()));
  }

  @Test
  void ofTwoTheGraverRemains() {
    List<ExitStatus> byGravity =
        List.of(
            ExitStatus.ERROR_FOUND, ExitStatus.NOT_DONE, ExitStatus.UNDETERMINED, ExitStatus.CLEAN);
    for (ExitStatus one : byGravity) {
      for (ExitStatus other : byGravity) {
        int graver = Math.min(byGravity.indexOf(one), byGravity.indexOf(other));
        assertEquals(byGravity.get(graver), one.and(other));
      }
    }
  }
}
