package org.logdiff.cli.json;

import com.fasterxml.jackson.annotation.JsonPropertyOrder;
import java.io.IOException;
import java.io.Writer;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.logdiff.analysis.cleaner.CleaningRange;
import org.logdiff.analysis.cleaner.CleaningReport;
import org.logdiff.analysis.cleaner.Explanation;
import org.logdiff.analysis.cleaner.ListedBatch;
import org.logdiff.analysis.cleaner.PassListener.BatchDecision;
import org.logdiff.analysis.cleaner.PassResult;
import org.logdiff.analysis.cleaner.SegmentTotals;
import org.logdiff.analysis.config.ConfigValue;

/**
 * What passes of the cleaner would do to one replica.
 *
 * @param failures what was asked for and could not be done
 */
@JsonPropertyOrder({
  "schema",
  "tool",
  "partition",
  "replica",
  "atMs",
  "profile",
  "config",
  "passes",
  "batches",
  "recordsNotListed",
  "explanation",
  "failures",
  "notExamined"
})
public record CleaningJson(
    String schema,
    ToolJson tool,
    String partition,
    CleanedReplicaJson replica,
    long atMs,
    String profile,
    List<ConfigJson> config,
    List<PassJson> passes,
    List<BatchJson> batches,
    long recordsNotListed,
    ExplanationJson explanation,
    List<String> failures,
    List<NotExaminedJson> notExamined) {
  /** Changes when a reader of the old shape would misunderstand the new one. */
  static final String SCHEMA = "logdiff-clean/1";

  public static CleaningJson of(CleaningReport report, ToolJson tool) {
    return new CleaningJson(
        SCHEMA,
        tool,
        report.partition().orElse(null),
        report.replica().map(CleanedReplicaJson::of).orElse(null),
        report.atMs(),
        report.profile().id(),
        report.config().stream().map(ConfigJson::of).toList(),
        report.passes().stream().map(PassJson::of).toList(),
        report.listed().stream().map(BatchJson::of).toList(),
        report.notListed(),
        report.explanation().map(ExplanationJson::of).orElse(null),
        report.failures(),
        report.notExamined().stream().map(NotExaminedJson::of).toList());
  }

  public void write(Writer out) throws IOException {
    JsonDocument.write(this, out);
  }

  /** The replica. */
  @JsonPropertyOrder({
    "name",
    "directory",
    "nodeId",
    "logStartOffset",
    "logEndOffset",
    "lastStableOffset",
    "cleanerCheckpoint",
    "segments",
    "bytes",
    "activeProducers"
  })
  record CleanedReplicaJson(
      String name,
      String directory,
      Integer nodeId,
      long logStartOffset,
      long logEndOffset,
      long lastStableOffset,
      Long cleanerCheckpoint,
      int segments,
      long bytes,
      int activeProducers) {
    static CleanedReplicaJson of(CleaningReport.CleanedReplica replica) {
      return new CleanedReplicaJson(
          replica.name(),
          replica.directory().toString(),
          replica.nodeId().orElse(null),
          replica.logStartOffset(),
          replica.logEndOffset(),
          replica.lastStableOffset(),
          replica.checkpoint().orElse(null),
          replica.segments(),
          replica.bytes(),
          replica.activeProducers());
    }
  }

  /** A setting. */
  @JsonPropertyOrder({"name", "value", "origin", "setAs"})
  record ConfigJson(String name, String value, String origin, String setAs) {
    static ConfigJson of(ConfigValue value) {
      return new ConfigJson(
          value.key().kafkaName(), value.text(), Names.hyphenated(value.origin()), value.setAs());
    }
  }

  /** One pass, or why there is none. */
  @JsonPropertyOrder({
    "choice",
    "firstDirtyOffset",
    "firstDirtyFrom",
    "stopOffset",
    "stop",
    "firstUncleanableOffset",
    "cleanBytes",
    "dirtyBytes",
    "dirtyRatio",
    "overdueMs",
    "keys",
    "keysPerPass",
    "mapFull",
    "cleanedTo",
    "groups",
    "obstacle"
  })
  record PassJson(
      String choice,
      long firstDirtyOffset,
      String firstDirtyFrom,
      long stopOffset,
      String stop,
      long firstUncleanableOffset,
      long cleanBytes,
      long dirtyBytes,
      double dirtyRatio,
      long overdueMs,
      long keys,
      long keysPerPass,
      boolean mapFull,
      long cleanedTo,
      List<GroupJson> groups,
      String obstacle) {
    static PassJson of(PassResult pass) {
      CleaningRange range = pass.range();
      return new PassJson(
          Names.hyphenated(range.choice()),
          range.firstDirtyOffset(),
          Names.hyphenated(range.dirtyFrom()),
          range.stopOffset(),
          Names.hyphenated(range.stop()),
          range.firstUncleanableOffset(),
          range.cleanBytes(),
          range.dirtyBytes(),
          range.dirtyRatio(),
          range.overdueMs(),
          pass.keys(),
          pass.keysPerPass(),
          pass.isMapFull(),
          pass.cleanedTo(),
          pass.groups().stream().map(GroupJson::of).toList(),
          pass.obstacle().orElse(null));
    }
  }

  /** Segments cleaned into one. */
  @JsonPropertyOrder({
    "baseOffset",
    "bytes",
    "indexEntries",
    "timeIndexEntries",
    "txnIndexEntries",
    "segments"
  })
  record GroupJson(
      long baseOffset,
      long bytes,
      int indexEntries,
      int timeIndexEntries,
      int txnIndexEntries,
      List<SegmentJson> segments) {
    static GroupJson of(PassResult.Group group) {
      return new GroupJson(
          group.baseOffset(),
          group.after().sizeBytes(),
          group.after().offsetIndexEntries(),
          group.after().timeIndexEntries(),
          group.after().transactionIndexEntries(),
          group.segments().stream().map(SegmentJson::of).toList());
    }
  }

  /** One segment before the pass. */
  @JsonPropertyOrder({"baseOffset", "bytes", "batches", "records", "horizonsSet"})
  record SegmentJson(
      long baseOffset,
      long bytes,
      Map<String, Long> batches,
      Map<String, Long> records,
      long horizonsSet) {
    static SegmentJson of(SegmentTotals totals) {
      Map<String, Long> batches = new TreeMap<>();
      totals.batches().forEach((fate, count) -> batches.put(Names.hyphenated(fate), count));
      Map<String, Long> records = new TreeMap<>();
      totals.records().forEach((row, count) -> records.put(Names.hyphenated(row), count));
      return new SegmentJson(
          totals.baseOffset(), totals.sizeBytes(), batches, records, totals.horizonsSet());
    }
  }

  /** The decision on a batch. */
  @JsonPropertyOrder({
    "segment",
    "position",
    "baseOffset",
    "lastOffset",
    "rule",
    "keptFor",
    "fate",
    "deleteHorizonMs",
    "records"
  })
  record BatchJson(
      long segment,
      long position,
      long baseOffset,
      long lastOffset,
      String rule,
      String keptFor,
      String fate,
      Long deleteHorizonMs,
      List<RecordJson> records) {
    static BatchJson of(ListedBatch batch) {
      BatchDecision decision = batch.decision();
      return new BatchJson(
          decision.segmentBaseOffset(),
          decision.position(),
          decision.header().baseOffset(),
          decision.header().lastOffset(),
          Character.toString(decision.row().letter()),
          Names.hyphenated(decision.keptFor()),
          Names.hyphenated(decision.fate()),
          decision.deleteHorizonMs().isPresent() ? decision.deleteHorizonMs().getAsLong() : null,
          batch.records().stream().map(RecordJson::of).toList());
    }
  }

  /** The decision on a record. */
  @JsonPropertyOrder({"offset", "rule", "kept", "reason", "latestOffset"})
  record RecordJson(long offset, String rule, boolean kept, String reason, Long latestOffset) {
    static RecordJson of(ListedBatch.ListedRecord record) {
      return new RecordJson(
          record.offset(),
          Character.toString(record.row().letter()),
          record.row().keeps(),
          Names.hyphenated(record.row()),
          record.latestOffset() < 0 ? null : record.latestOffset());
    }
  }

  /** Why an offset is there, or is not. */
  @JsonPropertyOrder({"offset", "byFullPass", "where", "batch"})
  record ExplanationJson(long offset, boolean byFullPass, String where, BatchJson batch) {
    static ExplanationJson of(Explanation explanation) {
      return new ExplanationJson(
          explanation.offset(),
          explanation.isByFullPass(),
          Names.hyphenated(explanation.where()),
          explanation.holder().map(BatchJson::of).orElse(null));
    }
  }
}
