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
 * @param evidence what it rests on, in the order of the replicas; empty if that was not collected
 */
public record PartitionReport(
    String partition,
    String topicId,
    Verdict verdict,
    List<ReplicaSummary> replicas,
    List<Finding> findings,
    long findingsNotListed,
    OffsetRange compared,
    List<NotExamined> notExamined,
    List<ReplicaEvidence> evidence) {
  public PartitionReport {
    replicas = List.copyOf(replicas);
    findings = List.copyOf(findings);
    notExamined = List.copyOf(notExamined);
    evidence = List.copyOf(evidence);
  }

  /** Without what it rests on. */
  public PartitionReport(
      String partition,
      String topicId,
      Verdict verdict,
      List<ReplicaSummary> replicas,
      List<Finding> findings,
      long findingsNotListed,
      OffsetRange compared,
      List<NotExamined> notExamined) {
    this(
        partition,
        topicId,
        verdict,
        replicas,
        findings,
        findingsNotListed,
        compared,
        notExamined,
        List.of());
  }

  /** The same with what it rests on, and with other forms of its findings. */
  public PartitionReport with(List<ReplicaEvidence> collected, List<Finding> otherFindings) {
    return new PartitionReport(
        partition,
        topicId,
        verdict,
        replicas,
        otherFindings,
        findingsNotListed,
        compared,
        notExamined,
        collected);
  }
}
