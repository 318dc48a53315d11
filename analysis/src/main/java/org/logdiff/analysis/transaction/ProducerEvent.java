package org.logdiff.analysis.transaction;

/**
 * What a transaction view needs to know of a batch: from the header alone, but for a marker's kind
 * and coordinator epoch.
 *
 * @param mask bit r set for each replica r that has it
 * @param firstOffset base offset of the batch
 * @param lastOffset last offset of the batch
 * @param lastTimestamp of the batch, milliseconds
 * @param coordinatorEpoch of a full marker, else -1
 * @param recordsCount records that are left; batches without one count for transactions too
 */
public record ProducerEvent(
    int mask,
    Kind kind,
    long producerId,
    short producerEpoch,
    long firstOffset,
    long lastOffset,
    long lastTimestamp,
    int coordinatorEpoch,
    int recordsCount) {

  /** What a batch is for the producer's state. */
  public enum Kind {
    /** Transactional data, even if no record is left. */
    DATA,
    /** A full COMMIT marker. */
    COMMIT,
    /** A full ABORT marker. */
    ABORT,
    /** An empty control batch: what is left of a marker. Ends nothing. */
    GRAVESTONE,
    /** A control batch of a kind that ends no transaction, or that cannot be read. */
    OTHER_CONTROL;

    public boolean isEnd() {
      return this == COMMIT || this == ABORT;
    }
  }

  ProducerEvent withMask(int newMask) {
    if (newMask == mask) {
      return this;
    }
    return new ProducerEvent(
        newMask,
        kind,
        producerId,
        producerEpoch,
        firstOffset,
        lastOffset,
        lastTimestamp,
        coordinatorEpoch,
        recordsCount);
  }

  boolean isSameBatchAs(ProducerEvent other) {
    return firstOffset == other.firstOffset
        && lastOffset == other.lastOffset
        && producerId == other.producerId
        && producerEpoch == other.producerEpoch
        && kind == other.kind
        && coordinatorEpoch == other.coordinatorEpoch
        && recordsCount == other.recordsCount;
  }
}
