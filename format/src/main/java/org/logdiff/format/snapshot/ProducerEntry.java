package org.logdiff.format.snapshot;

/**
 * What a broker knew about one producer, fields by Kafka's names and as stored.
 *
 * @param producerId whose state it is
 * @param epoch the producer's current epoch
 * @param lastSequence of its last data batch, -1 for none
 * @param lastOffset log offset of its last data record, -1 for none
 * @param offsetDelta last minus first offset of that batch
 * @param timestamp largest of its last batch or marker, milliseconds, -1 for none
 * @param coordinatorEpoch of the coordinator that wrote the last end marker, -1 for none
 * @param currentTxnFirstOffset log offset where its open transaction begins, -1 for none
 */
public record ProducerEntry(
    long producerId,
    short epoch,
    int lastSequence,
    long lastOffset,
    int offsetDelta,
    long timestamp,
    int coordinatorEpoch,
    long currentTxnFirstOffset) {

  /** Whether a data batch of the producer is remembered. */
  public boolean hasData() {
    return lastOffset >= 0;
  }

  /** Whether a transaction of the producer is open. */
  public boolean hasOpenTransaction() {
    return currentTxnFirstOffset >= 0;
  }
}
