package org.logdiff.analysis.model;

import java.util.OptionalLong;

/**
 * What a broker knows of one producer.
 *
 * @param lastSequence of the last data batch at this epoch; -1 for none
 * @param lastDataOffset of that batch; -1 for none
 * @param offsetDelta last minus first offset of that batch
 * @param coordinatorEpoch of the last end marker; -1 for none
 * @param currentTxnFirstOffset of the open transaction, if any
 */
public record ProducerEntry(
    long producerId,
    short producerEpoch,
    int lastSequence,
    long lastDataOffset,
    int offsetDelta,
    long lastTimestampMs,
    int coordinatorEpoch,
    OptionalLong currentTxnFirstOffset) {

  static ProducerEntry unknown(long producerId, short producerEpoch) {
    return new ProducerEntry(producerId, producerEpoch, -1, -1, 0, -1, -1, OptionalLong.empty());
  }

  public boolean hasDataBatch() {
    return lastDataOffset >= 0;
  }

  ProducerEntry afterData(BatchHeader batch) {
    OptionalLong first =
        currentTxnFirstOffset.isEmpty() && batch.transactional()
            ? OptionalLong.of(batch.baseOffset())
            : currentTxnFirstOffset;
    return new ProducerEntry(
        producerId,
        batch.producerEpoch(),
        batch.baseSequence() + batch.lastOffsetDelta(),
        batch.lastOffset(),
        batch.lastOffsetDelta(),
        batch.maxTimestampMs(),
        coordinatorEpoch,
        first);
  }

  /** A new epoch forgets the data batches of the one before. */
  ProducerEntry afterMarker(BatchHeader batch, EndMarker marker) {
    boolean sameEpoch = batch.producerEpoch() == producerEpoch;
    return new ProducerEntry(
        producerId,
        batch.producerEpoch(),
        sameEpoch ? lastSequence : -1,
        sameEpoch ? lastDataOffset : -1,
        sameEpoch ? offsetDelta : 0,
        batch.maxTimestampMs(),
        marker.coordinatorEpoch(),
        OptionalLong.empty());
  }

  ProducerEntry shifted(long offsets) {
    return new ProducerEntry(
        producerId,
        producerEpoch,
        lastSequence,
        hasDataBatch() ? lastDataOffset + offsets : lastDataOffset,
        offsetDelta,
        lastTimestampMs,
        coordinatorEpoch,
        currentTxnFirstOffset.isPresent()
            ? OptionalLong.of(currentTxnFirstOffset.getAsLong() + offsets)
            : currentTxnFirstOffset);
  }
}
