package org.logdiff.cli.json;

import com.fasterxml.jackson.annotation.JsonPropertyOrder;
import java.util.List;
import org.logdiff.analysis.report.ComparisonReport;

/**
 * The evidence file.
 *
 * @param failures what was asked for and could not be done
 */
@JsonPropertyOrder({"schema", "tool", "run", "verdict", "partitions", "failures", "notExamined"})
record EvidenceJson(
    String schema,
    ToolJson tool,
    RunJson run,
    String verdict,
    List<PartitionJson> partitions,
    List<String> failures,
    List<NotExaminedJson> notExamined) {
  /** Changes when a reader of the old shape would misunderstand the new one. */
  static final String SCHEMA = "logdiff-evidence/1";

  static EvidenceJson of(ComparisonReport report, ToolJson tool, RunJson run, boolean showKeys) {
    return new EvidenceJson(
        SCHEMA,
        tool,
        run,
        Names.of(report.verdict()),
        report.partitions().stream().map(p -> PartitionJson.of(p, showKeys)).toList(),
        report.failures(),
        report.notExamined().stream().map(NotExaminedJson::of).toList());
  }
}
