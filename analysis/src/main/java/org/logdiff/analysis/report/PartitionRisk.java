package org.logdiff.analysis.report;

import java.util.List;

/**
 * What of a partition is about to be lost.
 *
 * @param partition as in {@code foo-0}
 * @param topicId null if no replica says
 * @param replicas by node id
 * @param replicasAssigned how many the cluster's metadata names; null if it is silent
 * @param settings what the brokers go by, as far as the answer depends on it
 * @param atRisk the most urgent: last copies first, then by the time left
 * @param atRiskNotListed how many more there are
 * @param held markers that a replica needs and that cannot go as long as records of their
 *     transaction are the latest of their keys
 * @param findings replicas that cannot catch up cleanly any more, and cleaners that stand still
 * @param remedy what to do, in order; empty if nothing is at risk
 * @param errorsElsewhere findings of severity error that the comparison has, and that are no risk
 *     any more but have come true
 */
public record PartitionRisk(
    String partition,
    String topicId,
    Answer answer,
    List<ReplicaBounds> replicas,
    Integer replicasAssigned,
    List<Setting> settings,
    List<RecordAtRisk> atRisk,
    long atRiskNotListed,
    long held,
    List<Finding> findings,
    List<String> remedy,
    long errorsElsewhere,
    List<NotExamined> notExamined) {
  public PartitionRisk {
    replicas = List.copyOf(replicas);
    settings = List.copyOf(settings);
    atRisk = List.copyOf(atRisk);
    findings = List.copyOf(findings);
    remedy = List.copyOf(remedy);
    notExamined = List.copyOf(notExamined);
  }

  /** Whether anything is at risk. */
  public enum Answer {
    AT_RISK,
    /** Nothing is, as far as was seen; but not everything was. */
    UNDETERMINED,
    NOT_AT_RISK
  }

  /**
   * A configuration and where it is from.
   *
   * @param replicas that go by it
   * @param from in words, as in {@code set for the topic}
   */
  public record Setting(List<String> replicas, String name, String value, String from) {}

  /** MTRO: a tombstone below it is needed by none of the replicas given. Exclusive. */
  public long maxTombstoneRemovalOffset() {
    return replicas.stream().mapToLong(ReplicaBounds::maxCleanlyCompactedOffset).min().orElse(0);
  }

  /** MXRO: an end marker below it is needed by none of the replicas given. Exclusive. */
  public long maxTransactionRemovalOffset() {
    return replicas.stream().mapToLong(ReplicaBounds::maxTransactionFreeOffset).min().orElse(0);
  }

  /** Whether replicas are missing that may need more than those given. */
  public boolean isMissingReplicas() {
    return replicasAssigned != null && replicasAssigned > replicas.size();
  }
}
