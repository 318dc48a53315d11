package org.logdiff.analysis.compare;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.logdiff.analysis.key.KeyJudge;
import org.logdiff.analysis.key.KeyJudgement;
import org.logdiff.analysis.key.KeyState;
import org.logdiff.analysis.key.ReplicaRange;
import org.logdiff.analysis.transaction.Outcomes;
import org.logdiff.analysis.transaction.TransactionPart;

/**
 * One key under suspicion with its history: what the table says of it, given how the transactions
 * without a proven outcome ended.
 */
final class KeyEvaluation {
  final KeyHistory history;
  private final List<ReplicaRange> ranges;
  private final PartitionTransactions transactions;
  private final Map<KeyRecord, TransactionPart> partOf = new LinkedHashMap<>();
  private final List<TransactionPart> unproven = new ArrayList<>();

  KeyEvaluation(KeyHistory history, List<ReplicaRange> ranges, PartitionTransactions transactions) {
    this.history = history;
    this.ranges = ranges;
    this.transactions = transactions;
    for (KeyRecord record : history.records()) {
      if (!record.isTransactional()) {
        continue;
      }
      transactions
          .ledger()
          .partOf(record.producerId(), record.batchBaseOffset())
          .ifPresent(
              part -> {
                partOf.put(record, part);
                if (part.outcome() == Outcomes.Outcome.UNPROVEN && !unproven.contains(part)) {
                  unproven.add(part);
                }
              });
    }
    unproven.sort(Comparator.comparingLong(TransactionPart::firstOffset));
  }

  /** The parts of transactions without a proven outcome in which this key occurs. */
  List<TransactionPart> unprovenParts() {
    return unproven;
  }

  /** The part that a record belongs to; null for none. */
  TransactionPart partOf(KeyRecord record) {
    return partOf.get(record);
  }

  /** The final states under a reading of the unproven transactions. */
  long[] states(OutcomeReading reading) {
    long[] states = new long[ranges.size()];
    for (KeyRecord record : history.records()) {
      if (!counts(record, reading)) {
        continue;
      }
      long state = KeyState.of(record.offset(), record.isTombstone());
      for (int r = 0; r < states.length; r++) {
        if (record.isOn(r) && ranges.get(r).covers(record.offset())) {
          states[r] = Math.max(states[r], state);
        }
      }
    }
    return states;
  }

  /**
   * The highest offset at which a replica has a record that counts under a reading; -1 for none.
   */
  long highestOffset(OutcomeReading reading) {
    return Arrays.stream(states(reading)).map(KeyState::offset).max().orElse(-1);
  }

  /** What the table says under a reading. */
  List<KeyJudgement> judge(OutcomeReading reading) {
    return new KeyJudge(ranges)
        .judge(states(reading), (replica, offset) -> isExcused(replica, offset, reading));
  }

  /** Whether the replicas that lack a value are excused under a reading (row c'). */
  boolean isExcused(int replica, long offset, OutcomeReading reading) {
    return !excuses(replica, offset, reading).isEmpty();
  }

  /** The aborted parts that a replica takes for committed and that can have cost it a value. */
  List<TransactionPart> excuses(int replica, long offset, OutcomeReading reading) {
    return transactions.takenForCommitted(replica, reading).stream()
        .filter(
            part -> hasRecordAbove(part, offset) || transactions.hidesRecord(part, replica, offset))
        .toList();
  }

  private boolean hasRecordAbove(TransactionPart part, long offset) {
    return partOf.entrySet().stream()
        .anyMatch(e -> e.getValue().equals(part) && e.getKey().offset() > offset);
  }

  private boolean counts(KeyRecord record, OutcomeReading reading) {
    if (!record.isTransactional()) {
      return true;
    }
    TransactionPart part = partOf.get(record);
    if (part == null) {
      return false;
    }
    return switch (part.outcome()) {
      case COMMITTED -> true;
      case ABORTED, OPEN -> false;
      case UNPROVEN -> reading.isCommitted(part);
    };
  }

  @Override
  public String toString() {
    return history.records() + " " + Arrays.toString(states(OutcomeReading.NONE));
  }
}
