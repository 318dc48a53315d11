package org.logdiff.analysis.check;

import org.logdiff.analysis.replica.Replica;
import org.logdiff.analysis.report.FindingKind;
import org.logdiff.format.snapshot.ProducerSnapshot;

/**
 * No producer snapshot lies beyond the log's end. A broker drops such a one when it starts. Source:
 * {@code ProducerStateManager.truncateAndReload}, Kafka 4.4.0.
 */
final class SnapshotOffsetCheck implements ReplicaCheck {
  private final ReplicaFindings findings;

  SnapshotOffsetCheck(ReplicaFindings findings) {
    this.findings = findings;
  }

  @Override
  public void end(ProducerReplay state) {
    Replica replica = findings.context().replica();
    for (Replica.SnapshotAt snapshot : replica.snapshots()) {
      if (snapshot.offset() > replica.logEndOffset()) {
        findings.add(
            findings
                .draft(
                    FindingKind.SNAPSHOT_BEYOND_LOG_END,
                    "a producer snapshot is of an offset beyond the log's end")
                .at(snapshot.offset())
                .observed(
                    snapshot.file().getFileName()
                        + ", and the log ends at "
                        + replica.logEndOffset())
                .derived(
                    "the log once went further here: it has lost its end, or was copied before the"
                        + " snapshot was",
                    "1")
                .effect("none by the snapshot itself: the broker drops it when it starts")
                .exhibit(
                    snapshot.file(),
                    0,
                    ProducerSnapshot.sizeBytes(snapshot.state().producerEntries().size()),
                    snapshot.offset(),
                    "the snapshot")
                .remedy(
                    "If this is a copy, copy again from a stopped broker.",
                    "Else let the replica catch up from another before it leads."));
      }
    }
  }
}
