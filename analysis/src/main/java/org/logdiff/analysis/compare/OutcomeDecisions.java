package org.logdiff.analysis.compare;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import org.logdiff.analysis.key.KeyCase;
import org.logdiff.analysis.key.KeyJudgement;
import org.logdiff.analysis.transaction.MarkerLoss;
import org.logdiff.analysis.transaction.Outcomes;
import org.logdiff.analysis.transaction.ProducerEvent;
import org.logdiff.analysis.transaction.TransactionEnd;
import org.logdiff.analysis.transaction.TransactionPart;

/**
 * Reads the outcome of transactions that nothing proves from the keys they touch
 * (docs/semantics.md, 5.1 f): the outcome that needs the fewest faults; if both need as many, the
 * one that the coordinator's clocks speak for, or else that the replica's own marker gave.
 */
final class OutcomeDecisions {
  private static final int ROUNDS = 3;

  /** What no cleaner does weighs more than one thing lost. */
  private static final int UNEXPLAINED = 2;

  /** More open questions about the same keys than this are not tried in all combinations. */
  private static final int TRIED_TOGETHER = 6;

  /**
   * What was decided of one part.
   *
   * @param isCommit the outcome taken
   * @param isByKeys whether the keys speak for it
   * @param isByCoordinator whether the keys do not, and the coordinator's log does; if neither
   *     does, it is only the replica's own marker's
   * @param isProvenByOlderRecord ABORT, because a replica without the data still has an older
   *     record of one of its keys where a COMMIT would have superseded it
   * @param faultsIfCommitted faults among keys that a COMMIT would need
   * @param faultsIfAborted likewise for an ABORT
   */
  record Decision(
      TransactionPart part,
      boolean isCommit,
      boolean isByKeys,
      boolean isByCoordinator,
      boolean isProvenByOlderRecord,
      int faultsIfCommitted,
      int faultsIfAborted) {
    /** Whether anything but the replica's own marker speaks for the outcome. */
    boolean isSettled() {
      return isByKeys || isByCoordinator;
    }
  }

  private final List<KeyEvaluation> keys;
  private final PartitionTransactions transactions;
  private final Map<TransactionPart, Decision> decisions = new LinkedHashMap<>();
  private OutcomeReading reading = OutcomeReading.NONE;

  OutcomeDecisions(List<KeyEvaluation> keys, PartitionTransactions transactions) {
    this.keys = keys;
    this.transactions = transactions;
    decide();
  }

  /** The reading that was taken. */
  OutcomeReading reading() {
    return reading;
  }

  Optional<Decision> of(TransactionPart part) {
    return Optional.ofNullable(decisions.get(part));
  }

  List<Decision> all() {
    return List.copyOf(decisions.values());
  }

  /** Parts whose kind of end stays open although they lost one for certain. */
  List<TransactionPart> undecided() {
    return decisions.values().stream()
        .filter(d -> !d.isSettled() && isCertainlyLost(d.part()))
        .map(Decision::part)
        .toList();
  }

  private boolean isCertainlyLost(TransactionPart part) {
    for (MarkerLoss loss : transactions.losses()) {
      if (loss.part().equals(part) && PartitionTransactions.isCertain(loss)) {
        return true;
      }
    }
    return false;
  }

  private void decide() {
    List<TransactionPart> parts = openParts();
    for (TransactionPart part : parts) {
      reading = reading.with(part, ownIsCommit(part));
    }
    keys.stream().map(KeyEvaluation::unprovenParts).distinct().forEach(this::tryTogether);
    for (int round = 0; round < ROUNDS; round++) {
      OutcomeReading before = reading;
      for (TransactionPart part : parts) {
        decide(part);
      }
      if (before.equals(reading)) {
        break;
      }
    }
  }

  /**
   * Where several outcomes meet in a key, each alone may explain nothing. So all combinations are
   * tried; the own markers' stays, unless another needs fewer faults.
   */
  private void tryTogether(List<TransactionPart> parts) {
    if (parts.size() < 2 || parts.size() > TRIED_TOGETHER) {
      return;
    }
    OutcomeReading best = reading;
    int fewest = faults(reading, parts);
    for (int bits = 0; bits < 1 << parts.size() && fewest > 0; bits++) {
      OutcomeReading tried = reading;
      for (int i = 0; i < parts.size(); i++) {
        tried = tried.with(parts.get(i), (bits & 1 << i) != 0);
      }
      int faults = faults(tried, parts);
      if (faults < fewest) {
        fewest = faults;
        best = tried;
      }
    }
    reading = best;
  }

  /** Faults among all keys, and the ends that the parts would have lost. */
  private int faults(OutcomeReading tried, List<TransactionPart> parts) {
    int faults = 0;
    for (TransactionPart part : parts) {
      faults += further(part, tried.isCommitted(part));
    }
    for (KeyEvaluation key : keys) {
      faults += faults(key.judge(tried));
    }
    return faults;
  }

  /** One end may be lost where the keys say so; each further one is a fault of its own. */
  private int further(TransactionPart part, boolean isCommit) {
    return Math.max(0, transactions.contradicting(part, isCommit) - 1);
  }

  /** Parts without a proven outcome that a suspect key meets, or of which an end was lost. */
  private List<TransactionPart> openParts() {
    Set<TransactionPart> parts = new HashSet<>();
    keys.forEach(key -> parts.addAll(key.unprovenParts()));
    for (MarkerLoss loss : transactions.losses()) {
      if (loss.part().outcome() == Outcomes.Outcome.UNPROVEN) {
        parts.add(loss.part());
      }
    }
    List<TransactionPart> sorted = new ArrayList<>(parts);
    sorted.sort(
        Comparator.comparingLong(TransactionPart::firstOffset)
            .thenComparingLong(TransactionPart::producerId));
    return sorted;
  }

  /** The marker by which a holder ends a part, or will, when it comes with the catching up. */
  private Optional<ProducerEvent.Kind> markerOf(TransactionPart part) {
    for (int r = 0; r < Integer.SIZE; r++) {
      if ((part.holders() & 1 << r) != 0) {
        Optional<ProducerEvent.Kind> own = transactions.ownOutcome(r, part);
        if (own.isPresent()) {
          return own;
        }
      }
    }
    return transactions.endOf(part).flatMap(TransactionEnd::kind);
  }

  private boolean ownIsCommit(TransactionPart part) {
    return markerOf(part).filter(kind -> kind == ProducerEvent.Kind.COMMIT).isPresent();
  }

  private void decide(TransactionPart part) {
    OutcomeReading ifCommitted = reading.with(part, true);
    OutcomeReading ifAborted = reading.with(part, false);
    int committed = further(part, true);
    int aborted = further(part, false);
    int judgedIfCommitted = 0;
    int judgedIfAborted = 0;
    boolean hasOlder = false;
    for (KeyEvaluation key : keys) {
      List<KeyJudgement> underCommit = key.judge(ifCommitted);
      List<KeyJudgement> underAbort = key.judge(ifAborted);
      judgedIfCommitted += underCommit.size();
      judgedIfAborted += underAbort.size();
      committed += faults(underCommit);
      aborted += faults(underAbort);
      hasOlder |= showsOlder(key, part, underCommit, underAbort);
    }
    // Where every replica still has the data and ends it alike, there is no difference to explain.
    boolean isDisputable = transactions.isGoneSomewhere(part) || isCertainlyLost(part);
    // If what has not gone wrong yet speaks for the other outcome, the keys contradict themselves.
    boolean isContradictory =
        committed < aborted
            ? judgedIfCommitted > judgedIfAborted
            : judgedIfAborted > judgedIfCommitted;
    boolean isByKeys = isDisputable && committed != aborted && !isContradictory;
    boolean isByCoordinator =
        !isByKeys && part.decision().isPresent() && (committed > 0 || isCertainlyLost(part));
    // What has not gone wrong yet decides nothing. But where there is no marker to go by, the
    // outcome
    // is taken that leaves less to be said.
    boolean isLikelierCommit =
        markerOf(part).isPresent() ? ownIsCommit(part) : judgedIfCommitted < judgedIfAborted;
    boolean isCommit =
        isByKeys
            ? committed < aborted
            : isByCoordinator ? part.decision().get().isCommit() : isLikelierCommit;
    reading = reading.with(part, isCommit);
    decisions.put(
        part,
        new Decision(
            part, isCommit, isByKeys, isByCoordinator, hasOlder && !isCommit, committed, aborted));
  }

  private int faults(List<KeyJudgement> judgements) {
    int faults = 0;
    for (KeyJudgement judgement : judgements) {
      if (hasGoneWrong(judgement)) {
        faults++;
      } else if (isUnexplained(judgement)) {
        faults += UNEXPLAINED;
      }
    }
    return faults;
  }

  /**
   * A value that is gone, and no offset at which it can have been deleted: no cleaner does that.
   */
  private boolean isUnexplained(KeyJudgement judgement) {
    return judgement.row() == KeyCase.D && !transactions.hidesTombstone(judgement.offset());
  }

  /**
   * What is at risk, hidden by damage, or past the end of a replica that is behind, has not yet.
   */
  private boolean hasGoneWrong(KeyJudgement judgement) {
    return switch (judgement.row()) {
      case C, G -> true;
      case D -> transactions.hasLostWithin(judgement.replica(), judgement.offset());
      case E_AT_RISK, Q -> false;
    };
  }

  /**
   * A COMMIT would have superseded the older record of a key of this part that a replica without
   * the part's data still has; so there was none.
   */
  private static boolean showsOlder(
      KeyEvaluation key,
      TransactionPart part,
      List<KeyJudgement> underCommit,
      List<KeyJudgement> underAbort) {
    if (!key.unprovenParts().contains(part) || !underAbort.isEmpty()) {
      return false;
    }
    for (KeyJudgement judgement : underCommit) {
      KeyRecord record = key.history.at(judgement.offset());
      boolean isOfPart = record != null && part.equals(key.partOf(record));
      if (judgement.row() == KeyCase.G
          && isOfPart
          && (part.holders() & 1 << judgement.replica()) == 0) {
        return true;
      }
    }
    return false;
  }
}
