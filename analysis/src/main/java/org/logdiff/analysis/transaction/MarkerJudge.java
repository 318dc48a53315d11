package org.logdiff.analysis.transaction;

import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.OptionalInt;
import org.logdiff.analysis.align.Candidates;
import org.logdiff.analysis.key.CatchUp;
import org.logdiff.analysis.key.ReplicaRange;
import org.logdiff.analysis.replica.LeaderEpochs;
import org.logdiff.analysis.report.OffsetRange;
import org.logdiff.format.index.AbortedTxn;

/** Applies the rows of {@link MarkerCase} to every transaction of the ledger. */
public final class MarkerJudge {
  private static final int LISTED = 1000;

  private final TransactionLedger ledger;
  private final List<ReplicaRange> ranges;
  private final List<List<AbortedTxn>> indexes;
  private final List<LeaderEpochs> leaderEpochs;
  private final CatchUp catchUp;

  /**
   * @param indexes per replica: the entries of its transaction indexes
   * @param leaderEpochs per replica: its leader-epoch-checkpoint
   */
  public MarkerJudge(
      TransactionLedger ledger,
      List<ReplicaRange> ranges,
      List<List<AbortedTxn>> indexes,
      List<LeaderEpochs> leaderEpochs) {
    this.ledger = ledger;
    this.ranges = List.copyOf(ranges);
    this.indexes = List.copyOf(indexes);
    this.leaderEpochs = List.copyOf(leaderEpochs);
    this.catchUp = new CatchUp(ranges);
  }

  /** All ends that replicas lack, by transaction and replica. */
  public List<MarkerLoss> judge() {
    List<MarkerLoss> losses = new ArrayList<>();
    for (ProducerTransaction transaction : ledger.transactions()) {
      for (int q = 0; q < ranges.size(); q++) {
        if ((transaction.holders() & 1 << q) == 0) {
          continue;
        }
        if (transaction.end().isPresent()) {
          add(losses, judgeKnownEnd(q, transaction, transaction.end().get()));
          for (TransactionPart part : transaction.parts()) {
            if ((part.holders() & 1 << q) != 0) {
              add(losses, judgeByIndex(q, transaction, part));
            }
          }
        } else {
          for (TransactionPart part : transaction.parts()) {
            if ((part.holders() & 1 << q) != 0) {
              add(losses, judgeUnknownEnd(q, transaction, part));
            }
          }
        }
      }
    }
    return losses;
  }

  private static void add(List<MarkerLoss> losses, MarkerLoss loss) {
    if (loss != null) {
      losses.add(loss);
    }
  }

  /** Rows i, j and l: somebody has a marker or a gravestone. */
  private MarkerLoss judgeKnownEnd(int q, ProducerTransaction transaction, TransactionEnd end) {
    if ((end.fullMask() & 1 << q) != 0) {
      return null;
    }
    TransactionPart part = lastPartOn(q, transaction);
    int witness =
        Integer.numberOfTrailingZeros(end.fullMask() != 0 ? end.fullMask() : end.gravestoneMask());
    boolean isOwnGravestone =
        end.kind().isEmpty()
            && end.producerEpoch() == transaction.producerEpoch() + 1
            && ledger.speaksProtocol2(transaction.producerId());
    boolean isProven =
        isOwnGravestone
            || part.outcome() == Outcomes.Outcome.COMMITTED
            || part.outcome() == Outcomes.Outcome.ABORTED;
    Candidates gaps =
        isProven ? Candidates.NONE : ledger.gapsBetween(part.lastOffset(), end.offset(), LISTED);
    boolean isExact = gaps.isEmpty();
    List<OffsetRange> ends = new ArrayList<>(gaps.ranges());
    ends.add(new OffsetRange(end.offset(), end.offset()));
    Candidates candidates = new Candidates(ends, gaps.isCut());
    ReplicaRange range = ranges.get(q);
    if (!range.covers(end.offset())) {
      return range.partsAtEnd() || end.offset() < range.start()
          ? null
          : judgeBeyondEnd(q, transaction, part, end, witness, candidates, isExact);
    }
    MarkerCase row =
        range.mayHideAtOrAbove(end.offset())
            ? MarkerCase.Q
            : end.kind().isPresent() ? MarkerCase.I : MarkerCase.J;
    return new MarkerLoss(row, q, witness, transaction, part, candidates, isExact);
  }

  /**
   * Row k by the transaction indexes: two replicas let the same ABORT end data of different length.
   */
  private MarkerLoss judgeByIndex(int q, ProducerTransaction transaction, TransactionPart part) {
    TransactionEnd end = transaction.end().orElseThrow();
    boolean isAbortHere =
        (end.fullMask() & 1 << q) != 0
            && end.kind().orElse(null) == ProducerEvent.Kind.ABORT
            && part.outcome() == Outcomes.Outcome.UNPROVEN;
    long own = isAbortHere ? firstOffsetInIndex(q, part.producerId(), end.offset()) : -1;
    if (own < 0 || own > part.firstOffset()) {
      return null;
    }
    int witness = -1;
    for (int r = 0; r < ranges.size(); r++) {
      boolean hasData = (part.holders() & 1 << r) != 0;
      long other = firstOffsetInIndex(r, part.producerId(), end.offset());
      if (hasData || other < 0) {
        continue;
      }
      if (other <= part.lastOffset()) {
        return null;
      }
      if (ranges.get(r).covers(part.firstOffset())
          && !isLateCopy(r, q, part.firstOffset())
          && ledger.hasGapBetween(part.lastOffset(), other)) {
        witness = r;
      }
    }
    if (witness < 0) {
      return null;
    }
    long before = firstOffsetInIndex(witness, part.producerId(), end.offset());
    Candidates candidates = ledger.gapsBetween(part.lastOffset(), before, LISTED);
    return new MarkerLoss(MarkerCase.K_INDEX, q, witness, transaction, part, candidates, false);
  }

  /**
   * Whether a replica has copied a log from which the data at an offset was gone already: what it
   * copied first of that leader epoch lies above, where another replica has the epoch from below.
   */
  private boolean isLateCopy(int replica, int other, long offset) {
    OptionalInt epoch = leaderEpochs.get(other).epochAt(offset);
    return epoch.isPresent()
        && leaderEpochs.get(replica).entries().stream()
            .filter(entry -> entry.epoch() >= epoch.getAsInt())
            .findFirst()
            .filter(entry -> entry.startOffset() > offset)
            .isPresent();
  }

  /** First offset that a replica's index gives the transaction that an ABORT ended; -1 for none. */
  private long firstOffsetInIndex(int replica, long producerId, long abortOffset) {
    for (AbortedTxn entry : indexes.get(replica)) {
      if (entry.producerId() == producerId && entry.lastOffset() == abortOffset) {
        return entry.firstOffset();
      }
    }
    return -1;
  }

  /** Row l: it will come with the catching up, unless it can be gone, or is gone, by then. */
  private MarkerLoss judgeBeyondEnd(
      int q,
      ProducerTransaction transaction,
      TransactionPart part,
      TransactionEnd end,
      int witness,
      Candidates candidates,
      boolean isExact) {
    long harmful = part.lastOffsetOn(q);
    if (!catchUp.hasSource(q, harmful, end.offset())) {
      return null;
    }
    if (end.fullMask() == 0 && !catchUp.mayBeHealed(q, harmful)) {
      return new MarkerLoss(MarkerCase.L_GONE, q, witness, transaction, part, candidates, isExact);
    }
    for (int y = 0; y < ranges.size(); y++) {
      if (y != q
          && ranges.get(y).covers(end.offset())
          && catchUp.isSource(y, q, harmful, end.offset())
          && (end.fullMask() & 1 << y) == 0
          && !ranges.get(y).mayHideAtOrAbove(end.offset())) {
        return new MarkerLoss(
            MarkerCase.L_AT_RISK, q, witness, transaction, part, candidates, isExact);
      }
    }
    return null;
  }

  /**
   * Row k and, where all candidates lie past Q's end, row l. A marker that is gone leaves a gap; so
   * where the epoch rises without one, there was no marker: data that a broker without KAFKA-14402
   * took after the ABORT of its own epoch, and that the next transaction's end closes everywhere.
   */
  private MarkerLoss judgeUnknownEnd(int q, ProducerTransaction transaction, TransactionPart part) {
    int removers = ledger.removers(part.data());
    int others = removers & ~(1 << q);
    boolean isBumped =
        transaction.isEpochBumpedAfter() && part.lastOffset() == transaction.lastOffset();
    if (removers == 0 && !isBumped) {
      return null;
    }
    int witness = others != 0 ? Integer.numberOfTrailingZeros(others) : isBumped ? -1 : q;
    long after = part.lastOffset();
    long before = part.nextOffset();
    if (before == Long.MAX_VALUE) {
      before = witness >= 0 && witness != q ? ranges.get(witness).end() : highestEnd();
    }
    MarkerCase row = isBumped ? MarkerCase.K_EPOCH_BUMP : MarkerCase.K_REMOVED;
    if (ranges.get(q).mayHideAtOrAbove(after)) {
      return new MarkerLoss(MarkerCase.Q, q, witness, transaction, part, Candidates.NONE, false);
    }
    Candidates candidates = ledger.gapsBetween(after, before, LISTED);
    if (candidates.isEmpty()) {
      return null;
    }
    if (removers == 0 && !ledger.hasGapBetween(after, before)) {
      return new MarkerLoss(MarkerCase.Q, q, witness, transaction, part, candidates, false);
    }
    long firstCandidate = candidates.ranges().get(0).first();
    if (firstCandidate >= ranges.get(q).end()) {
      long harmful = part.lastOffsetOn(q);
      if (ranges.get(q).partsAtEnd() || !catchUp.hasSource(q, harmful, firstCandidate)) {
        return null;
      }
      row = catchUp.mayBeHealed(q, harmful) ? MarkerCase.L_AT_RISK : MarkerCase.L_GONE;
    }
    boolean isExact = candidates.only().isPresent();
    return new MarkerLoss(row, q, witness, transaction, part, candidates, isExact);
  }

  private long highestEnd() {
    return ranges.stream().mapToLong(ReplicaRange::end).max().orElse(0);
  }

  /** The last part of which a replica has data. */
  private static TransactionPart lastPartOn(int q, ProducerTransaction transaction) {
    TransactionPart last = null;
    for (TransactionPart part : transaction.parts()) {
      if ((part.holders() & 1 << q) != 0) {
        last = part;
      }
    }
    return Optional.ofNullable(last).orElseThrow();
  }
}
