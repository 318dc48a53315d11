package org.logdiff.analysis.witness;

import java.util.ArrayList;
import java.util.List;
import java.util.TreeSet;
import org.logdiff.format.TopicPartition;
import org.logdiff.format.internal.TransactionLogRecord;
import org.logdiff.format.internal.TransactionStatus;

/**
 * A transaction coordinator's bookkeeping of one transactional id, as Kafka 4.4 does it: says which
 * states it writes, and knows the truth about each transaction.
 */
final class Coordinator {
  static final long FIRST_PRODUCER_ID = 1_000;

  /** A state that was written. */
  record Written(long offset, long timestampMs, TransactionLogRecord.State state) {}

  /** A transaction as it really was. */
  record Truth(
      long producerId, short dataEpoch, TreeSet<TopicPartition> partitions, boolean isCommit) {}

  private final List<Written> written = new ArrayList<>();
  private final List<Truth> truths = new ArrayList<>();
  private long nextOffset;
  private long nowMs = 1_000_000;
  private int protocol;
  private long producerId = FIRST_PRODUCER_ID;
  private int epoch = -1;
  private long startMs = -1;
  private TreeSet<TopicPartition> partitions = new TreeSet<>();

  Coordinator(int protocol) {
    this.protocol = protocol;
  }

  List<Written> written() {
    return written;
  }

  List<Truth> truths() {
    return truths;
  }

  long nowMs() {
    return nowMs;
  }

  /** What another transactional id writes to the same partition in between. */
  Coordinator others(int records) {
    nextOffset += records;
    return this;
  }

  Coordinator after(long ms) {
    nowMs += ms;
    return this;
  }

  Coordinator protocol(int newProtocol) {
    protocol = newProtocol;
    return this;
  }

  /** A new instance of the producer, outside of a transaction. */
  Coordinator init() {
    epoch++;
    startMs = -1;
    return write(TransactionStatus.EMPTY, producerId, epoch, -1);
  }

  /** As if a lot of transactions had happened. */
  Coordinator atEpoch(int newEpoch) {
    epoch = newEpoch;
    return this;
  }

  Coordinator begin(String... names) {
    startMs = nowMs;
    partitions = new TreeSet<>();
    return add(names);
  }

  Coordinator add(String... names) {
    for (String name : names) {
      partitions.add(TopicPartition.parse(name).orElseThrow());
    }
    return write(TransactionStatus.ONGOING, producerId, epoch, producerId);
  }

  Coordinator commit() {
    return end(true, protocol >= 2 ? 1 : 0);
  }

  Coordinator abort() {
    return end(false, protocol >= 2 ? 1 : 0);
  }

  /** The coordinator itself aborts: a timeout, or a new instance in the middle of a transaction. */
  Coordinator fence() {
    return end(false, 1);
  }

  /** As {@link #fence} by brokers 4.0.0 under protocol 2. */
  Coordinator fenceOf400() {
    return end(false, 2);
  }

  private Coordinator end(boolean isCommit, int bump) {
    decide(isCommit, bump);
    return complete(isCommit);
  }

  /** Only the decision: the markers are on the way. */
  Coordinator decide(boolean isCommit, int bump) {
    truths.add(new Truth(producerId, (short) epoch, new TreeSet<>(partitions), isCommit));
    epoch += bump;
    return write(
        isCommit ? TransactionStatus.PREPARE_COMMIT : TransactionStatus.PREPARE_ABORT,
        producerId,
        epoch,
        producerId);
  }

  private Coordinator complete(boolean isCommit) {
    nowMs += 20;
    long previous = producerId;
    if (epoch == Short.MAX_VALUE) {
      producerId++;
      epoch = 0;
    }
    partitions = new TreeSet<>();
    return write(
        isCommit ? TransactionStatus.COMPLETE_COMMIT : TransactionStatus.COMPLETE_ABORT,
        producerId,
        epoch,
        previous);
  }

  private Coordinator write(TransactionStatus status, long id, int producerEpoch, long previous) {
    boolean isFlexible = protocol >= 1;
    written.add(
        new Written(
            nextOffset++,
            nowMs,
            new TransactionLogRecord.State(
                "payments",
                (short) (isFlexible ? 1 : 0),
                id,
                isFlexible ? previous : -1,
                -1,
                (short) producerEpoch,
                (short) -1,
                60_000,
                (byte) status.id(),
                List.copyOf(partitions),
                nowMs,
                startMs,
                (short) (status == TransactionStatus.EMPTY ? 0 : protocol),
                List.of())));
    return this;
  }

  /** The history of a producer id by what is left of what was written. */
  static ProducerHistory history(
      long producerId, List<Written> left, ReadableOffsets readable, boolean isEndKnown) {
    List<CoordinatorEntry> entries =
        left.stream()
            .filter(
                record ->
                    record.state().producerId() == producerId
                        || record.state().previousProducerId() == producerId)
            .map(Coordinator::entry)
            .toList();
    return ProducerHistory.of(producerId, entries, new StateLog(entries, readable, isEndKnown));
  }

  private static CoordinatorEntry entry(Written record) {
    return new CoordinatorEntry(
        new TopicPartition(TransactionCoordinatorLog.TOPIC, 0),
        record.offset(),
        0,
        record.timestampMs(),
        record.state(),
        true,
        List.of());
  }
}
