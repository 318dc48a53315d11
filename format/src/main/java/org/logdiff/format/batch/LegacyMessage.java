package org.logdiff.format.batch;

/**
 * Where a message of magic 0 or 1 has its fields, big-endian. The records in it are not decoded.
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
 * <p>Source: {@code org.apache.kafka.common.record.LegacyRecord}, Kafka 4.4.0.
 */
final class LegacyMessage {
  static final int CRC_POSITION = RecordBatchHeader.LOG_OVERHEAD_BYTES;
  static final int MAGIC_POSITION = CRC_POSITION + Integer.BYTES;
  static final int ATTRIBUTES_POSITION = MAGIC_POSITION + Byte.BYTES;

  private static final int KEY_LENGTH_POSITION_0 = ATTRIBUTES_POSITION + Byte.BYTES;
  private static final int KEY_LENGTH_POSITION_1 = KEY_LENGTH_POSITION_0 + Long.BYTES;
  private static final int UNUSED_ATTRIBUTES_MASK_0 = 0xf8;
  private static final int UNUSED_ATTRIBUTES_MASK_1 = 0xf0;

  private LegacyMessage() {}

  /** The size of a message with a null key and a null value. */
  static int smallestSizeBytes(byte magic) {
    return keyLengthPosition(magic) + 2 * Integer.BYTES;
  }

  private static int keyLengthPosition(byte magic) {
    return magic == 1 ? KEY_LENGTH_POSITION_1 : KEY_LENGTH_POSITION_0;
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
