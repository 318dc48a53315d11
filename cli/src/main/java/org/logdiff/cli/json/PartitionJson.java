package org.logdiff.cli.json;

import com.fasterxml.jackson.annotation.JsonPropertyOrder;
import java.util.List;
import java.util.Optional;
import org.logdiff.analysis.report.PartitionReport;
import org.logdiff.analysis.report.ReplicaEvidence;
import org.logdiff.cli.key.KeyDisclosure;

/** One partition. */
@JsonPropertyOrder({
  "partition",
  "topicId",
  "verdict",
  "compared",
  "replicas",
  "findings",
  "findingsNotListed",
  "findingsKnown",
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
    int findingsKnown,
    List<NotExaminedJson> notExamined) {
  static PartitionJson of(PartitionReport report, KeyDisclosure keys) {
    return new PartitionJson(
        report.partition(),
        report.topicId(),
        Names.of(report.verdict()),
        Names.of(report.compared()),
        report.replicas().stream()
            .map(replica -> ReplicaJson.of(replica, evidence(report, replica.name())))
            .toList(),
        report.findings().stream().map(f -> FindingJson.of(f, keys)).toList(),
        report.findingsNotListed(),
        report.findingsKnown(),
        report.notExamined().stream().map(NotExaminedJson::of).toList());
  }

  private static Optional<ReplicaEvidence> evidence(PartitionReport report, String replica) {
    return report.evidence().stream().filter(e -> e.replica().equals(replica)).findFirst();
  }
}
