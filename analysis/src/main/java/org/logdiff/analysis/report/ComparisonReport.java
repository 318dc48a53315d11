package org.logdiff.analysis.report;

import java.util.List;
import java.util.Set;

/**
 * The result of the main job.
 *
 * @param failures what was asked for and could not be done; each says what, where and what to do
 * @param notExamined beyond what the partitions list themselves, as partitions that only one
 *     directory has
 */
public record ComparisonReport(
    Verdict verdict,
    List<PartitionReport> partitions,
    List<String> failures,
    List<NotExamined> notExamined) {
  public ComparisonReport {
    partitions = List.copyOf(partitions);
    failures = List.copyOf(failures);
    notExamined = List.copyOf(notExamined);
  }

  /** The same without findings that are known and dealt with, and the verdict that remains. */
  public ComparisonReport without(Set<String> knownFingerprints) {
    List<PartitionReport> others =
        partitions.stream().map(partition -> partition.without(knownFingerprints)).toList();
    return new ComparisonReport(verdict(others, failures), others, failures, notExamined);
  }

  /** What partitions and failures come to. */
  public static Verdict verdict(List<PartitionReport> partitions, List<String> failures) {
    if (partitions.stream().anyMatch(p -> p.verdict() == Verdict.INCONSISTENT)) {
      return Verdict.INCONSISTENT;
    }
    boolean isOpen =
        !failures.isEmpty()
            || partitions.stream().anyMatch(p -> p.verdict() == Verdict.UNDETERMINED);
    return isOpen ? Verdict.UNDETERMINED : Verdict.CONSISTENT;
  }
}
