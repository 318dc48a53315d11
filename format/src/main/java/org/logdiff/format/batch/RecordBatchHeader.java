package org.logdiff.format.batch;

import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.List;
import java.util.OptionalLong;
import org.logdiff.format.Bytes;

/**
 * The header of a record batch of magic 2, 61 bytes, big-endian.
 *
 * <table>
 * <caption>Layout</caption>
 * <tr><th>position</th><th>bytes</th><th>field</th></tr>
 * <tr><td>0</td><td>8</td><td>baseOffset</td></tr>
 * <tr><td>8</td><td>4</td><td>batchLength: bytes after this field</td></tr>
 * <tr><td>12</td><td>4</td><td>partitionLeaderEpoch; not under the checksum</td></tr>
 * <tr><td>16</td><td>1</td><td>magic</td></tr>
 * <tr><td>17</td><td>4</td><td>crc: CRC-32C of everything from attributes to the end</td></tr>
 * <tr><td>21</td><td>2</td><td>attributes</td></tr>
 * <tr><td>23</td><td>4</td><td>lastOffsetDelta</td></tr>
 * <tr><td>27</td><td>8</td><td>baseTimestamp; the delete horizon if attribute bit 6 is set</td></tr>
 * <tr><td>35</td><td>8</td><td>maxTimestamp</td></tr>
 * <tr><td>43</td><td>8</td><td>producerId, -1 for none</td></tr>
 * <tr><td>51</td><td>2</td><td>producerEpoch, -1 for none</td></tr>
 * <tr><td>53</td><td>4</td><td>baseSequence, -1 for none</td></tr>
 * <tr><td>57</td><td>4</td><td>recordsCount</td></tr>
 * </table>
 *
 * <p>Attributes: bits 0-2 compression, 3 timestamp type (1: LogAppendTime), 4 transactional, 5
 * control, 6 delete horizon set; the others are unused in 4.4 and kept as they are.
 *
 * <p>Also tells of a message of magic 0 or 1 what these fields can tell: baseOffset and
 * recordsCount are those of the set inside, batchLength and crc as stored there, both timestamps
 * the message's, attributes its one byte; the rest is -1.
 *
 * <p>Source: {@code org.apache.kafka.common.record.DefaultRecordBatch}, Kafka 4.4.0.
 *
 * @param baseOffset offset of the first record when the batch was written; cleaning keeps it
 * @param batchLength bytes after the first 12
 * @param crc as stored, an unsigned 32-bit value
 * @param attributes raw
 * @param lastOffsetDelta last offset minus base offset; cleaning keeps it
 * @param baseTimestamp milliseconds, or the delete horizon, or -1
 * @param maxTimestamp milliseconds, or -1
 * @param recordsCount records that are there, 0 for an empty batch
 */
public record RecordBatchHeader(
    long baseOffset,
    int batchLength,
    int partitionLeaderEpoch,
    byte magic,
    long crc,
    short attributes,
    int lastOffsetDelta,
    long baseTimestamp,
    long maxTimestamp,
    long producerId,
    short producerEpoch,
    int baseSequence,
    int recordsCount) {

  /** Positions within a batch; each is the one before plus that field's size. */
  public static final int BASE_OFFSET_POSITION = 0;

  public static final int BATCH_LENGTH_POSITION = BASE_OFFSET_POSITION + Long.BYTES;
  public static final int PARTITION_LEADER_EPOCH_POSITION = BATCH_LENGTH_POSITION + Integer.BYTES;
  public static final int MAGIC_POSITION = PARTITION_LEADER_EPOCH_POSITION + Integer.BYTES;
  public static final int CRC_POSITION = MAGIC_POSITION + Byte.BYTES;
  public static final int ATTRIBUTES_POSITION = CRC_POSITION + Integer.BYTES;
  public static final int LAST_OFFSET_DELTA_POSITION = ATTRIBUTES_POSITION + Short.BYTES;
  public static final int BASE_TIMESTAMP_POSITION = LAST_OFFSET_DELTA_POSITION + Integer.BYTES;
  public static final int MAX_TIMESTAMP_POSITION = BASE_TIMESTAMP_POSITION + Long.BYTES;
  public static final int PRODUCER_ID_POSITION = MAX_TIMESTAMP_POSITION + Long.BYTES;
  public static final int PRODUCER_EPOCH_POSITION = PRODUCER_ID_POSITION + Long.BYTES;
  public static final int BASE_SEQUENCE_POSITION = PRODUCER_EPOCH_POSITION + Short.BYTES;
  public static final int RECORDS_COUNT_POSITION = BASE_SEQUENCE_POSITION + Integer.BYTES;

  /** Size of the header, and of an empty batch. */
  public static final int SIZE_BYTES = RECORDS_COUNT_POSITION + Integer.BYTES;

  /** baseOffset and batchLength: what batchLength does not count. Same in every magic. */
  public static final int LOG_OVERHEAD_BYTES = BATCH_LENGTH_POSITION + Integer.BYTES;

  /** The magic that this layout belongs to. */
  public static final byte MAGIC = 2;

  static final int COMPRESSION_MASK = 0x07;
  static final int TIMESTAMP_TYPE_MASK = 0x08;
  static final int TRANSACTIONAL_MASK = 0x10;
  static final int CONTROL_MASK = 0x20;
  static final int DELETE_HORIZON_MASK = 0x40;

  /** Reads a header of magic 2; the caller has made sure that 61 bytes are there. */
  public static RecordBatchHeader read(byte[] bytes, int at) {
    ByteBuffer in = ByteBuffer.wrap(bytes);
    return new RecordBatchHeader(
        in.getLong(at + BASE_OFFSET_POSITION),
        in.getInt(at + BATCH_LENGTH_POSITION),
        in.getInt(at + PARTITION_LEADER_EPOCH_POSITION),
        in.get(at + MAGIC_POSITION),
        Integer.toUnsignedLong(in.getInt(at + CRC_POSITION)),
        in.getShort(at + ATTRIBUTES_POSITION),
        in.getInt(at + LAST_OFFSET_DELTA_POSITION),
        in.getLong(at + BASE_TIMESTAMP_POSITION),
        in.getLong(at + MAX_TIMESTAMP_POSITION),
        in.getLong(at + PRODUCER_ID_POSITION),
        in.getShort(at + PRODUCER_EPOCH_POSITION),
        in.getInt(at + BASE_SEQUENCE_POSITION),
        in.getInt(at + RECORDS_COUNT_POSITION));
  }

  /** The fields of a header with their bytes, in the order of the layout. */
  public static List<FieldBytes> layout(byte[] bytes, int at) {
    String[] names = {
      "baseOffset",
      "batchLength",
      "partitionLeaderEpoch",
      "magic",
      "crc",
      "attributes",
      "lastOffsetDelta",
      "baseTimestamp",
      "maxTimestamp",
      "producerId",
      "producerEpoch",
      "baseSequence",
      "recordsCount"
    };
    int[] positions = {
      BASE_OFFSET_POSITION,
      BATCH_LENGTH_POSITION,
      PARTITION_LEADER_EPOCH_POSITION,
      MAGIC_POSITION,
      CRC_POSITION,
      ATTRIBUTES_POSITION,
      LAST_OFFSET_DELTA_POSITION,
      BASE_TIMESTAMP_POSITION,
      MAX_TIMESTAMP_POSITION,
      PRODUCER_ID_POSITION,
      PRODUCER_EPOCH_POSITION,
      BASE_SEQUENCE_POSITION,
      RECORDS_COUNT_POSITION,
      SIZE_BYTES
    };
    List<FieldBytes> fields = new ArrayList<>();
    for (int i = 0; i < names.length; i++) {
      int length = positions[i + 1] - positions[i];
      fields.add(
          new FieldBytes(names[i], positions[i], Bytes.copyOf(bytes, at + positions[i], length)));
    }
    return List.copyOf(fields);
  }

  /** Bytes of the whole batch in the file. */
  public int sizeBytes() {
    return batchLength + LOG_OVERHEAD_BYTES;
  }

  public long lastOffset() {
    return baseOffset + lastOffsetDelta;
  }

  public long nextOffset() {
    return lastOffset() + 1;
  }

  /** The codec's id as stored, 0 to 7; {@link Compression#of(int)} names the known ones. */
  public int compressionId() {
    return attributes & COMPRESSION_MASK;
  }

  /** Whether this is a message of magic 0 or 1. */
  public boolean isLegacy() {
    return magic < MAGIC;
  }

  public boolean isLogAppendTime() {
    return (attributes & TIMESTAMP_TYPE_MASK) != 0 && magic > 0;
  }

  public boolean isTransactional() {
    return (attributes & TRANSACTIONAL_MASK) != 0 && !isLegacy();
  }

  public boolean isControl() {
    return (attributes & CONTROL_MASK) != 0 && !isLegacy();
  }

  public boolean hasDeleteHorizon() {
    return (attributes & DELETE_HORIZON_MASK) != 0 && !isLegacy();
  }

  /** From when on tombstones and markers of this batch may be removed, milliseconds. */
  public OptionalLong deleteHorizonMs() {
    return hasDeleteHorizon() ? OptionalLong.of(baseTimestamp) : OptionalLong.empty();
  }

  public boolean hasProducerId() {
    return producerId >= 0;
  }

  public boolean isEmpty() {
    return recordsCount == 0;
  }

  /** Sequence of the record at an offset of this batch, or -1 without sequences. */
  public int sequenceAt(long offset) {
    return baseSequence < 0 ? -1 : plusSequence(baseSequence, (int) (offset - baseOffset));
  }

  /** Sequence of the last record when the batch was written, or -1 without sequences. */
  public int lastSequence() {
    return sequenceAt(lastOffset());
  }

  /**
   * Sequences count from 0 to 2^31-1 and start again at 0 ({@code
   * DefaultRecordBatch.incrementSequence}).
   */
  public static int plusSequence(int sequence, int increment) {
    return (int) ((sequence + (long) increment) & Integer.MAX_VALUE);
  }
}
