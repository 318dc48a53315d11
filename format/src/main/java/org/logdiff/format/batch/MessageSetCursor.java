package org.logdiff.format.batch;

import java.util.zip.CRC32;

/**
 * Walks the records of one message of magic 0 or 1: the message itself, or, if it is compressed,
 * the set of messages in its value. Without an object for each.
 *
 * <p>Whose word counts in a compressed message, the wrapper's or that of the message inside:
 *
 * <table>
 * <caption>Rules</caption>
 * <tr><th></th><th>wrapper of magic 0</th><th>wrapper of magic 1</th></tr>
 * <tr><td>offset of a message inside</td><td>the log offset</td><td>relative: counts from the offset
 *     that makes the last one's the wrapper's</td></tr>
 * <tr><td>timestamp</td><td>the message's own, if its magic has one</td><td>the wrapper's under
 *     LogAppendTime, else the message's own</td></tr>
 * <tr><td>lz4 frame header checksum</td><td>wrong as the old clients wrote it (KAFKA-3160), not
 *     verified</td><td>verified</td></tr>
 * </table>
 *
 * <p>A message inside may be of the other magic: cleaners of 0.10 gave a new wrapper to old
 * messages (KAFKA-4298). It may not be compressed again, and zstd is of magic 2 only. Each message
 * inside has a checksum of its own. A message that is cut off at the end of the set is none; old
 * brokers let producers send such.
 *
 * <p>Source: {@code org.apache.kafka.common.record.internal.AbstractLegacyRecordBatch}, Kafka
 * 4.4.0.
 */
final class MessageSetCursor {
  private static final int LOG_OVERHEAD_BYTES = RecordBatchHeader.LOG_OVERHEAD_BYTES;

  private final Payload payload;
  private final CRC32 crc32 = new CRC32();

  private byte[] bytes;
  private int next;
  private int setEnd;
  private int end;
  private boolean isWrapped;
  private byte wrapperMagic;
  private long logAppendTimestamp;
  private boolean isLogAppendTime;
  private long absoluteOffset;
  private long baseOffset;
  private long lastOffset;
  private long lowestOffset;
  private int count;
  private String trouble;

  private int passed;
  private int at;
  private long offset;
  private int keyAt;
  private int keyLength;
  private int valueAt;
  private int valueLength;

  /**
   * @param largestDecompressedBytes what a message may decompress to
   */
  MessageSetCursor(int largestDecompressedBytes) {
    payload = new Payload(largestDecompressedBytes);
  }

  /**
   * Starts a message.
   *
   * @param array holds the whole message from {@code from} on; its checksum has been verified
   * @return whether the range of its offsets is known; if not, {@link #trouble} says why
   */
  boolean open(byte[] array, int from) {
    lastOffset = BigEndian.getLong(array, from + RecordBatchHeader.BASE_OFFSET_POSITION);
    isWrapped = LegacyMessage.compressionId(array, from) != Compression.NONE.id();
    wrapperMagic = array[from + LegacyMessage.MAGIC_POSITION];
    isLogAppendTime = LegacyMessage.isLogAppendTime(array, from);
    logAppendTimestamp = LegacyMessage.timestamp(array, from);
    bytes = array;
    next = from;
    end = from + LegacyMessage.sizeBytes(array, from);
    setEnd = end;
    absoluteOffset = 0;
    lowestOffset = 0;
    baseOffset = lastOffset;
    count = 1;
    passed = 0;
    trouble = isWrapped ? unwrap(from) : null;
    return trouble == null;
  }

  private String unwrap(int from) {
    String malformed = locate(from, end);
    if (malformed != null) {
      return malformed;
    }
    if (valueLength < 0) {
      return "compressed, without a value";
    }
    String undecompressed =
        payload.fillLegacy(
            LegacyMessage.compressionId(bytes, from), wrapperMagic, bytes, valueAt, valueLength);
    if (undecompressed != null) {
      return undecompressed;
    }
    bytes = payload.bytes();
    next = payload.from();
    end = next + payload.length();
    return findRange();
  }

  private String findRange() {
    long first = 0;
    long last = 0;
    count = 0;
    setEnd = next;
    while (end - setEnd >= LOG_OVERHEAD_BYTES) {
      long size = sizeAt(setEnd);
      if (size < LegacyMessage.smallestSizeBytes((byte) 0)) {
        return "message " + count + " of the set: messageSize " + (size - LOG_OVERHEAD_BYTES);
      }
      if (size > end - setEnd) {
        break;
      }
      last = BigEndian.getLong(bytes, setEnd);
      first = count == 0 ? last : first;
      count++;
      setEnd += (int) size;
    }
    if (count == 0) {
      return "a compressed set without a message";
    }
    lowestOffset = wrapperMagic == 1 ? last : 0;
    absoluteOffset = wrapperMagic == 1 ? lastOffset - last : 0;
    baseOffset = absoluteOffset + first;
    boolean isRange =
        first >= 0 && last >= first && last - first < Integer.MAX_VALUE && absoluteOffset >= 0;
    if (!isRange) {
      return "offsets " + first + " to " + last + " in a set at " + lastOffset;
    }
    lastOffset = absoluteOffset + last;
    return null;
  }

  private long sizeAt(int position) {
    return LOG_OVERHEAD_BYTES
        + (long) BigEndian.getInt(bytes, position + RecordBatchHeader.BATCH_LENGTH_POSITION);
  }

  /** Moves to the next record; false at the end of the set or at damage. */
  boolean next() {
    if (trouble != null) {
      return false;
    }
    if (next == setEnd) {
      if (end != setEnd) {
        trouble = (end - setEnd) + " bytes after the last message of the set";
      }
      return false;
    }
    int size = (int) sizeAt(next);
    String malformed = decode(next, next + size);
    if (malformed != null) {
      trouble = isWrapped ? "message " + passed + " of the set: " + malformed : malformed;
      return false;
    }
    next += size;
    passed++;
    return true;
  }

  private String decode(int from, int to) {
    byte magic = bytes[from + LegacyMessage.MAGIC_POSITION];
    if (magic != 0 && magic != 1) {
      return "magic " + magic;
    }
    if (isWrapped) {
      crc32.reset();
      crc32.update(
          bytes, from + LegacyMessage.MAGIC_POSITION, to - from - LegacyMessage.MAGIC_POSITION);
      if (crc32.getValue() != LegacyMessage.crc(bytes, from)) {
        return "crc " + LegacyMessage.crc(bytes, from) + ", computed " + crc32.getValue();
      }
      if (LegacyMessage.compressionId(bytes, from) != Compression.NONE.id()) {
        return "compressed within a compressed message";
      }
    }
    String malformed = locate(from, to);
    if (malformed != null) {
      return malformed;
    }
    long previous = offset;
    at = from;
    offset = absoluteOffset + BigEndian.getLong(bytes, from);
    boolean isInOrder = offset <= lastOffset && (passed == 0 || offset > previous);
    return isInOrder
        ? null
        : "offset " + offset + (passed == 0 ? "" : " after " + previous) + ", of " + lastOffset;
  }

  /** Notes where key and value are; gives what is wrong with them. */
  private String locate(int from, int to) {
    byte magic = bytes[from + LegacyMessage.MAGIC_POSITION];
    if (to - from < LegacyMessage.smallestSizeBytes(magic)) {
      return "messageSize " + (to - from - LOG_OVERHEAD_BYTES) + " of magic " + magic;
    }
    int keyLengthAt = from + LegacyMessage.keyLengthPosition(magic);
    keyLength = BigEndian.getInt(bytes, keyLengthAt);
    keyAt = keyLengthAt + Integer.BYTES;
    int room = to - keyAt - Integer.BYTES;
    if (keyLength < -1 || keyLength > room) {
      return "key length " + keyLength + " of " + room + " bytes left";
    }
    int valueLengthAt = keyAt + Math.max(0, keyLength);
    valueLength = BigEndian.getInt(bytes, valueLengthAt);
    valueAt = valueLengthAt + Integer.BYTES;
    if (valueLength < -1 || valueLength > to - valueAt) {
      return "value length " + valueLength + " of " + (to - valueAt) + " bytes left";
    }
    int rest = to - valueAt - Math.max(0, valueLength);
    return rest == 0 ? null : rest + " bytes after the value";
  }

  /** Why the message could not be read to its end; null if it could, or can so far. */
  String trouble() {
    return trouble;
  }

  /** Of the first record. */
  long baseOffset() {
    return baseOffset;
  }

  /**
   * Of the last record, as the set says by itself: in magic 0 it need not be the wrapper's offset,
   * which no checksum protects.
   */
  long lastOffset() {
    return lastOffset;
  }

  /** Whether it is a compressed message of magic 0: the set inside has log offsets. */
  boolean hasAbsoluteOffsets() {
    return isWrapped && wrapperMagic == 0;
  }

  /** The lowest that the message's offset can be with what is in it; 0 if nothing tells. */
  long lowestOffset() {
    return lowestOffset;
  }

  /** Records that are there; not all of them need to be readable. */
  int count() {
    return count;
  }

  /** The array that the positions of key and value point into. */
  byte[] array() {
    return bytes;
  }

  byte magic() {
    return bytes[at + LegacyMessage.MAGIC_POSITION];
  }

  byte attributes() {
    return bytes[at + LegacyMessage.ATTRIBUTES_POSITION];
  }

  long offset() {
    return offset;
  }

  /** Milliseconds, or -1 in magic 0. */
  long timestamp() {
    return isLogAppendTime && magic() == 1
        ? logAppendTimestamp
        : LegacyMessage.timestamp(bytes, at);
  }

  int keyAt() {
    return keyAt;
  }

  /** -1 for a null key. */
  int keyLength() {
    return keyLength;
  }

  int valueAt() {
    return valueAt;
  }

  /** -1 for a null value. */
  int valueLength() {
    return valueLength;
  }
}
