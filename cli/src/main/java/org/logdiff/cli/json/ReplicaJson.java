package org.logdiff.cli.json;

import com.fasterxml.jackson.annotation.JsonPropertyOrder;
import java.util.List;
import java.util.Optional;
import org.logdiff.analysis.report.BeyondStable;
import org.logdiff.analysis.report.ReplicaEvidence;
import org.logdiff.analysis.report.ReplicaSummary;

/** One replica of a partition. */
@JsonPropertyOrder({
  "name",
  "directory",
  "nodeId",
  "logStartOffset",
  "logEndOffset",
  "highWatermark",
  "lastStableOffset",
  "cleanedTo",
  "segments",
  "bytes",
  "damagedBytes",
  "beyondStable",
  "leaderEpochs",
  "files"
})
record ReplicaJson(
    String name,
    String directory,
    Integer nodeId,
    Long logStartOffset,
    Long logEndOffset,
    Long highWatermark,
    Long lastStableOffset,
    Long cleanedTo,
    int segments,
    long bytes,
    long damagedBytes,
    BeyondStableJson beyondStable,
    List<LeaderEpochJson> leaderEpochs,
    List<ExaminedFileJson> files) {
  static ReplicaJson of(ReplicaSummary replica, Optional<ReplicaEvidence> evidence) {
    return new ReplicaJson(
        replica.name(),
        replica.directory().toString(),
        replica.nodeId(),
        replica.logStartOffset(),
        replica.logEndOffset(),
        replica.highWatermark(),
        replica.lastStableOffset(),
        replica.cleanedTo(),
        replica.segments(),
        replica.bytes(),
        replica.damagedBytes(),
        BeyondStableJson.of(replica.beyondStable()),
        evidence.map(ReplicaEvidence::lineage).orElse(List.of()).stream()
            .map(entry -> new LeaderEpochJson(entry.epoch(), entry.startOffset()))
            .toList(),
        evidence.map(ReplicaEvidence::files).orElse(List.of()).stream()
            .map(ExaminedFileJson::of)
            .toList());
  }

  /** What lies at or above the last stable offset. */
  @JsonPropertyOrder({"records", "batches", "bytes"})
  record BeyondStableJson(long records, long batches, long bytes) {
    static BeyondStableJson of(BeyondStable beyond) {
      return beyond == null
          ? null
          : new BeyondStableJson(beyond.records(), beyond.batches(), beyond.bytes());
    }
  }

  /** An epoch of the replica's lineage, and the offset from which on it led. */
  @JsonPropertyOrder({"epoch", "startOffset"})
  record LeaderEpochJson(int epoch, long startOffset) {}
}
