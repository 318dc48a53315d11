package org.logdiff.analysis.report;

import java.util.List;

/**
 * What was found out about one partition.
 *
 * @param partition as in {@code foo-0}
 * @param topicId null if no replica says
 * @param findings errors first, then by offset and replica
 * @param findingsNotListed how many more there are than {@code findings} holds
 * @param compared offsets that at least two replicas cover; null if none
 */
public record PartitionReport(
    String partition,
    String topicId,
    Verdict verdict,
    List<ReplicaSummary> replicas,
    List<Finding> findings,
    long findingsNotListed,
    OffsetRange compared,
    List<NotExamined> notExamined) {
  public PartitionReport {
    replicas = List.copyOf(replicas);
    findings = List.copyOf(findings);
    notExamined = List.copyOf(notExamined);
  }
}
