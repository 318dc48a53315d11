package org.logdiff.analysis.witness;

import java.util.ArrayList;
import java.util.List;
import org.logdiff.format.internal.TransactionStatus;

/**
 * What the coordinator noted of one producer id, put together to transactions.
 *
 * @param entries in order; all of one partition of {@code __transaction_state}
 * @param transactions in order
 * @param readable offsets of that partition at which some broker has a record that was read
 * @param isEndKnown whether that partition is known not to go on after the entries
 * @param isConsistent whether the entries follow each other as a coordinator writes them
 */
record ProducerHistory(
    long producerId,
    List<CoordinatorEntry> entries,
    List<CoordinatorTransaction> transactions,
    ReadableOffsets readable,
    boolean isEndKnown,
    boolean isConsistent) {
  ProducerHistory {
    entries = List.copyOf(entries);
    transactions = List.copyOf(transactions);
  }

  static ProducerHistory of(long producerId, List<CoordinatorEntry> entries, StateLog log) {
    Builder builder = new Builder(producerId);
    entries.forEach(builder::add);
    builder.close();
    return new ProducerHistory(
        producerId,
        entries,
        builder.transactions,
        log.readable(),
        log.isEndKnown(),
        builder.isConsistent);
  }

  /** Entries in two partitions of the topic: no coordinator does that, so nothing is concluded. */
  ProducerHistory inconsistent(ProducerHistory other) {
    List<CoordinatorEntry> all = new ArrayList<>(entries);
    all.addAll(other.entries);
    return new ProducerHistory(producerId, all, List.of(), readable, false, false);
  }

  /** Gathers entries that belong to one transaction. */
  private static final class Builder {
    private final long producerId;
    private final List<CoordinatorTransaction> transactions = new ArrayList<>();
    private final List<CoordinatorEntry> current = new ArrayList<>();
    private boolean isConsistent = true;

    Builder(long producerId) {
      this.producerId = producerId;
    }

    void add(CoordinatorEntry entry) {
      if (!entry.transactionalId().equals(transactionalId(entry))) {
        isConsistent = false;
      }
      switch (entry.status()) {
        case EMPTY -> close();
        case ONGOING, PREPARE_COMMIT, PREPARE_ABORT, COMPLETE_COMMIT, COMPLETE_ABORT -> {
          if (!continues(entry)) {
            close();
          }
          current.add(entry);
        }
        case DEAD, PREPARE_EPOCH_FENCE, UNKNOWN -> isConsistent = false;
      }
    }

    private String transactionalId(CoordinatorEntry orElse) {
      if (!current.isEmpty()) {
        return current.get(0).transactionalId();
      }
      return transactions.isEmpty()
          ? orElse.transactionalId()
          : transactions.get(transactions.size() - 1).transactionalId();
    }

    /** Whether an entry belongs to the transaction that is being gathered. */
    private boolean continues(CoordinatorEntry entry) {
      if (current.isEmpty() || entry.startMs() != current.get(0).startMs()) {
        return false;
      }
      TransactionStatus before = current.get(current.size() - 1).status();
      TransactionStatus status = entry.status();
      if (before == TransactionStatus.ONGOING) {
        return true;
      }
      if (before.isPrepare() && status.isComplete()) {
        isConsistent &= before.isCommit().equals(status.isCommit());
        return true;
      }
      return false;
    }

    void close() {
      if (!current.isEmpty()) {
        transactions.add(new CoordinatorTransaction(producerId, current));
        current.clear();
      }
    }
  }
}
