package org.logdiff.format.batch;

import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import org.apache.kafka.common.compress.Compression;
import org.apache.kafka.common.header.Header;
import org.apache.kafka.common.record.TimestampType;
import org.apache.kafka.common.record.internal.CompressionType;
import org.apache.kafka.common.record.internal.ControlRecordType;
import org.apache.kafka.common.record.internal.EndTransactionMarker;
import org.apache.kafka.common.record.internal.MemoryRecordsBuilder;
import org.apache.kafka.common.record.internal.RecordBatch;
import org.apache.kafka.common.record.internal.SimpleRecord;
import org.apache.kafka.common.utils.internals.ByteBufferOutputStream;

/** Writes one batch, or a message set of magic 0 or 1, with Kafka's own classes. */
public final class BatchWriter {
  private static final long TIMESTAMP = 1_700_000_000_000L;
  private static final int NO_LIMIT = Integer.MAX_VALUE;

  private final long baseOffset;
  private final List<SimpleRecord> records = new ArrayList<>();
  private final List<Long> offsets = new ArrayList<>();
  private byte magic = RecordBatch.CURRENT_MAGIC_VALUE;
  private String codec = "none";
  private int leaderEpoch = RecordBatch.NO_PARTITION_LEADER_EPOCH;
  private long logAppendTime = RecordBatch.NO_TIMESTAMP;
  private long producerId = RecordBatch.NO_PRODUCER_ID;
  private short producerEpoch = RecordBatch.NO_PRODUCER_EPOCH;
  private int baseSequence = RecordBatch.NO_SEQUENCE;
  private boolean isTransactional;
  private boolean isControl;

  private BatchWriter(long baseOffset) {
    this.baseOffset = baseOffset;
  }

  public static BatchWriter batch(long baseOffset) {
    return new BatchWriter(baseOffset);
  }

  /** A marker that ends a transaction. */
  public static byte[] marker(long offset, int leaderEpoch, long producerId, boolean isCommit) {
    ControlRecordType type = isCommit ? ControlRecordType.COMMIT : ControlRecordType.ABORT;
    return batch(offset)
        .leaderEpoch(leaderEpoch)
        .producer(producerId, 1, RecordBatch.NO_SEQUENCE)
        .transactional()
        .control(type.recordKey(), new EndTransactionMarker(type, 7).serializeValue())
        .build();
  }

  public BatchWriter magic(int magicValue) {
    magic = (byte) magicValue;
    return this;
  }

  /** In Kafka's words: none, gzip, snappy, lz4, zstd. */
  public BatchWriter codec(String kafkaName) {
    codec = kafkaName;
    return this;
  }

  public BatchWriter leaderEpoch(int epoch) {
    leaderEpoch = epoch;
    return this;
  }

  public BatchWriter logAppendTime(long timestamp) {
    logAppendTime = timestamp;
    return this;
  }

  public BatchWriter producer(long id, int epoch, int sequence) {
    producerId = id;
    producerEpoch = (short) epoch;
    baseSequence = sequence;
    return this;
  }

  public BatchWriter transactional() {
    isTransactional = true;
    return this;
  }

  public BatchWriter control(ByteBuffer key, ByteBuffer value) {
    isControl = true;
    return add(baseOffset + records.size(), new SimpleRecord(TIMESTAMP, key, value));
  }

  public BatchWriter record(String key, String value) {
    return record(baseOffset + records.size(), key, value);
  }

  public BatchWriter record(long offset, String key, String value) {
    return record(offset, TIMESTAMP + offset, bytes(key), bytes(value));
  }

  public BatchWriter record(
      long offset, long timestamp, byte[] key, byte[] value, Header... headers) {
    return add(offset, new SimpleRecord(timestamp, key, value, headers));
  }

  private BatchWriter add(long offset, SimpleRecord record) {
    offsets.add(offset);
    records.add(record);
    return this;
  }

  public byte[] build() {
    boolean isLogAppendTime = logAppendTime != RecordBatch.NO_TIMESTAMP;
    TimestampType type =
        magic == 0
            ? TimestampType.NO_TIMESTAMP_TYPE
            : isLogAppendTime ? TimestampType.LOG_APPEND_TIME : TimestampType.CREATE_TIME;
    MemoryRecordsBuilder builder =
        new MemoryRecordsBuilder(
            new ByteBufferOutputStream(512),
            magic,
            Compression.of(CompressionType.forName(codec)).build(),
            type,
            baseOffset,
            logAppendTime,
            producerId,
            producerEpoch,
            baseSequence,
            isTransactional,
            isControl,
            leaderEpoch,
            NO_LIMIT);
    for (int i = 0; i < records.size(); i++) {
      if (isControl) {
        builder.appendControlRecordWithOffset(offsets.get(i), records.get(i));
      } else {
        builder.appendWithOffset(offsets.get(i), records.get(i));
      }
    }
    ByteBuffer built = builder.build().buffer().duplicate();
    byte[] batch = new byte[built.remaining()];
    built.get(batch);
    return batch;
  }

  private static byte[] bytes(String text) {
    return text == null ? null : text.getBytes(StandardCharsets.UTF_8);
  }
}
