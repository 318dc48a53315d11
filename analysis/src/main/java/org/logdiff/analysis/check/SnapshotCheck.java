package org.logdiff.analysis.check;

import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import org.logdiff.analysis.replica.Replica;
import org.logdiff.analysis.report.FindingKind;
import org.logdiff.format.snapshot.ProducerEntry;
import org.logdiff.format.snapshot.ProducerSnapshot;

/**
 * Each producer snapshot says what the log below its offset gives, as far as the log still tells.
 *
 * <p>A snapshot may know more than the log: producers and batches that a cleaner has taken away
 * since. It may know less of a producer that the broker had forgotten and met again. So it is wrong
 * only in these rows, of which the first also holds without a log:
 *
 * <table>
 * <caption>Rows</caption>
 * <tr><td>A</td><td>it speaks of offsets at or above its own</td></tr>
 * <tr><td>B</td><td>a transaction is open in the log, and not in the snapshot</td></tr>
 * <tr><td>C</td><td>a transaction is open in the snapshot from an offset on, at or above which the
 *     log has the producer's end marker</td></tr>
 * <tr><td>D</td><td>a transaction begins later in the snapshot than in the log</td></tr>
 * <tr><td>E</td><td>the log has later data of the producer than the snapshot, at the same
 *     epoch</td></tr>
 * <tr><td>F</td><td>both have the same last data, but another sequence or size of it</td></tr>
 * <tr><td>G</td><td>the log has a higher producer epoch than the snapshot</td></tr>
 * </table>
 *
 * <p>Source: {@code ProducerStateManager.takeSnapshot}, {@code ProducerAppendInfo}, Kafka 4.4.0.
 */
final class SnapshotCheck implements ReplicaCheck {
  /** Producers told of one snapshot. */
  private static final int LISTED = 5;

  private final ReplicaFindings findings;
  private final long logStartOffset;
  private final List<Replica.SnapshotAt> pending;

  /** Of the snapshot at hand. */
  private final List<Contradiction> ahead = new ArrayList<>();

  private final List<Contradiction> mismatches = new ArrayList<>();

  /** What a snapshot says of a producer, and why that is wrong. */
  private record Contradiction(long producerId, String text, String row) {}

  SnapshotCheck(ReplicaFindings findings) {
    this.findings = findings;
    Replica replica = findings.context().replica();
    logStartOffset = replica.logStartOffset();
    pending =
        new ArrayList<>(
            replica.snapshots().stream()
                .filter(snapshot -> snapshot.offset() <= replica.logEndOffset())
                .toList());
  }

  @Override
  public void batch(WalkedBatch batch, ProducerReplay before) {
    while (!pending.isEmpty() && pending.get(0).offset() <= batch.lastOffset()) {
      Replica.SnapshotAt snapshot = pending.remove(0);
      if (snapshot.offset() <= batch.baseOffset()) {
        judge(snapshot, before);
      }
    }
  }

  @Override
  public void end(ProducerReplay state) {
    pending.forEach(snapshot -> judge(snapshot, state));
    pending.clear();
  }

  private void judge(Replica.SnapshotAt snapshot, ProducerReplay log) {
    Set<Long> known = new HashSet<>();
    for (ProducerEntry entry : snapshot.state().producerEntries()) {
      known.add(entry.producerId());
      if (Math.max(entry.lastOffset(), entry.currentTxnFirstOffset()) >= snapshot.offset()) {
        ahead(entry);
      } else if (log.of(entry.producerId()) != null) {
        judge(snapshot, entry, log.of(entry.producerId()), log);
      }
    }
    for (ProducerReplay.State producer : log.all()) {
      if (!known.contains(producer.producerId) && isSurelyOpen(producer, snapshot, log)) {
        mismatch(
            producer.producerId,
            "it does not know the producer",
            "a transaction of the producer is open there from "
                + producer.openFirstOffset
                + " on, by the log",
            "B");
      }
    }
    tell(
        snapshot,
        FindingKind.SNAPSHOT_AHEAD_OF_OFFSET,
        "the producer snapshot at " + snapshot.offset() + " speaks of offsets that lie above it",
        ahead);
    tell(
        snapshot,
        FindingKind.SNAPSHOT_MISMATCH,
        "the producer snapshot at " + snapshot.offset() + " contradicts the log",
        mismatches);
  }

  private void judge(
      Replica.SnapshotAt snapshot,
      ProducerEntry entry,
      ProducerReplay.State producer,
      ProducerReplay log) {
    long open = entry.currentTxnFirstOffset();
    String stored =
        "it says: epoch %d, last sequence %d, last offset %d, open transaction from %d"
            .formatted(entry.epoch(), entry.lastSequence(), entry.lastOffset(), open);
    String contradiction = null;
    String row = null;
    if (open < 0 && isSurelyOpen(producer, snapshot, log)) {
      row = "B";
      contradiction = "a transaction is open from " + producer.openFirstOffset + " on, by the log";
    } else if (open >= 0 && producer.endOffset >= open) {
      row = "C";
      contradiction =
          "the log has the producer's " + producer.endKind + " at " + producer.endOffset;
    } else if (open >= 0
        && isSurelyOpen(producer, snapshot, log)
        && open > producer.openFirstOffset) {
      row = "D";
      contradiction = "the transaction begins at " + producer.openFirstOffset + ", by the log";
    } else if (entry.hasData()
        && entry.epoch() == producer.epoch
        && entry.lastOffset() < producer.lastOffset) {
      row = "E";
      contradiction = "the log has data of the producer up to " + producer.lastOffset;
    } else if (entry.hasData()
        && entry.lastOffset() == producer.lastOffset
        && (entry.lastSequence() != producer.lastSequence
            || entry.offsetDelta() != producer.offsetDelta)) {
      row = "F";
      contradiction =
          "the log has last sequence %d at that offset, in a batch that begins at %d"
              .formatted(producer.lastSequence, producer.lastOffset - producer.offsetDelta);
    } else if (entry.epoch() >= 0 && entry.epoch() < producer.epoch && !producer.hasGoneBack) {
      row = "G";
      contradiction = "the log has producer epoch " + producer.epoch + " below that offset";
    }
    if (row != null) {
      mismatch(entry.producerId(), stored, contradiction, row);
    }
  }

  private boolean isSurelyOpen(
      ProducerReplay.State producer, Replica.SnapshotAt snapshot, ProducerReplay log) {
    return producer.isOpen()
        && producer.openFirstOffset >= logStartOffset
        && !log.hides(producer.openFirstOffset, snapshot.offset());
  }

  private void ahead(ProducerEntry entry) {
    ahead.add(
        new Contradiction(
            entry.producerId(),
            "of producer %d it says: last offset %d, open transaction from %d"
                .formatted(entry.producerId(), entry.lastOffset(), entry.currentTxnFirstOffset()),
            "A"));
  }

  private void mismatch(long producerId, String stored, String contradiction, String row) {
    mismatches.add(
        new Contradiction(
            producerId, "of producer " + producerId + ": " + stored + "; " + contradiction, row));
  }

  private void tell(
      Replica.SnapshotAt snapshot,
      FindingKind kind,
      String summary,
      List<Contradiction> contradictions) {
    if (contradictions.isEmpty()) {
      return;
    }
    FindingDraft draft = findings.draft(kind, summary).at(snapshot.offset());
    if (contradictions.size() == 1) {
      draft.of(contradictions.get(0).producerId());
    }
    contradictions.stream()
        .limit(LISTED)
        .forEach(c -> draft.derived(c.text(), "4, snapshot " + c.row()));
    if (contradictions.size() > LISTED) {
      draft.observed((contradictions.size() - LISTED) + " more producers likewise");
    }
    findings.add(
        draft
            .effect(
                "if the broker starts from it: the producer's next batches may be refused as out of"
                    + " order or taken for duplicates, and the last stable offset may be wrong")
            .exhibit(snapshot.file(), 0, size(snapshot), snapshot.offset(), "the snapshot")
            .remedy(removal(snapshot)));
    contradictions.clear();
  }

  private static long size(Replica.SnapshotAt snapshot) {
    return ProducerSnapshot.sizeBytes(snapshot.state().producerEntries().size());
  }

  private static String[] removal(Replica.SnapshotAt snapshot) {
    return new String[] {
      "Stop the broker, move "
          + snapshot.file().getFileName()
          + " away, and start it again: it then replays the log from the snapshot before."
    };
  }
}
