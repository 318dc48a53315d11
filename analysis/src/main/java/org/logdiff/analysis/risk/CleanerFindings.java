package org.logdiff.analysis.risk;

import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.OptionalLong;
import org.logdiff.analysis.compare.ExaminedPartition;
import org.logdiff.analysis.compare.Fingerprint;
import org.logdiff.analysis.config.ConfigKey;
import org.logdiff.analysis.config.ReplicaConfig;
import org.logdiff.analysis.replica.Replica;
import org.logdiff.analysis.report.Confidence;
import org.logdiff.analysis.report.Finding;
import org.logdiff.analysis.report.FindingKind;
import org.logdiff.analysis.report.OffsetRange;
import org.logdiff.analysis.report.Step;

/**
 * Cleaners that do not do their work (docs/semantics.md, 8). Time is told by the log itself: what
 * it holds last was written a day after what should have been cleaned. So copies of any age give
 * the same answer, and a log without traffic is never blamed.
 */
final class CleanerFindings {
  /** So long after a segment could have been cleaned, its cleaner does not only take its time. */
  static final long PATIENCE_MS = Duration.ofDays(1).toMillis();

  private final ExaminedPartition partition;
  private final List<ReplicaConfig> configs;
  private final CleanerTraces traces;

  CleanerFindings(ExaminedPartition partition, List<ReplicaConfig> configs, CleanerTraces traces) {
    this.partition = partition;
    this.configs = configs;
    this.traces = traces;
  }

  List<Finding> findings() {
    List<Finding> findings = new ArrayList<>();
    for (int r = 0; r < partition.replicas().size(); r++) {
      addStalled(findings, r);
      addCheckpointBeyondLog(findings, r);
      addUnstamped(findings, r);
    }
    return findings;
  }

  private void addStalled(List<Finding> findings, int r) {
    Replica replica = partition.replicas().get(r);
    int first = RemovalTimes.firstDirtySegment(replica);
    int active = replica.segments().size() - 1;
    if (first >= active || traces.latestMs(r, first) == CleanerTraces.NO_TIMESTAMP) {
      return;
    }
    long cleanBytes = bytes(replica, 0, first);
    long dirtyBytes = bytes(replica, first, active);
    double ratio = (double) dirtyBytes / (cleanBytes + dirtyBytes);
    double least = configs.get(r).doubleValue(ConfigKey.MIN_CLEANABLE_DIRTY_RATIO);
    long lagMs = configs.get(r).longValue(ConfigKey.MIN_COMPACTION_LAG_MS);
    long waitedMs = traces.latestMs(r) - traces.latestMs(r, first);
    if (ratio <= least || waitedMs < lagMs || waitedMs - lagMs <= PATIENCE_MS) {
      return;
    }
    long stable = partition.lastStableOffsets()[r];
    boolean isPinned = stable < replica.segments().get(first + 1).baseOffset();
    List<Step> steps = new ArrayList<>();
    steps.add(
        observed(
            replica.cleanedTo().isPresent()
                ? "the cleaner's checkpoint is " + replica.cleanedTo().getAsLong()
                : "the cleaner has no checkpoint: it never finished a pass"));
    steps.add(
        observed(
            dirtyBytes
                + " bytes in "
                + (active - first)
                + " closed segments are dirty, beside "
                + cleanBytes
                + " clean ones: a ratio of "
                + Math.floor(ratio * 100) / 100
                + ", above min.cleanable.dirty.ratio="
                + configs.get(r).value(ConfigKey.MIN_CLEANABLE_DIRTY_RATIO).text()));
    steps.add(
        observed(
            "the first of them was written until "
                + Instant.ofEpochMilli(traces.latestMs(r, first))
                + ", the log until "
                + Instant.ofEpochMilli(traces.latestMs(r))));
    if (isPinned) {
      steps.add(observed("a transaction is open since " + stable + "; no pass goes beyond it"));
    }
    long base = replica.segments().get(first).baseOffset();
    findings.add(
        finding(
            FindingKind.STALLED_CLEANER,
            r,
            base,
            replica.name()
                + "'s cleaner stands still at "
                + base
                + (isPinned ? ", before the transaction that is open since " + stable : ""),
            steps,
            List.of(
                isPinned
                    ? "End the transaction that holds it: see logdiff txns."
                    : "Look for \"uncleanable\" in the log of "
                        + replica.name()
                        + "'s broker, and whether log.cleaner.enable is false there; restart it if"
                        + " its cleaner thread has died.")));
  }

  private static long bytes(Replica replica, int from, int to) {
    return replica.segments().subList(from, to).stream()
        .mapToLong(segment -> segment.sizeBytes())
        .sum();
  }

  private void addCheckpointBeyondLog(List<Finding> findings, int r) {
    Replica replica = partition.replicas().get(r);
    OptionalLong cleanedTo = replica.cleanedTo();
    if (cleanedTo.isEmpty() || cleanedTo.getAsLong() <= replica.logEndOffset()) {
      return;
    }
    findings.add(
        finding(
            FindingKind.CLEANER_CHECKPOINT_OUT_OF_RANGE,
            r,
            cleanedTo.getAsLong(),
            replica.name()
                + "'s cleaner checkpoint lies beyond the end of its log at "
                + replica.logEndOffset(),
            List.of(
                observed(
                    "the cleaner's checkpoint is "
                        + cleanedTo.getAsLong()
                        + ", the log ends at "
                        + replica.logEndOffset()),
                new Step(
                    Confidence.DERIVED,
                    "the next pass takes the whole log for dirty and begins at its start",
                    "2")),
            List.of(
                "Nothing, if the checkpoint was copied later than the log. Else find out what cut"
                    + " the log off.")));
  }

  private void addUnstamped(List<Finding> findings, int r) {
    Replica replica = partition.replicas().get(r);
    long retentionMs = configs.get(r).longValue(ConfigKey.DELETE_RETENTION_MS);
    long ageMs = traces.latestMs(r) - traces.unstampedMs(r);
    if (traces.unstamped(r) == 0 || ageMs < retentionMs || ageMs - retentionMs <= PATIENCE_MS) {
      return;
    }
    long offset = traces.firstUnstampedOffset(r);
    findings.add(
        finding(
            FindingKind.LINGERING_TOMBSTONES,
            r,
            offset,
            replica.name()
                + " keeps "
                + traces.unstamped(r)
                + " tombstones that its cleaner has passed and not stamped",
            List.of(
                observed(
                    "they lie below the cleaner's checkpoint "
                        + replica.cleanedTo().orElseThrow()
                        + ", the first at "
                        + offset
                        + ", and their batches have no delete horizon"),
                observed(
                    "the latest of them was written at "
                        + Instant.ofEpochMilli(traces.unstampedMs(r))
                        + ", the log until "
                        + Instant.ofEpochMilli(traces.latestMs(r)))),
            List.of(
                "Nothing is lost by it. A broker of 3.1 or later stamps them with its next pass"
                    + " (KAFKA-8522).")));
  }

  private static Step observed(String statement) {
    return new Step(Confidence.OBSERVED, statement, null);
  }

  private Finding finding(
      FindingKind kind, int r, long offset, String summary, List<Step> steps, List<String> remedy) {
    Replica replica = partition.replicas().get(r);
    return new Finding(
        kind,
        Fingerprint.of(
            kind,
            partition.partition(),
            partition.topicId(),
            Fingerprint.node(replica.nodeId(), replica.name()),
            null,
            offset),
        Confidence.OBSERVED,
        replica.name(),
        offset,
        List.of(new OffsetRange(offset, offset)),
        null,
        null,
        summary,
        steps,
        List.of(),
        List.of(),
        remedy,
        List.of(),
        List.of(),
        null);
  }
}
