package org.logdiff.samples.generate;

import org.apache.kafka.common.record.internal.ControlRecordType;

/**
 * A batch as it was first written.
 *
 * @param number counts batches from the start of the log
 * @param baseOffset its log offset
 * @param firstRecord number of its first record in the {@link History}
 * @param recordsCount 1 for a marker
 * @param marker the kind of end; null for data
 * @param transactionFirstOffset of the marker's transaction
 * @param abortedBy number of the ABORT's batch that ends the data; MAX_VALUE if none does
 * @param lastStableOffset after a marker
 */
record WrittenBatch(
    long number,
    long baseOffset,
    long firstRecord,
    int recordsCount,
    long producerId,
    short producerEpoch,
    int baseSequence,
    boolean isTransactional,
    ControlRecordType marker,
    long transactionFirstOffset,
    long abortedBy,
    long lastStableOffset) {

  long lastOffset() {
    return baseOffset + recordsCount - 1;
  }

  /** Whether an ABORT ends its transaction, or is it itself. */
  boolean isAbort() {
    return marker == ControlRecordType.ABORT;
  }
}
