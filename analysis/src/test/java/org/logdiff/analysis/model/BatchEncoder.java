package org.logdiff.analysis.model;

import java.nio.ByteBuffer;
import org.apache.kafka.common.record.TimestampType;
import org.apache.kafka.common.record.internal.ControlRecordType;
import org.apache.kafka.common.record.internal.DefaultRecordBatch;
import org.apache.kafka.common.record.internal.EndTransactionMarker;
import org.apache.kafka.common.record.internal.MemoryRecordsBuilder;
import org.apache.kafka.common.record.internal.RecordBatch;
import org.apache.kafka.common.utils.internals.ByteBufferOutputStream;

/** Writes a batch with Kafka's own classes, so that the bytes are Kafka's. */
final class BatchEncoder {

  private static final int INITIAL_CAPACITY_BYTES = 512;

  private BatchEncoder() {}

  static byte[] encode(ModelBatch batch) {
    return batch.isEmpty() ? encodeEmpty(batch.header()) : encodeRecords(batch);
  }

  private static byte[] encodeEmpty(BatchHeader header) {
    ByteBuffer buffer = ByteBuffer.allocate(DefaultRecordBatch.RECORD_BATCH_OVERHEAD);
    DefaultRecordBatch.writeEmptyHeader(
        buffer,
        RecordBatch.MAGIC_VALUE_V2,
        header.producerId(),
        header.producerEpoch(),
        header.baseSequence(),
        header.baseOffset(),
        header.lastOffset(),
        header.leaderEpoch(),
        TimestampType.CREATE_TIME,
        header.maxTimestampMs(),
        header.transactional(),
        header.control());
    return buffer.array();
  }

  private static byte[] encodeRecords(ModelBatch batch) {
    BatchHeader header = batch.header();
    try (MemoryRecordsBuilder builder =
        new MemoryRecordsBuilder(
            new ByteBufferOutputStream(INITIAL_CAPACITY_BYTES),
            RecordBatch.MAGIC_VALUE_V2,
            header.codec().compression(),
            TimestampType.CREATE_TIME,
            header.baseOffset(),
            RecordBatch.NO_TIMESTAMP,
            header.producerId(),
            header.producerEpoch(),
            header.baseSequence(),
            header.transactional(),
            header.control(),
            header.leaderEpoch(),
            Integer.MAX_VALUE,
            header.deleteHorizonMs().orElse(RecordBatch.NO_TIMESTAMP))) {
      batch.marker().ifPresent(marker -> appendMarker(builder, header, marker));
      for (ModelRecord record : batch.records()) {
        builder.appendWithOffset(
            record.offset(), record.timestampMs(), record.keyBytes(), record.valueBytes());
      }
      builder.overrideLastOffset(header.lastOffset());
      ByteBuffer written = builder.build().buffer();
      byte[] bytes = new byte[written.remaining()];
      written.get(bytes);
      return bytes;
    }
  }

  private static void appendMarker(
      MemoryRecordsBuilder builder, BatchHeader header, EndMarker marker) {
    ControlRecordType type =
        marker.outcome() == Outcome.COMMIT ? ControlRecordType.COMMIT : ControlRecordType.ABORT;
    builder.appendEndTxnMarker(
        header.maxTimestampMs(), new EndTransactionMarker(type, marker.coordinatorEpoch()));
  }
}
