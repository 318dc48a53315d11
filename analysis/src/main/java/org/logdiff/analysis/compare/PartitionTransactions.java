package org.logdiff.analysis.compare;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import org.logdiff.analysis.align.Candidates;
import org.logdiff.analysis.key.ReplicaRange;
import org.logdiff.analysis.replica.Replica;
import org.logdiff.analysis.report.OffsetRange;
import org.logdiff.analysis.transaction.MarkerCase;
import org.logdiff.analysis.transaction.MarkerJudge;
import org.logdiff.analysis.transaction.MarkerLoss;
import org.logdiff.analysis.transaction.Outcomes;
import org.logdiff.analysis.transaction.ProducerEvent;
import org.logdiff.analysis.transaction.ProducerTransaction;
import org.logdiff.analysis.transaction.TransactionEnd;
import org.logdiff.analysis.transaction.TransactionLedger;
import org.logdiff.analysis.transaction.TransactionPart;

/** The transactions of a partition, the ends that replicas lack, and what follows for keys. */
final class PartitionTransactions implements Outcomes {
  private static final int CANDIDATES = 1000;

  private final TransactionLedger ledger;
  private final List<ReplicaRange> ranges;
  private final List<MarkerLoss> losses;
  private final Map<TransactionPart, Map<Integer, MarkerLoss>> lossOf = new HashMap<>();
  private final Map<TransactionPart, List<Integer>> disputantsOf = new ConcurrentHashMap<>();
  private RecordGaps gaps;

  PartitionTransactions(
      TransactionLedger ledger, List<ReplicaRange> ranges, List<Replica> replicas) {
    this.ledger = ledger;
    this.ranges = ranges;
    this.losses =
        new MarkerJudge(
                ledger,
                ranges,
                replicas.stream()
                    .map(
                        replica ->
                            replica.abortedTransactions().stream()
                                .map(Replica.AbortedIn::entry)
                                .toList())
                    .toList(),
                replicas.stream().map(Replica::leaderEpochs).toList())
            .judge();
    for (MarkerLoss loss : losses) {
      lossOf.computeIfAbsent(loss.part(), part -> new HashMap<>()).put(loss.replica(), loss);
    }
  }

  /**
   * The outcome by which keys are to be sifted: what is proven, unless some replica's own log says
   * otherwise or lacks the end. Then both outcomes are looked at, so that each key of which
   * consumers get different records is met.
   */
  @Override
  public Outcome of(long producerId, long offset) {
    Optional<TransactionPart> part = ledger.partOf(producerId, offset);
    boolean isDisputed =
        part.isPresent() && (lossOf.containsKey(part.get()) || !disputants(part.get()).isEmpty());
    return isDisputed ? Outcome.UNPROVEN : ledger.of(producerId, offset);
  }

  /** Whether some replica's own log gives a transaction another outcome than the proven one. */
  boolean hasDisputes() {
    return ledger.transactions().stream()
        .flatMap(t -> t.parts().stream())
        .anyMatch(part -> !disputants(part).isEmpty());
  }

  /** Replicas that have data of a part, and whose own log ends it in the other way. */
  List<Integer> disputants(TransactionPart part) {
    return disputantsOf.computeIfAbsent(
        part,
        p -> {
          List<Integer> replicas = new ArrayList<>();
          boolean isProven = p.outcome() == Outcome.COMMITTED || p.outcome() == Outcome.ABORTED;
          for (int r = 0; isProven && r < ranges.size(); r++) {
            Optional<ProducerEvent.Kind> own = ownOutcome(r, p);
            boolean isOther =
                own.isPresent()
                    && (own.get() == ProducerEvent.Kind.COMMIT)
                        != (p.outcome() == Outcome.COMMITTED);
            if ((p.holders() & 1 << r) != 0 && isOther) {
              replicas.add(r);
            }
          }
          return replicas;
        });
  }

  /**
   * How many replicas would have lost an end of a part, if it ended so: those that have its data
   * and end it in the other way.
   */
  int contradicting(TransactionPart part, boolean isCommit) {
    int count = 0;
    for (int r = 0; r < ranges.size(); r++) {
      boolean isOther =
          ownOutcome(r, part)
              .map(own -> (own == ProducerEvent.Kind.COMMIT) != isCommit)
              .orElse(false);
      if ((part.holders() & 1 << r) != 0 && isOther && loss(part, r).isEmpty()) {
        count++;
      }
    }
    return count;
  }

  /** The next part of the same of which a replica has data. */
  Optional<TransactionPart> nextPartOn(int replica, TransactionPart part) {
    return ledger.transactions().stream()
        .filter(transaction -> transaction.parts().contains(part))
        .flatMap(transaction -> transaction.parts().stream())
        .filter(other -> other.firstOffset() > part.lastOffset())
        .filter(other -> (other.holders() & 1 << replica) != 0)
        .findFirst();
  }

  /** The end of the transaction that a part belongs to; empty if nobody has it. */
  Optional<TransactionEnd> endOf(TransactionPart part) {
    return ledger.transactions().stream()
        .filter(transaction -> transaction.parts().contains(part))
        .findFirst()
        .flatMap(ProducerTransaction::end);
  }

  /** Set once the detail pass has found them. */
  void setGaps(RecordGaps recordGaps) {
    gaps = recordGaps;
  }

  TransactionLedger ledger() {
    return ledger;
  }

  List<MarkerLoss> losses() {
    return losses;
  }

  /** The end that a replica lacks for a part; empty if it lacks none for certain. */
  Optional<MarkerLoss> loss(TransactionPart part, int replica) {
    return Optional.ofNullable(lossOf.getOrDefault(part, Map.of()).get(replica));
  }

  /**
   * The end that a replica lacks for the whole of which this is a part, under the older protocol: a
   * later part says it, and the same end decides this one as long as none hides between.
   */
  Optional<MarkerLoss> lossOfWhole(TransactionPart part, int replica) {
    return losses.stream()
        .filter(loss -> loss.replica() == replica && loss.transaction().parts().contains(part))
        .findFirst();
  }

  /** How a part ends on one replica by that replica's own log: the producer's next full marker. */
  Optional<ProducerEvent.Kind> ownOutcome(int replica, TransactionPart part) {
    return ledger.decidingOn(replica, part).map(ProducerEvent::kind);
  }

  /**
   * Parts that are aborted, under a reading, and that a replica takes for committed, or took, since
   * a marker that it lacks is not there to say otherwise.
   */
  List<TransactionPart> takenForCommitted(int replica, OutcomeReading reading) {
    List<TransactionPart> taken = new ArrayList<>();
    Set<TransactionPart> seen = new HashSet<>();
    for (TransactionPart part : partsHeldBy(replica)) {
      boolean isAborted =
          part.outcome() == Outcomes.Outcome.ABORTED
              || (part.outcome() == Outcomes.Outcome.UNPROVEN && reading.isAborted(part));
      boolean takesForCommitted =
          ownOutcome(replica, part).filter(k -> k == ProducerEvent.Kind.COMMIT).isPresent();
      if (isAborted && takesForCommitted && seen.add(part)) {
        taken.add(part);
      }
    }
    return taken;
  }

  private final Map<Integer, List<TransactionPart>> heldBy = new HashMap<>();

  private List<TransactionPart> partsHeldBy(int replica) {
    return heldBy.computeIfAbsent(
        replica,
        r -> {
          List<TransactionPart> held = new ArrayList<>();
          for (ProducerTransaction transaction : ledger.transactions()) {
            for (TransactionPart part : transaction.parts()) {
              boolean isOpenQuestion =
                  part.outcome() == Outcomes.Outcome.ABORTED
                      || part.outcome() == Outcomes.Outcome.UNPROVEN;
              if (isOpenQuestion && (part.holders() & 1 << r) != 0) {
                held.add(part);
              }
            }
          }
          return held;
        });
  }

  /**
   * Whether a record of a part for some key can have been, above an offset, where now no replica
   * has one: between the higher of the offset and the part's first offset, and its end.
   */
  boolean hidesRecord(TransactionPart part, int replica, long offset) {
    long from = Math.max(offset + 1, part.firstOffset());
    long to =
        loss(part, replica)
            .map(MarkerLoss::lastCandidate)
            .filter(last -> last >= 0)
            .or(() -> lastEndCandidate(part))
            .orElse(
                part.nextOffset() == Long.MAX_VALUE
                    ? ranges.get(replica).end()
                    : part.nextOffset());
    return gaps == null || !gaps.within(from, to - 1, 1).isEmpty();
  }

  /** Whether a tombstone above an offset can have been anywhere. */
  boolean hidesTombstone(long offset) {
    long highest = ranges.stream().mapToLong(ReplicaRange::end).max().orElse(0);
    return gaps == null || !gaps.within(offset + 1, highest - 1, 1).isEmpty();
  }

  /**
   * Whether a tombstone above an offset must have lain within a replica's log: there is a gap for
   * it, and none past the log's end, where a replica that is behind has only not received it yet.
   */
  boolean hasLostWithin(int replica, long offset) {
    long end = ranges.get(replica).end();
    long highest = ranges.stream().mapToLong(ReplicaRange::end).max().orElse(end);
    return gaps == null
        || (!gaps.within(offset + 1, end - 1, 1).isEmpty()
            && gaps.within(end, highest - 1, 1).isEmpty());
  }

  /** Whether a replica covers the data of a part and has none of it. */
  boolean isGoneSomewhere(TransactionPart part) {
    for (int r = 0; r < ranges.size(); r++) {
      if ((part.holders() & 1 << r) == 0
          && ranges.get(r).covers(part.firstOffset())
          && ranges.get(r).covers(part.lastOffset())) {
        return true;
      }
    }
    return false;
  }

  /** Where the end of a part can have been: gaps after its data, before what follows. */
  Candidates endCandidates(TransactionPart part, int most) {
    long before =
        part.nextOffset() == Long.MAX_VALUE
            ? ranges.stream().mapToLong(ReplicaRange::end).max().orElse(0)
            : part.nextOffset();
    return ledger.gapsBetween(part.lastOffset(), before, most);
  }

  /**
   * As {@link #endCandidates}, but also after later parts of the same: under the older protocol one
   * end may have been that of several parts.
   */
  Candidates endCandidatesOfWhole(TransactionPart part, int most) {
    for (ProducerTransaction transaction : ledger.transactions()) {
      if (transaction.parts().contains(part)) {
        long next = transaction.end().map(TransactionEnd::offset).orElse(transaction.nextOffset());
        long before =
            next == Long.MAX_VALUE
                ? ranges.stream().mapToLong(ReplicaRange::end).max().orElse(0)
                : next;
        return ledger.gapsBetween(part.lastOffset(), before, most);
      }
    }
    return Candidates.NONE;
  }

  private Optional<Long> lastEndCandidate(TransactionPart part) {
    List<OffsetRange> candidates = endCandidates(part, CANDIDATES).ranges();
    return candidates.isEmpty()
        ? Optional.empty()
        : Optional.of(candidates.get(candidates.size() - 1).last());
  }

  /** Whether a loss is certain, and not only hidden by damage or still to come. */
  static boolean isCertain(MarkerLoss loss) {
    return loss.row() != MarkerCase.Q && loss.row() != MarkerCase.L_AT_RISK;
  }
}
