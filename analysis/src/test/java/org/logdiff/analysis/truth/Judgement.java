package org.logdiff.analysis.truth;

import java.util.ArrayList;
import java.util.List;
import java.util.TreeSet;
import java.util.stream.Stream;
import org.logdiff.analysis.report.ComparisonReport;
import org.logdiff.analysis.report.Finding;
import org.logdiff.analysis.report.FindingKind;
import org.logdiff.analysis.report.PartitionReport;
import org.logdiff.analysis.report.Severity;
import org.logdiff.analysis.report.Verdict;

/** What a report says, held against the truth. */
final class Judgement {
  private Judgement() {}

  /** What is wrong with a report, a line each; empty if it says the truth and nothing else. */
  static List<String> complaints(List<ExpectedFinding> truth, ComparisonReport report) {
    List<String> complaints = new ArrayList<>();
    List<ExpectedFinding> missing = new ArrayList<>(truth);
    for (PartitionReport partition : report.partitions()) {
      for (Finding finding : partition.findings()) {
        ExpectedFinding met =
            missing.stream()
                .filter(expected -> expected.isMetBy(partition.partition(), finding))
                .findFirst()
                .orElse(null);
        if (met == null) {
          complaints.add("not in the truth: " + text(partition, finding));
        }
        missing.remove(met);
      }
      if (partition.findingsNotListed() != 0) {
        complaints.add(partition.partition() + ": findings not listed");
      }
    }
    missing.forEach(expected -> complaints.add("not found: " + expected));
    report.failures().forEach(failure -> complaints.add("failure: " + failure));
    Verdict expected = verdict(truth);
    if (report.verdict() != expected) {
      complaints.add("verdict " + report.verdict() + ", not " + expected + openQuestions(report));
    }
    return complaints;
  }

  private static Verdict verdict(List<ExpectedFinding> truth) {
    boolean hasError =
        truth.stream()
            .map(ExpectedFinding::kind)
            .anyMatch(
                id ->
                    Stream.of(FindingKind.values())
                        .anyMatch(k -> k.id().equals(id) && k.severity() == Severity.ERROR));
    return hasError ? Verdict.INCONSISTENT : Verdict.CONSISTENT;
  }

  private static String openQuestions(ComparisonReport report) {
    List<String> open = new ArrayList<>();
    for (PartitionReport partition : report.partitions()) {
      partition.notExamined().stream()
          .filter(note -> note.leavesVerdictOpen())
          .forEach(note -> open.add(partition.partition() + " " + note));
    }
    return open.isEmpty() ? "" : "; open: " + open;
  }

  /** What must be the same in whatever order the directories are given. */
  static TreeSet<String> essence(ComparisonReport report) {
    TreeSet<String> essence = new TreeSet<>();
    essence.add("verdict " + report.verdict());
    for (PartitionReport partition : report.partitions()) {
      essence.add(partition.partition() + " " + partition.verdict() + " " + partition.compared());
      for (Finding finding : partition.findings()) {
        essence.add(text(partition, finding));
      }
    }
    return essence;
  }

  private static String text(PartitionReport partition, Finding finding) {
    return "%s %s %s %s on %s at %s of %s, key %s, producer %s, readings %s"
        .formatted(
            partition.partition(),
            finding.kind().id(),
            finding.fingerprint(),
            finding.confidence(),
            finding.replica(),
            finding.offset(),
            finding.candidateOffsets(),
            finding.key(),
            finding.producerId(),
            finding.readings());
  }
}
