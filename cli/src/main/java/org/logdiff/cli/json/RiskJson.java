package org.logdiff.cli.json;

import com.fasterxml.jackson.annotation.JsonProperty;
import com.fasterxml.jackson.annotation.JsonPropertyOrder;
import java.io.IOException;
import java.io.Writer;
import java.util.List;
import java.util.Locale;
import org.logdiff.analysis.report.PartitionRisk;
import org.logdiff.analysis.report.RecordAtRisk;
import org.logdiff.analysis.report.ReplicaBounds;
import org.logdiff.analysis.report.ReplicaSummary;
import org.logdiff.analysis.report.RiskReport;
import org.logdiff.cli.key.KeyDisclosure;

/**
 * What is about to be lost, as data for programs.
 *
 * @param atMs milliseconds since 1970
 */
@JsonPropertyOrder({"schema", "tool", "atMs", "answer", "partitions", "failures", "notExamined"})
public record RiskJson(
    String schema,
    ToolJson tool,
    long atMs,
    String answer,
    List<PartitionRiskJson> partitions,
    List<String> failures,
    List<NotExaminedJson> notExamined) {
  /** Changes when a reader of the old shape would misunderstand the new one. */
  private static final String SCHEMA = "logdiff-risk/1";

  public static RiskJson of(RiskReport report, ToolJson tool, KeyDisclosure keys) {
    return new RiskJson(
        SCHEMA,
        tool,
        report.atMs(),
        answer(report.answer()),
        report.partitions().stream()
            .map(partition -> PartitionRiskJson.of(partition, report.atMs(), keys))
            .toList(),
        report.failures(),
        report.notExamined().stream().map(NotExaminedJson::of).toList());
  }

  public void write(Writer out) throws IOException {
    JsonDocument.write(this, out);
  }

  /** As in {@code not-at-risk}. */
  private static String answer(PartitionRisk.Answer answer) {
    return answer.name().toLowerCase(Locale.ROOT).replace('_', '-');
  }

  /** One partition. */
  @JsonPropertyOrder({
    "partition",
    "topicId",
    "answer",
    "replicasAssigned",
    "maxTombstoneRemovalOffset",
    "maxTransactionRemovalOffset",
    "replicas",
    "settings",
    "atRisk",
    "atRiskNotListed",
    "held",
    "findings",
    "remedy",
    "errorsElsewhere",
    "notExamined"
  })
  record PartitionRiskJson(
      String partition,
      String topicId,
      String answer,
      Integer replicasAssigned,
      long maxTombstoneRemovalOffset,
      long maxTransactionRemovalOffset,
      List<BoundsJson> replicas,
      List<SettingJson> settings,
      List<RecordJson> atRisk,
      long atRiskNotListed,
      long held,
      List<FindingJson> findings,
      List<String> remedy,
      long errorsElsewhere,
      List<NotExaminedJson> notExamined) {
    static PartitionRiskJson of(PartitionRisk risk, long atMs, KeyDisclosure keys) {
      return new PartitionRiskJson(
          risk.partition(),
          risk.topicId(),
          RiskJson.answer(risk.answer()),
          risk.replicasAssigned(),
          risk.maxTombstoneRemovalOffset(),
          risk.maxTransactionRemovalOffset(),
          risk.replicas().stream().map(BoundsJson::of).toList(),
          risk.settings().stream().map(SettingJson::of).toList(),
          risk.atRisk().stream().map(r -> RecordJson.of(r, atMs, keys)).toList(),
          risk.atRiskNotListed(),
          risk.held(),
          risk.findings().stream().map(f -> FindingJson.of(f, keys)).toList(),
          risk.remedy(),
          risk.errorsElsewhere(),
          risk.notExamined().stream().map(NotExaminedJson::of).toList());
    }
  }

  /** One replica and its bounds. */
  @JsonPropertyOrder({
    "name",
    "directory",
    "nodeId",
    "logStartOffset",
    "logEndOffset",
    "lastStableOffset",
    "cleanedTo",
    "maxCleanlyCompactedOffset",
    "maxTransactionFreeOffset",
    "isHidden"
  })
  record BoundsJson(
      String name,
      String directory,
      Integer nodeId,
      Long logStartOffset,
      Long logEndOffset,
      Long lastStableOffset,
      Long cleanedTo,
      long maxCleanlyCompactedOffset,
      long maxTransactionFreeOffset,
      @JsonProperty("isHidden") boolean isHidden) {
    static BoundsJson of(ReplicaBounds bounds) {
      ReplicaSummary replica = bounds.replica();
      return new BoundsJson(
          replica.name(),
          replica.directory().toString(),
          replica.nodeId(),
          replica.logStartOffset(),
          replica.logEndOffset(),
          replica.lastStableOffset(),
          replica.cleanedTo(),
          bounds.maxCleanlyCompactedOffset(),
          bounds.maxTransactionFreeOffset(),
          bounds.isHidden());
    }
  }

  /** A configuration. */
  @JsonPropertyOrder({"replicas", "name", "value", "from"})
  record SettingJson(List<String> replicas, String name, String value, String from) {
    static SettingJson of(PartitionRisk.Setting setting) {
      return new SettingJson(setting.replicas(), setting.name(), setting.value(), setting.from());
    }
  }

  /** A tombstone or marker. */
  @JsonPropertyOrder({
    "id",
    "kind",
    "offset",
    "key",
    "producerId",
    "isLastCopy",
    "earliestRemovalMs",
    "timeLeftMs",
    "copies",
    "needs",
    "goneFrom",
    "isOutcomeProven"
  })
  record RecordJson(
      String id,
      String kind,
      long offset,
      KeyJson key,
      Long producerId,
      @JsonProperty("isLastCopy") boolean isLastCopy,
      long earliestRemovalMs,
      long timeLeftMs,
      List<CopyJson> copies,
      List<NeedJson> needs,
      List<String> goneFrom,
      @JsonProperty("isOutcomeProven") boolean isOutcomeProven) {
    static RecordJson of(RecordAtRisk record, long atMs, KeyDisclosure keys) {
      return new RecordJson(
          record.findingKind().id(),
          Names.of(record.kind()),
          record.offset(),
          KeyJson.of(record.key(), keys),
          record.producerId(),
          record.isLastCopy(),
          record.earliestRemovalMs(),
          Math.max(0, record.earliestRemovalMs() - atMs),
          record.copies().stream().map(CopyJson::of).toList(),
          record.needs().stream().map(NeedJson::of).toList(),
          record.goneFrom(),
          record.isOutcomeProven());
    }
  }

  /** A replica that has it. */
  @JsonPropertyOrder({"replica", "deleteHorizonMs", "earliestRemovalMs", "heldByOffset"})
  record CopyJson(String replica, Long deleteHorizonMs, long earliestRemovalMs, Long heldByOffset) {
    static CopyJson of(RecordAtRisk.Copy copy) {
      return new CopyJson(
          copy.replica(), copy.deleteHorizonMs(), copy.earliestRemovalMs(), copy.heldByOffset());
    }
  }

  /** A replica that needs it. */
  @JsonPropertyOrder({"replica", "reason", "orphanOffset"})
  record NeedJson(String replica, String reason, long orphanOffset) {
    static NeedJson of(RecordAtRisk.Need need) {
      return new NeedJson(need.replica(), Names.of(need.reason()), need.orphanOffset());
    }
  }
}
