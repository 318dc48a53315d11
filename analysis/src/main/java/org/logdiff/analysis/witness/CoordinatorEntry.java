package org.logdiff.analysis.witness;

import java.util.List;
import org.logdiff.format.TopicPartition;
import org.logdiff.format.internal.TransactionLogRecord;
import org.logdiff.format.internal.TransactionStatus;

/**
 * One record of {@code __transaction_state}: what the coordinator wrote at a change, and where.
 *
 * @param log the partition of {@code __transaction_state}
 * @param offset log offset in that partition
 * @param leaderEpoch of the batch
 * @param timestampMs when the coordinator appended it, by its own clock
 * @param isReplicated whether a second log dir has it too, or it lies below a high watermark
 * @param sightings each log dir's copy, at least one
 */
public record CoordinatorEntry(
    TopicPartition log,
    long offset,
    int leaderEpoch,
    long timestampMs,
    TransactionLogRecord.State state,
    boolean isReplicated,
    List<Sighting> sightings) {
  public CoordinatorEntry {
    sightings = List.copyOf(sightings);
  }

  public String transactionalId() {
    return state.transactionalId();
  }

  public long producerId() {
    return state.producerId();
  }

  public short producerEpoch() {
    return state.producerEpoch();
  }

  public TransactionStatus status() {
    return state.status();
  }

  /** Milliseconds, by the coordinator's clock. */
  public long lastUpdateMs() {
    return state.lastUpdateTimestampMs();
  }

  /** When the transaction started, milliseconds by the coordinator's clock; -1 for none yet. */
  public long startMs() {
    return state.startTimestampMs();
  }

  /** What the transaction has written to so far; empty once all markers are written. */
  public List<TopicPartition> partitions() {
    return state.partitions();
  }

  /** Whether every end of a transaction raises the epoch, as in transaction protocol 2. */
  public boolean speaksProtocol2() {
    return state.clientTransactionVersion() >= 2;
  }
}
