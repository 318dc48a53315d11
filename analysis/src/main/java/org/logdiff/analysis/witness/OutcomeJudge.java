package org.logdiff.analysis.witness;

import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import org.logdiff.format.TopicPartition;
import org.logdiff.format.internal.TransactionStatus;

/**
 * Decides whether the coordinator's entries prove how the transaction of some data ended.
 *
 * <p>Candidates are the transactions of the producer id that can have the data's epoch and may have
 * written to its partition. Cleaning leaves of each transactional id the last entry and those that
 * it has not reached yet; so entries can be missing before the first one that is left, and, on a
 * broker that was away meanwhile, between two. Each offset without a readable record may hide one.
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
  /** How far the clocks of producers and coordinators may be apart. */
  static final long CLOCK_TOLERANCE_MS = 1_000;

  private static final String CLOCKS =
      "the clocks of producer and brokers agree within " + CLOCK_TOLERANCE_MS + " ms";
  private static final String SENDING_TIMES =
      "the data's timestamps are the times of sending: the application sets none of its own";
  private static final String ONE_PROTOCOL =
      "the producer did not change from the older transaction protocol to protocol 2 within this"
          + " epoch";
  private static final String NO_LATE_BATCH =
      "no batch reached the partition after the end of its own transaction, as under the older"
          + " protocol without verification it can (KAFKA-14402)";
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
    List<CoordinatorTransaction> candidates =
        history.transactions().stream()
            .filter(txn -> txn.dataEpochs().contains(dataEpoch) && txn.mayHold(partition))
            .toList();
    boolean mayHide = mayHide();
    if (!mayHide && endAlike(candidates)) {
      CoordinatorOutcome.Basis basis =
          candidates.size() == 1
              ? CoordinatorOutcome.Basis.ONLY_TRANSACTION
              : CoordinatorOutcome.Basis.ALL_ENDED_ALIKE;
      return Optional.of(outcome(candidates, basis, List.of()));
    }
    if (mayHide && candidates.size() == 1 && isBumpedEnd(candidates.get(0))) {
      return Optional.of(
          outcome(candidates, CoordinatorOutcome.Basis.EPOCH_BUMP, List.of(ONE_PROTOCOL)));
    }
    return byTimes(candidates);
  }

  private boolean isBumpedEnd(CoordinatorTransaction txn) {
    return txn.isCommit().isPresent()
        && txn.speaksProtocol2()
        && txn.last().producerId() == txn.producerId()
        && txn.last().producerEpoch() == dataEpoch + 1;
  }

  private static boolean endAlike(List<CoordinatorTransaction> candidates) {
    Set<Optional<Boolean>> kinds = new HashSet<>();
    candidates.forEach(txn -> kinds.add(txn.isCommit()));
    return kinds.size() == 1 && kinds.iterator().next().isPresent();
  }

  private Optional<CoordinatorOutcome> byTimes(List<CoordinatorTransaction> candidates) {
    if (firstTimestampMs < 0 || lastTimestampMs < firstTimestampMs || mayBeHidden()) {
      return Optional.empty();
    }
    List<CoordinatorTransaction> fitting = candidates.stream().filter(this::fits).toList();
    return endAlike(fitting)
        ? Optional.of(
            outcome(fitting, CoordinatorOutcome.Basis.TIMES, List.of(CLOCKS, SENDING_TIMES)))
        : Optional.empty();
  }

  /** Whether the data can have been made between the decision before a transaction and its own. */
  private boolean fits(CoordinatorTransaction txn) {
    int index = history.transactions().indexOf(txn);
    long after =
        index == 0
            ? Long.MIN_VALUE
            : decidedMs(history.transactions().get(index - 1), Long.MIN_VALUE);
    long before = decidedMs(txn, Long.MAX_VALUE);
    return (after == Long.MIN_VALUE || lastTimestampMs > after - CLOCK_TOLERANCE_MS)
        && (before == Long.MAX_VALUE || firstTimestampMs <= before + CLOCK_TOLERANCE_MS);
  }

  private static long decidedMs(CoordinatorTransaction txn, long orElse) {
    return txn.markerTime().map(MarkerTime::decidedMs).orElse(orElse);
  }

  /** Whether the data can belong to a transaction of which no entry is left. */
  private boolean mayBeHidden() {
    List<CoordinatorEntry> entries = history.entries();
    long hiddenFromMs = Long.MIN_VALUE;
    long readableFrom = 0;
    for (CoordinatorEntry entry : entries) {
      if (!history.readable().containsAll(readableFrom, entry.offset())
          && !isFirstOfProducer(entry)
          && lastTimestampMs >= minus(hiddenFromMs)
          && firstTimestampMs <= earliestMs(entry) + CLOCK_TOLERANCE_MS) {
        return true;
      }
      readableFrom = entry.offset();
      hiddenFromMs = entry.lastUpdateMs();
    }
    return false;
  }

  private static long minus(long timestampMs) {
    return timestampMs == Long.MIN_VALUE ? timestampMs : timestampMs - CLOCK_TOLERANCE_MS;
  }

  /** When the transaction of an entry began; a hidden one ended before that. */
  private static long earliestMs(CoordinatorEntry entry) {
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
    return to < 0 || !history.readable().containsAll(from, to);
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
      List<CoordinatorTransaction> of, CoordinatorOutcome.Basis basis, List<String> because) {
    List<String> assumptions = new ArrayList<>(because);
    if (of.stream().anyMatch(txn -> !txn.speaksProtocol2())) {
      assumptions.add(NO_LATE_BATCH);
    }
    if (of.stream().anyMatch(txn -> txn.entries().stream().noneMatch(this::isReplicatedEnd))) {
      assumptions.add(NOT_REPLICATED);
    }
    return new CoordinatorOutcome(
        of.get(0).isCommit().orElseThrow(),
        basis,
        assumptions,
        of.size() == 1 ? of.get(0).markerTime() : Optional.empty(),
        of.stream().flatMap(txn -> txn.entries().stream()).toList());
  }

  private boolean isReplicatedEnd(CoordinatorEntry entry) {
    return entry.isReplicated() && entry.status().isCommit().isPresent();
  }
}
