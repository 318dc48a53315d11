package org.logdiff.analysis.witness;

import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.Set;
import org.logdiff.format.TopicPartition;
import org.logdiff.format.internal.TransactionStatus;

/**
 * Decides whether the coordinator's entries prove how the transaction of some data ended.
 *
 * <p>Candidates are the transactions of the producer id that can have the data's epoch and may have
 * written to its partition. Others may be hidden. Cleaning leaves of each transactional id the last
 * entry and those that it has not reached yet; so entries can be missing before the first one that
 * is left, and, if a broker was away meanwhile, between two: each offset without a readable record
 * may hide one. And unless two intact copies of the log end together, or a later epoch is seen,
 * more may have followed.
 *
 * <table>
 * <caption>When it is a proof</caption>
 * <tr><td>ONLY_TRANSACTION</td><td>nothing can hide, one candidate, and it has ended</td></tr>
 * <tr><td>ALL_ENDED_ALIKE</td><td>nothing can hide, several candidates, one kind of end</td></tr>
 * <tr><td>EPOCH_BUMP</td><td>something may hide, one candidate, its end is of protocol 2 and lies
 * one above the data's epoch: no other end leads from one epoch to the next</td></tr>
 * <tr><td>TIMES</td><td>else, if all that can fit the data's times ended alike, hidden ones
 * included. A producer begins a transaction only when the end of the last one is decided; so data
 * was made after the decision before and before its own</td></tr>
 * </table>
 */
final class OutcomeJudge {
  /** Clocks of a cluster's hosts are hardly ever kept closer than that. */
  static final long LEAST_CLOCK_TOLERANCE_MS = 100;

  /** Larger differences than this need not be told apart: one hour. */
  private static final long MOST_CLOCK_TOLERANCE_MS = 3_600_000;

  /** Entries given as proof: those of a few transactions if very many ended alike. */
  private static final int LISTED_ENTRIES = 60;

  private static final String SENDING_TIMES =
      "the data's timestamps are the times of sending: the application sets none of its own";
  private static final String ONE_PROTOCOL =
      "the producer did not change from the older transaction protocol to protocol 2 within this"
          + " epoch";
  private static final String NO_LATE_BATCH =
      "no batch reached the partition after the end of its own transaction, as under the older"
          + " protocol without verification it can (KAFKA-14402)";
  private static final String END_GIVEN =
      "no broker whose log dirs were not given has gone on with that partition of "
          + TransactionCoordinatorLog.TOPIC;
  private static final String NOT_REPLICATED =
      "the coordinator's record was replicated: only one log dir has it, and it lies above every"
          + " stored high watermark";

  private final ProducerHistory history;
  private final short dataEpoch;
  private final long firstTimestampMs;
  private final long lastTimestampMs;
  private final TopicPartition partition;

  OutcomeJudge(
      ProducerHistory history,
      short dataEpoch,
      long firstTimestampMs,
      long lastTimestampMs,
      TopicPartition partition) {
    this.history = history;
    this.dataEpoch = dataEpoch;
    this.firstTimestampMs = firstTimestampMs;
    this.lastTimestampMs = lastTimestampMs;
    this.partition = partition;
  }

  Optional<CoordinatorOutcome> judge() {
    if (!history.isConsistent()) {
      return Optional.empty();
    }
    List<Candidate> candidates = candidates();
    boolean mayHide = mayHide();
    if (!mayHide && endAlike(candidates)) {
      CoordinatorOutcome.Basis basis =
          candidates.size() == 1
              ? CoordinatorOutcome.Basis.ONLY_TRANSACTION
              : CoordinatorOutcome.Basis.ALL_ENDED_ALIKE;
      return Optional.of(outcome(candidates, basis, OptionalLong.empty(), List.of()));
    }
    if (mayHide && candidates.size() == 1 && isBumpedEnd(candidates.get(0).txn())) {
      return Optional.of(
          outcome(
              candidates,
              CoordinatorOutcome.Basis.EPOCH_BUMP,
              OptionalLong.empty(),
              List.of(ONE_PROTOCOL)));
    }
    return byTimes(candidates);
  }

  private List<Candidate> candidates() {
    List<Candidate> candidates = new ArrayList<>();
    OptionalLong before = OptionalLong.empty();
    for (CoordinatorTransaction txn : history.transactions()) {
      if (txn.dataEpochs().contains(dataEpoch) && txn.mayHold(partition)) {
        candidates.add(new Candidate(txn, before));
      }
      before = decidedMs(txn);
    }
    return candidates;
  }

  /**
   * A transaction that the data may belong to.
   *
   * @param beganAfterMs when the end of the one before was decided; empty if that is not known
   */
  private record Candidate(CoordinatorTransaction txn, OptionalLong beganAfterMs) {}

  private boolean isBumpedEnd(CoordinatorTransaction txn) {
    return txn.isCommit().isPresent()
        && txn.speaksProtocol2()
        && txn.last().producerId() == txn.producerId()
        && txn.last().producerEpoch() == dataEpoch + 1;
  }

  private static boolean endAlike(List<Candidate> candidates) {
    Set<Optional<Boolean>> kinds = new HashSet<>();
    candidates.forEach(candidate -> kinds.add(candidate.txn().isCommit()));
    return kinds.size() == 1 && kinds.iterator().next().isPresent();
  }

  private Optional<CoordinatorOutcome> byTimes(List<Candidate> candidates) {
    if (firstTimestampMs < 0
        || lastTimestampMs < firstTimestampMs
        || !isDecidedByTimes(candidates, LEAST_CLOCK_TOLERANCE_MS)) {
      return Optional.empty();
    }
    long tolerates = LEAST_CLOCK_TOLERANCE_MS;
    long tooMuch = MOST_CLOCK_TOLERANCE_MS;
    while (tooMuch - tolerates > 1) {
      long middle = (tolerates + tooMuch) / 2;
      if (isDecidedByTimes(candidates, middle)) {
        tolerates = middle;
      } else {
        tooMuch = middle;
      }
    }
    String clocks = "the clocks of producer and coordinator agree within " + tolerates + " ms";
    return Optional.of(
        outcome(
            fitting(candidates, tolerates),
            CoordinatorOutcome.Basis.TIMES,
            OptionalLong.of(tolerates),
            List.of(clocks, SENDING_TIMES)));
  }

  private boolean isDecidedByTimes(List<Candidate> candidates, long toleranceMs) {
    return endAlike(fitting(candidates, toleranceMs)) && !mayBeHidden(toleranceMs);
  }

  private List<Candidate> fitting(List<Candidate> candidates, long toleranceMs) {
    return candidates.stream().filter(candidate -> fits(candidate, toleranceMs)).toList();
  }

  /**
   * Whether any of the data can have been made between the end before a transaction and its own.
   */
  private boolean fits(Candidate candidate, long toleranceMs) {
    OptionalLong after = candidate.beganAfterMs();
    OptionalLong before = lastDataMs(candidate.txn());
    return (after.isEmpty() || lastTimestampMs >= after.getAsLong() - toleranceMs)
        && (before.isEmpty() || firstTimestampMs <= before.getAsLong() + toleranceMs);
  }

  private static OptionalLong decidedMs(CoordinatorTransaction txn) {
    return txn.markerTime()
        .map(time -> OptionalLong.of(time.decidedMs()))
        .orElse(OptionalLong.empty());
  }

  /**
   * Until when its data can have been made. A producer that commits has sent all of it before; one
   * that is fenced may go on until the markers are written.
   */
  private static OptionalLong lastDataMs(CoordinatorTransaction txn) {
    boolean isCommit = txn.isCommit().orElse(false);
    return isCommit
        ? decidedMs(txn)
        : txn.markerTime().map(MarkerTime::completedMs).orElse(OptionalLong.empty());
  }

  /** Whether the data can belong to a transaction of which no entry is left. */
  private boolean mayBeHidden(long toleranceMs) {
    long readableFrom = 0;
    OptionalLong after = OptionalLong.empty();
    for (CoordinatorEntry entry : history.entries()) {
      if (!history.readable().containsAll(readableFrom, entry.offset())
          && !isFirstOfProducer(entry)
          && (after.isEmpty() || lastTimestampMs >= after.getAsLong() - toleranceMs)
          && firstTimestampMs <= beganMs(entry) + toleranceMs) {
        return true;
      }
      readableFrom = entry.offset();
      after = OptionalLong.of(entry.lastUpdateMs());
    }
    return mayGoOn() && (after.isEmpty() || lastTimestampMs >= after.getAsLong() - toleranceMs);
  }

  /** Whether transactions of the data's epoch may follow the last entry. */
  private boolean mayGoOn() {
    return !history.isEndKnown() && !isEpochOver();
  }

  /** Whether a later epoch is seen, or the next producer id: then the data's epoch was over. */
  private boolean isEpochOver() {
    return history.entries().stream()
        .anyMatch(entry -> !isOfProducer(entry) || entry.producerEpoch() > dataEpoch);
  }

  /** When what an entry tells began; a hidden transaction before it had ended by then. */
  private static long beganMs(CoordinatorEntry entry) {
    return entry.status() == TransactionStatus.EMPTY ? entry.lastUpdateMs() : entry.startMs();
  }

  private static boolean isFirstOfProducer(CoordinatorEntry entry) {
    return entry.status() == TransactionStatus.EMPTY && entry.producerEpoch() == 0;
  }

  /**
   * Whether a transaction of the data's epoch can be missing: between the entry with which that
   * epoch began, or the last one of an earlier epoch, and the first one of a later epoch.
   */
  private boolean mayHide() {
    List<CoordinatorEntry> entries = history.entries();
    long from = 0;
    long to = -1;
    for (CoordinatorEntry entry : entries) {
      if (isBefore(entry)) {
        from = entry.offset();
      }
      to = entry.offset();
      if (!isOfProducer(entry) || entry.producerEpoch() > dataEpoch) {
        break;
      }
    }
    return to < 0 || !history.readable().containsAll(from, to) || mayGoOn();
  }

  /** Whether data of the epoch can only come after an entry. */
  private boolean isBefore(CoordinatorEntry entry) {
    if (!isOfProducer(entry) || entry.producerEpoch() > dataEpoch) {
      return false;
    }
    boolean isBumpToEpoch =
        entry.speaksProtocol2()
            && entry.status().isCommit().isPresent()
            && entry.producerEpoch() < Short.MAX_VALUE;
    return entry.producerEpoch() < dataEpoch
        || entry.status() == TransactionStatus.EMPTY
        || isBumpToEpoch;
  }

  private boolean isOfProducer(CoordinatorEntry entry) {
    return entry.producerId() == history.producerId();
  }

  private CoordinatorOutcome outcome(
      List<Candidate> candidates,
      CoordinatorOutcome.Basis basis,
      OptionalLong clockToleranceMs,
      List<String> because) {
    List<CoordinatorTransaction> of = candidates.stream().map(Candidate::txn).toList();
    List<String> assumptions = new ArrayList<>(because);
    if (of.stream().anyMatch(txn -> !txn.speaksProtocol2())) {
      assumptions.add(NO_LATE_BATCH);
    }
    if (history.isEndKnown() && !isEpochOver()) {
      assumptions.add(END_GIVEN);
    }
    if (of.stream().anyMatch(txn -> txn.entries().stream().noneMatch(this::isReplicatedEnd))) {
      assumptions.add(NOT_REPLICATED);
    }
    return new CoordinatorOutcome(
        of.get(0).isCommit().orElseThrow(),
        basis,
        clockToleranceMs,
        assumptions,
        of.size() == 1 ? of.get(0).markerTime() : Optional.empty(),
        of.stream().flatMap(txn -> txn.entries().stream()).limit(LISTED_ENTRIES).toList());
  }

  private boolean isReplicatedEnd(CoordinatorEntry entry) {
    return entry.isReplicated() && entry.status().isCommit().isPresent();
  }
}
