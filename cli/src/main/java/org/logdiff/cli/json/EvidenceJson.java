package org.logdiff.cli.json;

import com.fasterxml.jackson.annotation.JsonProperty;
import com.fasterxml.jackson.annotation.JsonPropertyOrder;
import java.util.List;
import org.logdiff.analysis.report.ComparisonReport;
import org.logdiff.cli.key.KeyDisclosure;

/**
 * The evidence file.
 *
 * @param isRedacted whether hashes need a salt to be checked
 * @param failures what was asked for and could not be done
 */
@JsonPropertyOrder({
  "schema",
  "tool",
  "run",
  "isRedacted",
  "verdict",
  "topics",
  "partitions",
  "failures",
  "notExamined"
})
record EvidenceJson(
    String schema,
    ToolJson tool,
    RunJson run,
    @JsonProperty("isRedacted") boolean isRedacted,
    String verdict,
    List<TopicJson> topics,
    List<PartitionJson> partitions,
    List<String> failures,
    List<NotExaminedJson> notExamined) {
  /** Changes when a reader of the old shape would misunderstand the new one. */
  static final String SCHEMA = "logdiff-evidence/1";

  static EvidenceJson of(ComparisonReport report, ToolJson tool, RunJson run, KeyDisclosure keys) {
    return new EvidenceJson(
        SCHEMA,
        tool,
        run,
        keys.salt().isPresent(),
        Names.of(report.verdict()),
        TopicJson.of(report.partitions()),
        report.partitions().stream().map(p -> PartitionJson.of(p, keys)).toList(),
        report.failures(),
        report.notExamined().stream().map(NotExaminedJson::of).toList());
  }
}
