package org.logdiff.cli.json;

import com.fasterxml.jackson.annotation.JsonPropertyOrder;
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
  "damagedBytes"
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
    long damagedBytes) {
  static ReplicaJson of(ReplicaSummary replica) {
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
        replica.damagedBytes());
  }
}
