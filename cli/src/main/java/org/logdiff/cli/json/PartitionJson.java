package org.logdiff.cli.json;

import com.fasterxml.jackson.annotation.JsonPropertyOrder;
import java.util.List;
import java.util.Optional;
import org.logdiff.analysis.report.PartitionReport;
import org.logdiff.analysis.report.ReplicaEvidence;

/** One partition. */
@JsonPropertyOrder({
  "partition",
  "topicId",
  "verdict",
  "compared",
  "replicas",
  "findings",
  "findingsNotListed",
  "notExamined"
})
record PartitionJson(
    String partition,
    String topicId,
    String verdict,
    List<Long> compared,
    List<ReplicaJson> replicas,
    List<FindingJson> findings,
    long findingsNotListed,
    List<NotExaminedJson> notExamined) {
  static PartitionJson of(PartitionReport report, boolean showKeys) {
    return new PartitionJson(
        report.partition(),
        report.topicId(),
        Names.of(report.verdict()),
        Names.of(report.compared()),
        report.replicas().stream()
            .map(replica -> ReplicaJson.of(replica, evidence(report, replica.name())))
            .toList(),
        report.findings().stream().map(f -> FindingJson.of(f, showKeys)).toList(),
        report.findingsNotListed(),
        report.notExamined().stream().map(NotExaminedJson::of).toList());
  }

  private static Optional<ReplicaEvidence> evidence(PartitionReport report, String replica) {
    return report.evidence().stream().filter(e -> e.replica().equals(replica)).findFirst();
  }
}
