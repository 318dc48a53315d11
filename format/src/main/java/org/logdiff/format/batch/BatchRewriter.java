package org.logdiff.format.batch;

import java.io.ByteArrayOutputStream;
import java.nio.ByteBuffer;
import java.util.OptionalLong;

/**
 * Writes a batch of magic 2 anew from some of its records, as a broker's cleaner does: base and
 * last offset, producer, sequence and leader epoch stay those of the batch; the timestamps' deltas
 * are counted from the first record, or from the delete horizon if it is set; maxTimestamp is the
 * largest that is left, but of LogAppendTime what it was. Attributes of which Kafka knows nothing
 * go.
 *
 * <p>A message of magic 0 or 1 becomes a batch of magic 2 from its first to its last record, with
 * none of the fields that it never had.
 *
 * <p>The bytes stay valid until the next batch begins. Not for use by several threads.
 *
 * <p>Source: {@code MemoryRecords.filterTo}, {@code MemoryRecordsBuilder}, {@code
 * DefaultRecordBatch.writeEmptyHeader}, {@code DefaultRecord.writeTo}, Kafka 4.4.0; the same in
 * 3.9.1 and 4.2.1, but for magic 0 and 1.
 */
public final class BatchRewriter {
  private static final long NO_TIMESTAMP = -1;
  private static final int INITIAL_CAPACITY_BYTES = 64 << 10;
  private static final int LARGEST_VARINT_BYTES = 10;

  private final Output out = new Output();
  private byte[] records = new byte[INITIAL_CAPACITY_BYTES];
  private int recordsLength;
  private byte[] one = new byte[INITIAL_CAPACITY_BYTES];
  private int oneLength;

  private RecordBatchHeader original;
  private OptionalLong deleteHorizonMs = OptionalLong.empty();
  private long baseOffset;
  private long lastOffset;
  private long baseTimestamp;
  private long maxTimestamp;
  private int count;

  /** A buffer whose bytes can be had without a copy. */
  private static final class Output extends ByteArrayOutputStream {
    private Output() {
      super(INITIAL_CAPACITY_BYTES);
    }

    byte[] array() {
      return buf;
    }
  }

  /**
   * Begins a batch.
   *
   * @param horizonMs of the new batch; empty for none
   */
  public void begin(RecordBatchHeader header, OptionalLong horizonMs) {
    original = header;
    deleteHorizonMs = horizonMs;
    baseOffset = header.baseOffset();
    lastOffset = header.lastOffset();
    maxTimestamp = NO_TIMESTAMP;
    recordsLength = 0;
    count = 0;
  }

  /** Adds the record that a cursor stands on; its offset is above those before. */
  public void add(RecordCursor record) {
    if (count == 0) {
      baseTimestamp = deleteHorizonMs.orElse(record.timestamp());
      baseOffset = original.isLegacy() ? record.offset() : original.baseOffset();
    }
    lastOffset = original.isLegacy() ? record.offset() : original.lastOffset();
    oneLength = 0;
    ensureOne(
        RecordBatchHeader.SIZE_BYTES
            + Math.max(0, record.keyLength())
            + Math.max(0, record.valueLength())
            + record.headersLength());
    one[oneLength++] = 0;
    varlong(record.timestamp() - baseTimestamp);
    varlong(record.offset() - baseOffset);
    bytes(record.array(), record.keyAt(), record.keyLength());
    bytes(record.array(), record.valueAt(), record.valueLength());
    varlong(record.headersCount());
    copy(record.array(), record.headersAt(), record.headersLength());
    flushOne();
    maxTimestamp = Math.max(maxTimestamp, record.timestamp());
    count++;
  }

  /** Completes the batch. */
  public void finish() {
    out.reset();
    out.writeBytes(new byte[RecordBatchHeader.SIZE_BYTES]);
    Compression codec = Compression.of(original.compressionId()).orElse(Compression.NONE);
    Compressor.compress(codec, records, recordsLength, out);
    int attributes =
        codec.id()
            | original.attributes()
                & (RecordBatchHeader.TRANSACTIONAL_MASK | RecordBatchHeader.CONTROL_MASK)
                & (original.isLegacy() ? 0 : ~0)
            | (original.isLogAppendTime() ? RecordBatchHeader.TIMESTAMP_TYPE_MASK : 0)
            | (deleteHorizonMs.isPresent() ? RecordBatchHeader.DELETE_HORIZON_MASK : 0);
    long max = original.isLogAppendTime() ? original.maxTimestamp() : maxTimestamp;
    header(attributes, baseTimestamp, max);
  }

  /** What is left of a batch of magic 2 that is kept although no record is: 61 bytes. */
  public void empty(RecordBatchHeader header) {
    begin(header, OptionalLong.empty());
    out.reset();
    out.writeBytes(new byte[RecordBatchHeader.SIZE_BYTES]);
    int kept =
        RecordBatchHeader.TRANSACTIONAL_MASK
            | RecordBatchHeader.CONTROL_MASK
            | RecordBatchHeader.TIMESTAMP_TYPE_MASK;
    header(header.attributes() & kept, NO_TIMESTAMP, header.maxTimestamp());
  }

  /** Holds the batch. */
  public byte[] array() {
    return out.array();
  }

  /** Bytes of the batch. */
  public int sizeBytes() {
    return out.size();
  }

  /** Of the batch as written. */
  public RecordBatchHeader written() {
    return RecordBatchHeader.read(out.array(), 0);
  }

  private void header(int attributes, long base, long max) {
    byte[] batch = out.array();
    ByteBuffer header = ByteBuffer.wrap(batch);
    header.putLong(RecordBatchHeader.BASE_OFFSET_POSITION, baseOffset);
    header.putInt(
        RecordBatchHeader.BATCH_LENGTH_POSITION, out.size() - RecordBatchHeader.LOG_OVERHEAD_BYTES);
    header.putInt(
        RecordBatchHeader.PARTITION_LEADER_EPOCH_POSITION, original.partitionLeaderEpoch());
    header.put(RecordBatchHeader.MAGIC_POSITION, RecordBatchHeader.MAGIC);
    header.putShort(RecordBatchHeader.ATTRIBUTES_POSITION, (short) attributes);
    header.putInt(RecordBatchHeader.LAST_OFFSET_DELTA_POSITION, (int) (lastOffset - baseOffset));
    header.putLong(RecordBatchHeader.BASE_TIMESTAMP_POSITION, base);
    header.putLong(RecordBatchHeader.MAX_TIMESTAMP_POSITION, max);
    header.putLong(RecordBatchHeader.PRODUCER_ID_POSITION, original.producerId());
    header.putShort(RecordBatchHeader.PRODUCER_EPOCH_POSITION, original.producerEpoch());
    header.putInt(RecordBatchHeader.BASE_SEQUENCE_POSITION, original.baseSequence());
    header.putInt(RecordBatchHeader.RECORDS_COUNT_POSITION, count);
    header.putInt(RecordBatchHeader.CRC_POSITION, (int) BatchChecksum.of(batch, 0, out.size()));
  }

  private void flushOne() {
    int needed = recordsLength + oneLength + LARGEST_VARINT_BYTES;
    if (needed > records.length) {
      records = java.util.Arrays.copyOf(records, Math.max(needed, 2 * records.length));
    }
    recordsLength = varlong(records, recordsLength, oneLength);
    System.arraycopy(one, 0, records, recordsLength, oneLength);
    recordsLength += oneLength;
  }

  private void bytes(byte[] source, int at, int length) {
    varlong(length);
    copy(source, at, Math.max(0, length));
  }

  private void copy(byte[] source, int at, int length) {
    System.arraycopy(source, at, one, oneLength, length);
    oneLength += length;
  }

  private void ensureOne(int size) {
    if (size > one.length) {
      one = new byte[Math.max(size, 2 * one.length)];
    }
  }

  private void varlong(long value) {
    oneLength = varlong(one, oneLength, value);
  }

  /** Zigzag, seven bits a byte, the lowest first; the same for a varint. */
  private static int varlong(byte[] into, int at, long value) {
    long left = value << 1 ^ value >> 63;
    int next = at;
    while ((left & ~0x7fL) != 0) {
      into[next++] = (byte) (left & 0x7f | 0x80);
      left >>>= 7;
    }
    into[next++] = (byte) left;
    return next;
  }
}
