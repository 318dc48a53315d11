package org.logdiff.samples.generate;

import java.nio.ByteBuffer;
import java.util.function.LongPredicate;
import org.apache.kafka.common.compress.Compression;
import org.apache.kafka.common.record.TimestampType;
import org.apache.kafka.common.record.internal.EndTransactionMarker;
import org.apache.kafka.common.record.internal.MemoryRecordsBuilder;
import org.apache.kafka.common.record.internal.RecordBatch;
import org.apache.kafka.common.utils.internals.ByteBufferOutputStream;

/** Makes batches with Kafka's own encoder, as producers, coordinators and cleaners do. */
final class BatchEncoder {
  private static final int COORDINATOR_EPOCH = 0;
  private static final int LEADER_EPOCH = 0;

  private final ReplicaOptions options;
  private final History history;
  private final Compression compression;
  private final ByteBuffer buffer;
  private long maxTimestampMs;
  private long offsetOfMaxTimestamp;

  BatchEncoder(ReplicaOptions options, History history) {
    this.options = options;
    this.history = history;
    compression = Compression.of(options.codec()).build();
    int recordBytes = options.keyBytes() + options.valueBytes() + 64;
    buffer = ByteBuffer.allocate(1024 + 2 * options.recordsPerBatch() * recordBytes);
  }

  /**
   * A data batch with the records that are kept.
   *
   * @param horizonMs the delete horizon that the cleaner sets if there is a tombstone; -1 for none
   * @return null if no record is kept
   */
  ByteBuffer data(WrittenBatch batch, LongPredicate isKept, long horizonMs) {
    boolean hasTombstone = false;
    boolean hasRecord = false;
    for (int i = 0; i < batch.recordsCount(); i++) {
      long record = batch.firstRecord() + i;
      if (isKept.test(record)) {
        hasRecord = true;
        hasTombstone |= history.isTombstone(record);
      }
    }
    if (!hasRecord) {
      return null;
    }
    try (MemoryRecordsBuilder builder =
        builder(batch, compression, batch.baseSequence(), hasTombstone ? horizonMs : -1)) {
      for (int i = 0; i < batch.recordsCount(); i++) {
        long record = batch.firstRecord() + i;
        if (isKept.test(record)) {
          builder.appendWithOffset(
              batch.baseOffset() + i,
              history.timestampMs(record),
              history.key(record),
              history.value(record));
          maxTimestampMs = history.timestampMs(record);
          offsetOfMaxTimestamp = batch.baseOffset() + i;
        }
      }
      return closed(builder, batch);
    }
  }

  /** A COMMIT or ABORT. */
  ByteBuffer marker(WrittenBatch batch, long horizonMs) {
    try (MemoryRecordsBuilder builder =
        builder(batch, Compression.NONE, RecordBatch.NO_SEQUENCE, horizonMs)) {
      maxTimestampMs = history.timestampMs(batch.firstRecord());
      offsetOfMaxTimestamp = batch.baseOffset();
      builder.appendEndTxnMarker(
          maxTimestampMs, new EndTransactionMarker(batch.marker(), COORDINATOR_EPOCH));
      return closed(builder, batch);
    }
  }

  private MemoryRecordsBuilder builder(
      WrittenBatch batch, Compression codec, int sequence, long horizonMs) {
    buffer.clear();
    return new MemoryRecordsBuilder(
        new ByteBufferOutputStream(buffer),
        RecordBatch.CURRENT_MAGIC_VALUE,
        codec,
        TimestampType.CREATE_TIME,
        batch.baseOffset(),
        RecordBatch.NO_TIMESTAMP,
        batch.producerId(),
        batch.producerEpoch(),
        sequence,
        batch.isTransactional(),
        batch.marker() != null,
        LEADER_EPOCH,
        buffer.capacity(),
        horizonMs);
  }

  /** A cleaner keeps the range of offsets of a batch, whatever is left in it. */
  private static ByteBuffer closed(MemoryRecordsBuilder builder, WrittenBatch batch) {
    builder.overrideLastOffset(batch.lastOffset());
    return builder.build().buffer();
  }

  /** Of the batch made last. */
  long maxTimestampMs() {
    return maxTimestampMs;
  }

  /** Of the batch made last. */
  long offsetOfMaxTimestamp() {
    return offsetOfMaxTimestamp;
  }
}
