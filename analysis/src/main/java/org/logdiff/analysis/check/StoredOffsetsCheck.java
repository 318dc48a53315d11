package org.logdiff.analysis.check;

import java.util.OptionalLong;
import org.logdiff.analysis.replica.Replica;
import org.logdiff.analysis.report.FindingKind;
import org.logdiff.format.checkpoint.OffsetCheckpoint;

/**
 * What the checkpoints of the log dir say of the partition lies within its log.
 *
 * <table>
 * <caption>Rows</caption>
 * <tr><td>high watermark</td><td>not above the log end: what was replicated is there</td></tr>
 * <tr><td>recovery point</td><td>not above the log end: what was flushed is there</td></tr>
 * <tr><td>log start</td><td>not above the log end: a broker drops the whole log then</td></tr>
 * <tr><td>cleaner's first dirty offset</td><td>not above the log end; the broker sets it back</td></tr>
 * </table>
 *
 * <p>Source: {@code LogManager.loadLog}, {@code UnifiedLog}, {@code
 * LogCleanerManager.cleanableOffsets}, Kafka 4.4.0.
 */
final class StoredOffsetsCheck implements ReplicaCheck {
  private final ReplicaFindings findings;
  private final StoredOffsets stored;

  StoredOffsetsCheck(ReplicaFindings findings, StoredOffsets stored) {
    this.findings = findings;
    this.stored = stored;
  }

  @Override
  public void end(ProducerReplay state) {
    Replica replica = findings.context().replica();
    judge(
        OffsetCheckpoint.Kind.HIGH_WATERMARK,
        replica.highWatermark(),
        FindingKind.HIGH_WATERMARK_BEYOND_LOG_END,
        "the stored high watermark lies beyond the log's end",
        "records that were replicated are missing here: the log has lost its end, or was copied"
            + " before the checkpoint was",
        "if this replica leads before it has caught up, committed records are gone",
        "If this is a copy, copy again from a stopped broker.",
        "Else let the replica catch up from another before it leads.");
    judge(
        OffsetCheckpoint.Kind.RECOVERY_POINT,
        replica.lastStop().recoveryPoint(),
        FindingKind.RECOVERY_POINT_BEYOND_LOG_END,
        "the recovery point lies beyond the log's end",
        "records that were flushed are missing here: the log has lost its end, or was copied before"
            + " the checkpoint was",
        "if this replica leads before it has caught up, committed records may be gone",
        "If this is a copy, copy again from a stopped broker.",
        "Else check the disk, and let the replica catch up from another before it leads.");
    judge(
        OffsetCheckpoint.Kind.LOG_START,
        stored.logStart(),
        FindingKind.LOG_START_BEYOND_LOG_END,
        "the stored log start lies beyond the log's end",
        "a broker that starts with it drops the whole log",
        "everything in this replica is about to be lost",
        "Do not start the broker. Keep a copy of the replica.",
        "Find out whether the log lost its end or the checkpoint is wrong; then correct the latter,"
            + " or let the replica be rebuilt.");
    judge(
        OffsetCheckpoint.Kind.CLEANER,
        replica.cleanedTo(),
        FindingKind.CLEANER_CHECKPOINT_OUT_OF_RANGE,
        "the cleaner's checkpoint lies beyond the log's end",
        "the cleaner sets it back to the log start at its next pass",
        null,
        "Nothing: the broker corrects it.");
  }

  private void judge(
      OffsetCheckpoint.Kind checkpoint,
      OptionalLong offset,
      FindingKind kind,
      String summary,
      String meaning,
      String effect,
      String... remedy) {
    Replica replica = findings.context().replica();
    if (offset.isEmpty() || offset.getAsLong() <= replica.logEndOffset()) {
      return;
    }
    FindingDraft draft =
        findings
            .draft(kind, summary)
            .at(offset.getAsLong())
            .observed(
                checkpoint.fileName()
                    + " says "
                    + offset.getAsLong()
                    + "; the log ends at "
                    + replica.logEndOffset())
            .derived(meaning, "1")
            .exhibit(
                stored.logDir().resolve(checkpoint.fileName()),
                0,
                0,
                offset.getAsLong(),
                "the line of " + findings.context().partition())
            .remedy(remedy);
    findings.add(effect == null ? draft : draft.effect(effect));
  }
}
