package org.logdiff.cli.json;

import com.fasterxml.jackson.annotation.JsonPropertyOrder;
import java.util.List;
import org.logdiff.analysis.report.PartitionReport;
import org.logdiff.analysis.report.Severity;
import org.logdiff.analysis.report.TopicSummary;

/** A topic in numbers. */
@JsonPropertyOrder({
  "topic",
  "partitions",
  "consistent",
  "inconsistent",
  "undetermined",
  "errors",
  "warnings",
  "infos",
  "findingsKnown"
})
record TopicJson(
    String topic,
    int partitions,
    int consistent,
    int inconsistent,
    int undetermined,
    int errors,
    int warnings,
    int infos,
    int findingsKnown) {
  static List<TopicJson> of(List<PartitionReport> partitions) {
    return TopicSummary.of(partitions).stream().map(TopicJson::of).toList();
  }

  private static TopicJson of(TopicSummary topic) {
    return new TopicJson(
        topic.topic(),
        topic.partitions(),
        topic.consistent(),
        topic.inconsistent(),
        topic.undetermined(),
        count(topic, Severity.ERROR),
        count(topic, Severity.WARNING),
        count(topic, Severity.INFO),
        topic.findingsKnown());
  }

  private static int count(TopicSummary topic, Severity severity) {
    return (int) topic.findings().stream().filter(f -> f.severity() == severity).count();
  }
}
