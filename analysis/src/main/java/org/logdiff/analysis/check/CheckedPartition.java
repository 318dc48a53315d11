package org.logdiff.analysis.check;

import java.util.List;
import org.logdiff.analysis.report.Finding;
import org.logdiff.analysis.report.NotExamined;
import org.logdiff.analysis.report.ReplicaSummary;

/**
 * What was found out about one replica of a partition.
 *
 * @param partition as in {@code foo-0}
 * @param topicId null if the replica does not say
 * @param replica null if it could not be opened
 * @param findings errors first, then by offset
 * @param findingsNotListed how many more there are
 */
public record CheckedPartition(
    String partition,
    String topicId,
    ReplicaSummary replica,
    List<Finding> findings,
    long findingsNotListed,
    List<NotExamined> notExamined) {
  public CheckedPartition {
    findings = List.copyOf(findings);
    notExamined = List.copyOf(notExamined);
  }
}
