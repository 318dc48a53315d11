package org.logdiff.analysis.witness;

import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.OptionalLong;
import org.logdiff.format.TopicPartition;
import org.logdiff.format.internal.TransactionStatus;

/**
 * One transaction as its coordinator noted it: the entries of one producer id that share a start
 * time, from ONGOING over PREPARE to COMPLETE. Cleaning may have removed the earlier ones.
 *
 * <p>Of its epoch: ONGOING carries that of the data. Under protocol 2 PREPARE and COMPLETE carry
 * one more, and so does the marker. Under the older protocol they carry the data's, unless the
 * coordinator has fenced the producer (a timeout, or a new instance of it): then the ABORT carries
 * one more. Brokers of 4.0.0 fenced under protocol 2 with two more (KAFKA-19367). Source: {@code
 * org.apache.kafka.coordinator.transaction.TransactionMetadata.prepareAbortOrCommit}, {@code
 * prepareFenceProducerEpoch}, Kafka 4.4.0; checked against records of its brokers.
 *
 * @param producerId of the data
 * @param entries in order, at least one
 */
public record CoordinatorTransaction(long producerId, List<CoordinatorEntry> entries) {
  public CoordinatorTransaction {
    entries = List.copyOf(entries);
  }

  public String transactionalId() {
    return first().transactionalId();
  }

  /** Milliseconds by the coordinator's clock. */
  public long startMs() {
    return first().startMs();
  }

  CoordinatorEntry first() {
    return entries.get(0);
  }

  CoordinatorEntry last() {
    return entries.get(entries.size() - 1);
  }

  /** How it ended: true for COMMIT, false for ABORT; empty while it is not decided. */
  public Optional<Boolean> isCommit() {
    return last().status().isCommit();
  }

  /** When its markers were written; empty while the end is not decided. */
  public Optional<MarkerTime> markerTime() {
    return isCommit().map(end -> new MarkerTime(decidedMs(), completedMs()));
  }

  private long decidedMs() {
    return entries.stream()
        .filter(entry -> entry.status().isPrepare())
        .findFirst()
        .orElse(last())
        .lastUpdateMs();
  }

  private OptionalLong completedMs() {
    return last().status().isComplete()
        ? OptionalLong.of(last().timestampMs())
        : OptionalLong.empty();
  }

  /** The epochs that its data can have. One, if an ONGOING is left. */
  public List<Short> dataEpochs() {
    if (first().status() == TransactionStatus.ONGOING) {
      return List.of(first().producerEpoch());
    }
    CoordinatorEntry end = first();
    if (end.producerId() != producerId) {
      // The epochs were used up: the end moved on to the next producer id, at epoch 0.
      return List.of((short) (Short.MAX_VALUE - 1), Short.MAX_VALUE);
    }
    int lowest = end.producerEpoch();
    int highest = end.producerEpoch();
    boolean isCommit = end.status().isCommit().orElse(false);
    if (end.speaksProtocol2()) {
      lowest -= isCommit ? 1 : 2;
      highest -= isCommit || end.producerEpoch() < Short.MAX_VALUE ? 1 : 0;
    } else {
      lowest -= isCommit ? 0 : 1;
    }
    List<Short> epochs = new ArrayList<>();
    for (int epoch = Math.max(0, lowest); epoch <= highest; epoch++) {
      epochs.add((short) epoch);
    }
    return epochs;
  }

  /**
   * What it has written to, as PREPARE lists it; empty if that entry is not there. ONGOING lists
   * what was known so far, and COMPLETE nothing.
   */
  public Optional<List<TopicPartition>> partitions() {
    return entries.stream()
        .filter(entry -> entry.status().isPrepare())
        .findFirst()
        .map(CoordinatorEntry::partitions);
  }

  /** Whether it may have written to a partition. */
  boolean mayHold(TopicPartition partition) {
    return partitions().map(known -> known.contains(partition)).orElse(true);
  }

  boolean speaksProtocol2() {
    return last().speaksProtocol2();
  }
}
