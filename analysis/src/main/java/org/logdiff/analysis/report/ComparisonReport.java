package org.logdiff.analysis.report;

import java.util.List;

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
}
