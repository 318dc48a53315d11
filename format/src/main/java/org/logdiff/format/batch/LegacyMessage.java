package org.logdiff.format.batch;

/**
 * Where a message of magic 0 or 1 has its fields, big-endian.
 *
 * <table>
 * <caption>Layout</caption>
 * <tr><th>position</th><th>bytes</th><th>field</th></tr>
 * <tr><td>0</td><td>8</td><td>offset; of a compressed message the last one of the set inside</td></tr>
 * <tr><td>8</td><td>4</td><td>messageSize: bytes after this field</td></tr>
 * <tr><td>12</td><td>4</td><td>crc: CRC-32 of everything from magic to the end</td></tr>
 * <tr><td>16</td><td>1</td><td>magic</td></tr>
 * <tr><td>17</td><td>1</td><td>attributes: bits 0-2 compression, 3 timestamp type (magic 1)</td></tr>
 * <tr><td>18</td><td>8</td><td>timestamp; magic 1 only</td></tr>
 * <tr><td>18 or 26</td><td>4</td><td>key length, -1 for null; then the key, 4 bytes of value length,
 *     -1 for null, and the value</td></tr>
 * </table>
 *
 * <p>The value of a compressed message, its <em>wrapper</em>, is a set of messages of the same
 * layout, compressed as a whole: {@link MessageSetCursor}.
 *
 * <p>Source: {@code org.apache.kafka.common.record.internal.LegacyRecord}, Kafka 4.4.0.
 */
final class LegacyMessage {
  /** What a message of magic 0 has for a timestamp. */
  static final long NO_TIMESTAMP = -1;

  static final int CRC_POSITION = RecordBatchHeader.LOG_OVERHEAD_BYTES;
  static final int MAGIC_POSITION = CRC_POSITION + Integer.BYTES;
  static final int ATTRIBUTES_POSITION = MAGIC_POSITION + Byte.BYTES;
  static final int TIMESTAMP_POSITION = ATTRIBUTES_POSITION + Byte.BYTES;

  private static final int KEY_LENGTH_POSITION_0 = TIMESTAMP_POSITION;
  private static final int KEY_LENGTH_POSITION_1 = TIMESTAMP_POSITION + Long.BYTES;
  private static final int UNUSED_ATTRIBUTES_MASK_0 = 0xf8;
  private static final int UNUSED_ATTRIBUTES_MASK_1 = 0xf0;

  private LegacyMessage() {}

  /** The size of a message with a null key and a null value. */
  static int smallestSizeBytes(byte magic) {
    return keyLengthPosition(magic) + 2 * Integer.BYTES;
  }

  static int keyLengthPosition(byte magic) {
    return magic == 1 ? KEY_LENGTH_POSITION_1 : KEY_LENGTH_POSITION_0;
  }

  /** Of the whole message, as far as its length field can be believed. */
  static int sizeBytes(byte[] bytes, int at) {
    return BigEndian.getInt(bytes, at + RecordBatchHeader.BATCH_LENGTH_POSITION)
        + RecordBatchHeader.LOG_OVERHEAD_BYTES;
  }

  static int compressionId(byte[] bytes, int at) {
    return bytes[at + ATTRIBUTES_POSITION] & RecordBatchHeader.COMPRESSION_MASK;
  }

  static boolean isLogAppendTime(byte[] bytes, int at) {
    return bytes[at + MAGIC_POSITION] == 1
        && (bytes[at + ATTRIBUTES_POSITION] & RecordBatchHeader.TIMESTAMP_TYPE_MASK) != 0;
  }

  /** Milliseconds, or {@link #NO_TIMESTAMP}. */
  static long timestamp(byte[] bytes, int at) {
    return bytes[at + MAGIC_POSITION] == 1
        ? BigEndian.getLong(bytes, at + TIMESTAMP_POSITION)
        : NO_TIMESTAMP;
  }

  static long crc(byte[] bytes, int at) {
    return Integer.toUnsignedLong(BigEndian.getInt(bytes, at + CRC_POSITION));
  }

  /**
   * What the message tells in the fields of a batch of magic 2: what it lacks is -1 there, as Kafka
   * has it too.
   *
   * @param baseOffset of the first record
   * @param recordsCount of the set inside; 1 of a message that is not compressed
   */
  static RecordBatchHeader header(byte[] bytes, int at, long baseOffset, int recordsCount) {
    long lastOffset = BigEndian.getLong(bytes, at + RecordBatchHeader.BASE_OFFSET_POSITION);
    long timestamp = timestamp(bytes, at);
    return new RecordBatchHeader(
        baseOffset,
        BigEndian.getInt(bytes, at + RecordBatchHeader.BATCH_LENGTH_POSITION),
        -1,
        bytes[at + MAGIC_POSITION],
        crc(bytes, at),
        (short) (bytes[at + ATTRIBUTES_POSITION] & 0xff),
        (int) (lastOffset - baseOffset),
        timestamp,
        timestamp,
        -1,
        (short) -1,
        -1,
        recordsCount);
  }

  /**
   * Whether attributes and key length are what a broker writes.
   *
   * @param at where a message of magic 0 or 1 may start, with its smallest size behind it
   * @param sizeBytes of the whole message
   */
  static boolean isPlausible(byte[] bytes, int at, long sizeBytes) {
    byte magic = bytes[at + MAGIC_POSITION];
    int unused = magic == 1 ? UNUSED_ATTRIBUTES_MASK_1 : UNUSED_ATTRIBUTES_MASK_0;
    int keyLength = BigEndian.getInt(bytes, at + keyLengthPosition(magic));
    return (bytes[at + ATTRIBUTES_POSITION] & unused) == 0
        && keyLength >= -1
        && keyLength <= sizeBytes - smallestSizeBytes(magic);
  }
}
