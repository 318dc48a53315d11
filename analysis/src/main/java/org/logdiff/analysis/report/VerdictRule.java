package org.logdiff.analysis.report;

import java.util.List;

/** What findings and gaps in the examination make of a partition. */
public final class VerdictRule {
  private VerdictRule() {}

  /**
   * Damage by itself says nothing of the replicas' agreement: it leaves the verdict open, though it
   * is an error.
   */
  public static Verdict of(List<Finding> findings, List<NotExamined> notes) {
    boolean isInconsistent =
        findings.stream()
            .anyMatch(f -> f.severity() == Severity.ERROR && f.kind() != FindingKind.DAMAGED_BATCH);
    if (isInconsistent) {
      return Verdict.INCONSISTENT;
    }
    boolean isOpen =
        findings.stream().anyMatch(f -> f.kind() == FindingKind.DAMAGED_BATCH)
            || notes.stream().anyMatch(NotExamined::leavesVerdictOpen);
    return isOpen ? Verdict.UNDETERMINED : Verdict.CONSISTENT;
  }
}
