package org.logdiff.analysis.report;

import java.util.List;
import java.util.Set;

/**
 * What was found out about one partition.
 *
 * @param partition as in {@code foo-0}
 * @param topicId null if no replica says
 * @param findings errors first, then by offset and replica
 * @param findingsNotListed how many more there are than {@code findings} holds
 * @param findingsKnown how many were left out because they are known and dealt with
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
    int findingsKnown,
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
        0,
        compared,
        notExamined,
        List.of());
  }

  /** As in {@code foo}. */
  public String topic() {
    int hyphen = partition.lastIndexOf('-');
    return hyphen < 0 ? partition : partition.substring(0, hyphen);
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
        findingsKnown,
        compared,
        notExamined,
        collected);
  }

  /** The same without findings that are known and dealt with, and the verdict that remains. */
  public PartitionReport without(Set<String> knownFingerprints) {
    List<Finding> others =
        findings.stream().filter(f -> !knownFingerprints.contains(f.fingerprint())).toList();
    return others.size() == findings.size()
        ? this
        : new PartitionReport(
            partition,
            topicId,
            VerdictRule.of(others, notExamined),
            replicas,
            others,
            findingsNotListed,
            findingsKnown + findings.size() - others.size(),
            compared,
            notExamined,
            evidence);
  }
}
