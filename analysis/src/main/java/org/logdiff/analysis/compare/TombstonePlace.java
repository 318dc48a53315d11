package org.logdiff.analysis.compare;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.OptionalLong;
import java.util.stream.Collectors;
import org.logdiff.analysis.align.Candidates;
import org.logdiff.analysis.replica.Replica;
import org.logdiff.analysis.report.Confidence;
import org.logdiff.analysis.report.OffsetRange;
import org.logdiff.analysis.report.Step;

/**
 * Where a tombstone was that nobody holds any more (docs/semantics.md, section 6).
 *
 * @param within candidates within the log of the replica that lost it
 * @param beyond candidates at or past its log end
 * @param offset the only one, or the only one under the assumptions; empty if several remain
 * @param assumptions that narrowed the candidates or chose among them
 */
record TombstonePlace(
    Candidates within,
    Candidates beyond,
    OptionalLong offset,
    List<String> assumptions,
    List<Step> steps,
    Replica.SnapshotAt cutOff) {
  private static final int LISTED = 1000;

  /** Whether some candidates are not told apart. */
  boolean isCut() {
    return within.isCut() || beyond.isCut();
  }

  /** All candidates, smallest first. */
  List<OffsetRange> candidates() {
    List<OffsetRange> all = new ArrayList<>(within.ranges());
    all.addAll(beyond.ranges());
    return all;
  }

  /**
   * Finds the candidates.
   *
   * @param replica that still has the value
   * @param orphan the value's record
   * @param above the highest offset at which any replica has a record of the key that counts
   * @param undecided offsets of tombstones of the key in transactions without a proven outcome
   * @param isCutOffUnclear whether the replica was cut off more than once: a broker keeps only the
   *     last snapshot, which then narrows nothing
   * @param end offset up to which the witness, which lacks the key, holds the log; exclusive
   */
  static TombstonePlace find(
      Replica replica,
      KeyRecord orphan,
      long above,
      long replicaEnd,
      long end,
      List<Long> undecided,
      RecordGaps gaps,
      ProducerSequences sequences,
      boolean isCutOffUnclear) {
    List<Step> steps = new ArrayList<>();
    List<String> assumptions = new ArrayList<>();
    long from = above + 1;
    Candidates all = gaps.within(from, end - 1, LISTED);
    if (!all.isEmpty()) {
      steps.add(
          new Step(
              Confidence.OBSERVED,
              "no replica has a record at "
                  + Offsets.text(all)
                  + "; the tombstone was at one of these offsets",
              "section 6"));
    }
    Replica.SnapshotAt cutOff =
        isCutOffUnclear ? null : cutOff(replica, orphan.offset(), replicaEnd);
    if (cutOff != null) {
      Candidates narrowed = gaps.within(Math.max(above + 1, cutOff.offset()), end - 1, LISTED);
      if (!narrowed.isEmpty() && !narrowed.equals(all)) {
        all = narrowed;
        from = Math.max(from, cutOff.offset());
        steps.add(
            new Step(
                Confidence.INFERRED,
                "the log of "
                    + replica.name()
                    + " ended at "
                    + cutOff.offset()
                    + " when it was cut off, so what it never received lies there or above",
                "section 6"));
        assumptions.add(
            replica.name()
                + " was cut off when its log ended at "
                + cutOff.offset()
                + " ("
                + cutOff.file().getFileName()
                + ")");
      }
    }
    Candidates within = gaps.within(from, Math.min(replicaEnd, end) - 1, LISTED);
    Candidates beyond = gaps.within(Math.max(from, replicaEnd), end - 1, LISTED);
    OptionalLong offset = all.only();
    if (offset.isEmpty() && orphan.producerId() >= 0 && !all.isCut()) {
      offset =
          new Candidates(sequences.thatMayHold(orphan.producerId(), all.ranges()), false).only();
      if (offset.isPresent()) {
        steps.add(
            new Step(
                Confidence.INFERRED,
                "of these, only "
                    + offset.getAsLong()
                    + " can have held a record of producer "
                    + orphan.producerId()
                    + ", who wrote the value: its sequences run on across the others",
                "section 6"));
        assumptions.add("the producer that wrote the value also wrote the tombstone");
      }
    }
    if (offset.isEmpty()) {
      offset = gaps.withoutAssumedMarkers(all).only();
      if (offset.isPresent()) {
        steps.add(
            new Step(
                Confidence.INFERRED,
                "at the others a lost end marker is taken to have been, so the tombstone was at "
                    + offset.getAsLong(),
                "section 6"));
        assumptions.add("the lost end markers were where their findings take them to have been");
      }
    }
    if (undecided.isEmpty()) {
      return new TombstonePlace(within, beyond, offset, assumptions, steps, cutOff);
    }
    steps.add(
        new Step(
            Confidence.OBSERVED,
            "there is a tombstone of the key at "
                + undecided.stream().map(Object::toString).collect(Collectors.joining(", "))
                + ", in a transaction without a proven outcome: if it was committed, it is the one",
            "5.1 f, section 6"));
    return new TombstonePlace(
        withEach(within, undecided.stream().filter(u -> u < replicaEnd).toList()),
        withEach(beyond, undecided.stream().filter(u -> u >= replicaEnd).toList()),
        offset.isPresent() || !all.isEmpty()
            ? OptionalLong.empty()
            : OptionalLong.of(undecided.get(undecided.size() - 1)),
        assumptions,
        steps,
        cutOff);
  }

  /**
   * The gaps of which it will be asked, if no better is known, whether the producer of the orphan
   * may have written there; so its batches around them are needed.
   */
  static List<OffsetRange> askedOf(RecordGaps gaps, long above, long end) {
    Candidates all = gaps.within(above + 1, end - 1, LISTED);
    return all.isCut() ? List.of() : all.ranges();
  }

  private static Candidates withEach(Candidates candidates, List<Long> offsets) {
    List<OffsetRange> all = new ArrayList<>(candidates.ranges());
    offsets.forEach(offset -> all.add(new OffsetRange(offset, offset)));
    all.sort(Comparator.comparingLong(OffsetRange::first));
    return new Candidates(all, candidates.isCut());
  }

  /**
   * The first snapshot above an offset that does not lie on a segment's boundary: a broker writes
   * one where the log ends when it stops, or when it starts again after a crash. The one at the log
   * end is the last stop, after which nothing was missed.
   */
  private static Replica.SnapshotAt cutOff(Replica replica, long above, long end) {
    for (Replica.SnapshotAt snapshot : replica.snapshots()) {
      boolean isBoundary =
          replica.segments().stream().anyMatch(s -> s.baseOffset() == snapshot.offset());
      if (!isBoundary && snapshot.offset() > above && snapshot.offset() < end) {
        return snapshot;
      }
    }
    return null;
  }
}
