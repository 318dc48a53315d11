package org.logdiff.cli.json;

import com.fasterxml.jackson.annotation.JsonPropertyOrder;
import java.io.IOException;
import java.io.Writer;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import org.logdiff.analysis.check.CheckReport;
import org.logdiff.analysis.check.CheckedLogDir;
import org.logdiff.analysis.check.CheckedPartition;
import org.logdiff.cli.key.KeyDisclosure;

/** A check as data for programs. */
@JsonPropertyOrder({"schema", "tool", "level", "logDirs", "partitions", "failures", "notExamined"})
public record CheckJson(
    String schema,
    ToolJson tool,
    String level,
    List<LogDirJson> logDirs,
    List<CheckedPartitionJson> partitions,
    List<String> failures,
    List<NotExaminedJson> notExamined) {
  /** Changes when a reader of the old shape would misunderstand the new one. */
  private static final String SCHEMA = "logdiff-check/1";

  /** No check is about a key. */
  private static final KeyDisclosure NO_KEYS = KeyDisclosure.of(false);

  public static CheckJson of(CheckReport report, ToolJson tool) {
    return new CheckJson(
        SCHEMA,
        tool,
        report.level().name().toLowerCase(Locale.ROOT),
        report.logDirs().stream().map(LogDirJson::of).toList(),
        report.partitions().stream().map(CheckedPartitionJson::of).toList(),
        report.failures(),
        report.notExamined().stream().map(NotExaminedJson::of).toList());
  }

  public void write(Writer out) throws IOException {
    JsonDocument.write(this, out);
  }

  /** The files of a log dir that belong to no partition. */
  @JsonPropertyOrder({"name", "path", "findings"})
  record LogDirJson(String name, String path, List<FindingJson> findings) {
    static LogDirJson of(CheckedLogDir logDir) {
      return new LogDirJson(
          logDir.name(),
          logDir.path().toString(),
          logDir.findings().stream().map(f -> FindingJson.of(f, NO_KEYS)).toList());
    }
  }

  /** One replica. */
  @JsonPropertyOrder({
    "partition",
    "topicId",
    "replica",
    "findings",
    "findingsNotListed",
    "notExamined"
  })
  record CheckedPartitionJson(
      String partition,
      String topicId,
      ReplicaJson replica,
      List<FindingJson> findings,
      long findingsNotListed,
      List<NotExaminedJson> notExamined) {
    static CheckedPartitionJson of(CheckedPartition checked) {
      return new CheckedPartitionJson(
          checked.partition(),
          checked.topicId(),
          Optional.ofNullable(checked.replica())
              .map(replica -> ReplicaJson.of(replica, Optional.empty()))
              .orElse(null),
          checked.findings().stream().map(f -> FindingJson.of(f, NO_KEYS)).toList(),
          checked.findingsNotListed(),
          checked.notExamined().stream().map(NotExaminedJson::of).toList());
    }
  }
}
