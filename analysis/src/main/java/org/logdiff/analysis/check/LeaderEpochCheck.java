package org.logdiff.analysis.check;

import java.util.OptionalInt;
import org.logdiff.analysis.replica.LeaderEpochs;
import org.logdiff.analysis.replica.Replica;
import org.logdiff.analysis.report.FindingKind;
import org.logdiff.format.checkpoint.LeaderEpochCheckpoint;

/**
 * The leader epochs of batches do not go down, and are those that leader-epoch-checkpoint gives
 * their offsets. Batches that contradict the checkpoint are out of order if the batch before has a
 * higher epoch or the one after a lower one; else it is the checkpoint that lacks something.
 *
 * <p>A checkpoint that is not there knows no epoch; one that is damaged is not asked. The
 * checkpoint may have more: a leader notes its epoch before it writes, and records are cleaned
 * away. Nothing is said of batches below the log start, whose epochs are dropped from it.
 *
 * <p>Source: {@code LeaderEpochFileCache}, Kafka 4.4.0.
 */
final class LeaderEpochCheck implements ReplicaCheck {
  private static final int NO_EPOCH = -1;

  private final ReplicaFindings findings;
  private final LeaderEpochs checkpoint;
  private final boolean knowsCheckpoint;
  private final long logStartOffset;

  private WalkedBatch before;
  private WalkedBatch first;
  private WalkedBatch latest;
  private int batches;

  LeaderEpochCheck(ReplicaFindings findings) {
    Replica replica = findings.context().replica();
    this.findings = findings;
    checkpoint = replica.leaderEpochs();
    knowsCheckpoint =
        !findings.context().isDamaged(replica.directory().resolve(LeaderEpochCheckpoint.FILE_NAME));
    logStartOffset = replica.logStartOffset();
  }

  @Override
  public void batch(WalkedBatch batch, ProducerReplay state) {
    if (epoch(batch) == NO_EPOCH || batch.baseOffset() < logStartOffset) {
      return;
    }
    boolean isContradicted = isContradicted(batch);
    if (!isContradicted || first != null && epoch(batch) != epoch(latest)) {
      close(batch);
    }
    if (isContradicted) {
      first = first == null ? batch : first;
      latest = batch;
      batches++;
    } else {
      if (before != null && first == null && epoch(batch) < epoch(before) && !knowsCheckpoint) {
        outOfOrder(batch, before, batch, 1);
      }
      before = batch;
    }
  }

  @Override
  public void end(ProducerReplay state) {
    close(null);
  }

  private boolean isContradicted(WalkedBatch batch) {
    OptionalInt expected = checkpoint.epochAt(batch.baseOffset());
    return knowsCheckpoint && (expected.isEmpty() || expected.getAsInt() != epoch(batch));
  }

  private static int epoch(WalkedBatch batch) {
    return batch.header().partitionLeaderEpoch();
  }

  /** The stretch of batches that the checkpoint contradicts has ended. */
  private void close(WalkedBatch after) {
    if (first == null) {
      return;
    }
    if (before != null && epoch(before) > epoch(first)) {
      outOfOrder(first, before, first, batches);
    } else if (after != null && epoch(after) < epoch(first)) {
      outOfOrder(first, first, after, batches);
    } else {
      mismatch();
    }
    before = latest;
    first = null;
    batches = 0;
  }

  private void outOfOrder(WalkedBatch subject, WalkedBatch higher, WalkedBatch lower, int count) {
    findings.add(
        findings
            .draft(
                FindingKind.LEADER_EPOCH_OUT_OF_ORDER,
                "the leader epoch goes down from "
                    + epoch(higher)
                    + " at "
                    + higher.baseOffset()
                    + " to "
                    + epoch(lower)
                    + " at "
                    + lower.baseOffset())
            .at(subject.baseOffset())
            .observed(
                "the batch at "
                    + subject.baseOffset()
                    + " has leader epoch "
                    + epoch(subject)
                    + (count > 1 ? ", as " + (count - 1) + " more after it" : "")
                    + text(checkpoint.epochAt(subject.baseOffset())))
            .derived(
                "epochs only rise; the checksum does not cover this field, so either it is damaged,"
                    + " or a log of another lineage was continued",
                "5.3 n")
            .effect("followers may cut off or keep the wrong records when leaders change")
            .exhibit(higher, "the higher epoch")
            .exhibit(lower, "the lower epoch after it")
            .rebuild());
  }

  private String text(OptionalInt expected) {
    return !knowsCheckpoint
        ? ""
        : expected.isEmpty()
            ? "; leader-epoch-checkpoint has none for that offset"
            : "; leader-epoch-checkpoint says " + expected.getAsInt();
  }

  private void mismatch() {
    findings.add(
        findings
            .draft(
                FindingKind.LEADER_EPOCH_CHECKPOINT_MISMATCH,
                "leader-epoch-checkpoint does not know leader epoch "
                    + epoch(first)
                    + " of the batches from "
                    + first.baseOffset()
                    + " on")
            .at(first.baseOffset())
            .observed(
                "the batch at "
                    + first.baseOffset()
                    + " has leader epoch "
                    + epoch(first)
                    + (batches > 1 ? ", as " + (batches - 1) + " more after it" : "")
                    + text(checkpoint.epochAt(first.baseOffset())))
            .derived(
                "a replica notes each epoch with its first batch, and keeps it as long as the log"
                    + " has batches of it",
                "1")
            .effect(
                "none at once; when leaders change, followers that ask this replica where an epoch"
                    + " ended may cut off too much or too little")
            .exhibit(first, "the epoch in the log")
            .remedy(
                "Stop the broker, remove leader-epoch-checkpoint and .kafka_cleanshutdown, and"
                    + " start it again: recovery notes the epochs of the segments that it reads; or"
                    + " rebuild the replica."));
  }
}
