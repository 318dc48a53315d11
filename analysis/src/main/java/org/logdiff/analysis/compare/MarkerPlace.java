package org.logdiff.analysis.compare;

import java.util.ArrayList;
import java.util.List;
import java.util.OptionalLong;
import org.logdiff.analysis.align.Candidates;
import org.logdiff.analysis.replica.Replica;
import org.logdiff.analysis.report.Confidence;
import org.logdiff.analysis.report.Step;
import org.logdiff.analysis.transaction.TransactionPart;
import org.logdiff.format.snapshot.ProducerEntry;

/**
 * Where an end marker was that nobody holds any more (docs/semantics.md, section 6): the candidates
 * of the table, narrowed by the replica's own snapshots.
 *
 * @param offset the only one, or the likeliest under the assumptions; null if several remain
 * @param showsOpen the snapshot that shows the transaction open; null without one
 */
record MarkerPlace(
    Candidates candidates,
    Long offset,
    List<String> assumptions,
    List<Step> steps,
    Replica.SnapshotAt showsOpen) {

  /**
   * @param isCutOffUnclear whether the replica was cut off more than once, so that its last
   *     snapshot narrows nothing
   */
  static MarkerPlace find(
      Replica replica, TransactionPart part, Candidates candidates, boolean isCutOffUnclear) {
    List<Step> steps = new ArrayList<>();
    List<String> assumptions = new ArrayList<>();
    Candidates remaining = candidates;
    if (!remaining.isEmpty()) {
      steps.add(
          new Step(
              Confidence.OBSERVED,
              "no replica has a batch at "
                  + Offsets.text(remaining)
                  + "; the marker was at one of these offsets",
              "section 6"));
    }
    Replica.SnapshotAt open = isCutOffUnclear ? null : cutOffWhileOpen(replica, part);
    if (open != null) {
      Candidates narrowed = remaining.from(open.offset());
      if (!narrowed.isEmpty() && !narrowed.equals(remaining)) {
        steps.add(
            new Step(
                Confidence.INFERRED,
                replica.name()
                    + "'s snapshot at "
                    + open.offset()
                    + " shows the transaction open when its log ended there, so the end lies at or"
                    + " above",
                "section 6"));
        assumptions.add(
            replica.name()
                + " was cut off when its log ended at "
                + open.offset()
                + " ("
                + open.file().getFileName()
                + ")");
        remaining = narrowed;
      }
    }
    OptionalLong only = remaining.only();
    Long offset = only.isPresent() ? only.getAsLong() : null;
    if (offset == null && !remaining.isEmpty()) {
      long after =
          open == null ? part.lastOffset() + 1 : Math.max(open.offset(), part.lastOffset() + 1);
      if (remaining.beginsWithSingle(after)) {
        offset = after;
        String where =
            open == null
                ? "directly after the transaction's data"
                : "directly at the end of the log when the replica was cut off";
        steps.add(
            new Step(Confidence.INFERRED, "a gap of just one offset lies " + where, "section 6"));
        assumptions.add("the marker was the one offset that is missing " + where);
      }
    }
    return new MarkerPlace(remaining, offset, assumptions, steps, open);
  }

  /**
   * The first snapshot off a segment's boundary that shows the transaction open: where the log
   * ended when the replica was cut off. Later ones show it open only because the end was lost.
   */
  private static Replica.SnapshotAt cutOffWhileOpen(Replica replica, TransactionPart part) {
    for (Replica.SnapshotAt snapshot : replica.snapshots()) {
      boolean isBoundary =
          replica.segments().stream().anyMatch(s -> s.baseOffset() == snapshot.offset());
      if (!isBoundary
          && snapshot.offset() > part.firstOffset()
          && snapshot.offset() <= part.nextOffset()
          && showsOpen(snapshot, part)) {
        return snapshot;
      }
    }
    return null;
  }

  private static boolean showsOpen(Replica.SnapshotAt snapshot, TransactionPart part) {
    for (ProducerEntry entry : snapshot.state().producerEntries()) {
      if (entry.producerId() == part.producerId()
          && entry.epoch() == part.producerEpoch()
          && entry.hasOpenTransaction()
          && entry.currentTxnFirstOffset() <= part.firstOffset()) {
        return true;
      }
    }
    return false;
  }
}
