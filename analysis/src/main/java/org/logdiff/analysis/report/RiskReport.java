package org.logdiff.analysis.report;

import java.util.List;

/**
 * What is about to be lost, at one time.
 *
 * @param atMs the time that it speaks about; milliseconds since 1970
 * @param failures what was asked for and could not be done
 */
public record RiskReport(
    long atMs,
    PartitionRisk.Answer answer,
    List<PartitionRisk> partitions,
    List<String> failures,
    List<NotExamined> notExamined) {
  public RiskReport {
    partitions = List.copyOf(partitions);
    failures = List.copyOf(failures);
    notExamined = List.copyOf(notExamined);
  }
}
