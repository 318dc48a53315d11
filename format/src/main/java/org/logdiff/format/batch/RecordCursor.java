package org.logdiff.format.batch;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import org.logdiff.format.Bytes;
import org.logdiff.format.FormatLimits;

/**
 * Walks the records of one batch without making an object for each. A batch of magic 0 or 1 is one
 * message, and its records are read by {@link MessageSetCursor}.
 *
 * <p>A record of magic 2: length (varint, zigzag), attributes (1 byte), timestampDelta (varlong),
 * offsetDelta (varint), key length (varint, -1 for null), key, value length (varint, -1 for null),
 * value, count of headers (varint), then per header: key length, key, value length (-1 for null),
 * value. Source: {@code org.apache.kafka.common.record.DefaultRecord}, Kafka 4.4.0.
 *
 * <p>What is stored under a delete horizon: baseTimestamp holds the horizon, and the deltas count
 * from it, so that the sum is the record's timestamp as ever.
 *
 * <p>The bytes stay valid until the next {@link #open}. Not for use by several threads. After
 * {@link #next} has answered false, {@link #trouble} says whether that was the end or damage.
 */
public final class RecordCursor {
  private final Payload payload;
  private final MessageSetCursor messages;

  private byte[] bytes = new byte[0];
  private int position;
  private int end;
  private int remaining;
  private int count;
  private String trouble;

  private long baseOffset;
  private long baseTimestamp;
  private long logAppendTimestamp;
  private boolean isLogAppendTime;
  private int lastOffsetDelta;
  private int baseSequence;

  /** Of the batch. */
  private boolean isLegacy;

  /** Of the current record. */
  private byte magic;

  private byte attributes;
  private long offset;
  private int previousOffsetDelta;
  private long timestamp;
  private int keyAt;
  private int keyLength;
  private int valueAt;
  private int valueLength;
  private int headersAt;
  private int headersEnd;
  private int headersCount;

  private int recordAt;
  private int payloadAt;

  private int varintEnd;

  public RecordCursor() {
    this(FormatLimits.LARGEST_DECOMPRESSED_BYTES);
  }

  /**
   * @param largestDecompressedBytes what a batch may decompress to
   */
  RecordCursor(int largestDecompressedBytes) {
    payload = new Payload(largestDecompressedBytes);
    messages = new MessageSetCursor(largestDecompressedBytes);
  }

  /**
   * Starts a batch.
   *
   * @param batch holds the whole batch from {@code at} on
   * @return whether the payload could be decompressed; if not, {@link #trouble} says why
   */
  public boolean open(byte[] batch, int at) {
    isLegacy = batch[at + RecordBatchHeader.MAGIC_POSITION] < RecordBatchHeader.MAGIC;
    return isLegacy ? openMessage(batch, at) : openBatch(batch, at);
  }

  private boolean openMessage(byte[] message, int at) {
    baseSequence = -1;
    headersAt = 0;
    headersEnd = 0;
    headersCount = 0;
    boolean isReadable = messages.open(message, at);
    bytes = messages.array();
    trouble = messages.trouble();
    return isReadable;
  }

  private boolean openBatch(byte[] batch, int at) {
    magic = RecordBatchHeader.MAGIC;
    long attributesOfBatch = BigEndian.getShort(batch, at + RecordBatchHeader.ATTRIBUTES_POSITION);
    int sizeBytes =
        BigEndian.getInt(batch, at + RecordBatchHeader.BATCH_LENGTH_POSITION)
            + RecordBatchHeader.LOG_OVERHEAD_BYTES;
    baseOffset = BigEndian.getLong(batch, at + RecordBatchHeader.BASE_OFFSET_POSITION);
    baseTimestamp = BigEndian.getLong(batch, at + RecordBatchHeader.BASE_TIMESTAMP_POSITION);
    logAppendTimestamp = BigEndian.getLong(batch, at + RecordBatchHeader.MAX_TIMESTAMP_POSITION);
    isLogAppendTime = (attributesOfBatch & RecordBatchHeader.TIMESTAMP_TYPE_MASK) != 0;
    lastOffsetDelta = BigEndian.getInt(batch, at + RecordBatchHeader.LAST_OFFSET_DELTA_POSITION);
    baseSequence = BigEndian.getInt(batch, at + RecordBatchHeader.BASE_SEQUENCE_POSITION);
    count = BigEndian.getInt(batch, at + RecordBatchHeader.RECORDS_COUNT_POSITION);
    remaining = count;
    previousOffsetDelta = -1;
    position = 0;
    end = 0;
    trouble = null;
    if (count < 0) {
      remaining = 0;
      trouble = "recordsCount " + count;
      return false;
    }
    if (count == 0 && sizeBytes == RecordBatchHeader.SIZE_BYTES) {
      return true;
    }
    trouble =
        payload.fill(
            (int) attributesOfBatch & RecordBatchHeader.COMPRESSION_MASK,
            batch,
            at + RecordBatchHeader.SIZE_BYTES,
            sizeBytes - RecordBatchHeader.SIZE_BYTES);
    if (trouble != null) {
      remaining = 0;
      return false;
    }
    bytes = payload.bytes();
    position = payload.from();
    payloadAt = position;
    end = position + payload.length();
    return true;
  }

  /** Moves to the next record; false at the end of the batch or at damage. */
  public boolean next() {
    if (trouble != null) {
      return false;
    }
    if (isLegacy) {
      return nextMessage();
    }
    if (remaining == 0) {
      if (position != end) {
        trouble = (end - position) + " bytes after the last record";
      }
      return false;
    }
    try {
      decode();
    } catch (MalformedRecord e) {
      trouble = "record " + (count - remaining) + " of the batch: " + e.getMessage();
      return false;
    }
    remaining--;
    return true;
  }

  private boolean nextMessage() {
    if (!messages.next()) {
      trouble = messages.trouble();
      return false;
    }
    magic = messages.magic();
    attributes = messages.attributes();
    offset = messages.offset();
    timestamp = messages.timestamp();
    keyAt = messages.keyAt();
    keyLength = messages.keyLength();
    valueAt = messages.valueAt();
    valueLength = messages.valueLength();
    return true;
  }

  /** Why the batch could not be read to its end; null if it could, or can so far. */
  public String trouble() {
    return trouble;
  }

  private void decode() throws MalformedRecord {
    recordAt = position;
    int length = varint("length", position, end);
    int recordEnd = varintEnd + length;
    if (length < 0 || length > end - varintEnd) {
      throw new MalformedRecord("length " + length + " of " + (end - varintEnd) + " bytes left");
    }
    int at = varintEnd;
    if (at >= recordEnd) {
      throw new MalformedRecord("length " + length);
    }
    attributes = bytes[at++];
    long timestampDelta = varlong("timestampDelta", at, recordEnd);
    int offsetDelta = varint("offsetDelta", varintEnd, recordEnd);
    if (offsetDelta <= previousOffsetDelta || offsetDelta > lastOffsetDelta) {
      throw new MalformedRecord(
          "offsetDelta "
              + offsetDelta
              + " after "
              + previousOffsetDelta
              + ", lastOffsetDelta "
              + lastOffsetDelta);
    }
    keyLength = varint("key length", varintEnd, recordEnd);
    keyAt = varintEnd;
    int afterKey = skip("key length", keyAt, keyLength, recordEnd);
    valueLength = varint("value length", afterKey, recordEnd);
    valueAt = varintEnd;
    int afterValue = skip("value length", valueAt, valueLength, recordEnd);
    headersCount = varint("count of headers", afterValue, recordEnd);
    headersAt = varintEnd;
    headersEnd = recordEnd;
    checkHeaders(recordEnd);
    previousOffsetDelta = offsetDelta;
    offset = baseOffset + offsetDelta;
    timestamp = isLogAppendTime ? logAppendTimestamp : baseTimestamp + timestampDelta;
    position = recordEnd;
  }

  private void checkHeaders(int recordEnd) throws MalformedRecord {
    if (headersCount < 0) {
      throw new MalformedRecord("count of headers " + headersCount);
    }
    int at = headersAt;
    for (int i = 0; i < headersCount; i++) {
      int keyBytes = varint("header key length", at, recordEnd);
      if (keyBytes < 0) {
        throw new MalformedRecord("header key length " + keyBytes);
      }
      at = skip("header key length", varintEnd, keyBytes, recordEnd);
      int valueBytes = varint("header value length", at, recordEnd);
      at = skip("header value length", varintEnd, valueBytes, recordEnd);
    }
    if (at != recordEnd) {
      throw new MalformedRecord((recordEnd - at) + " bytes after the headers");
    }
  }

  private int skip(String field, int at, int length, int limit) throws MalformedRecord {
    if (length < -1 || length > limit - at) {
      throw new MalformedRecord(field + " " + length + " of " + (limit - at) + " bytes left");
    }
    return at + Math.max(0, length);
  }

  private int varint(String field, int at, int limit) throws MalformedRecord {
    if (at < limit && bytes[at] >= 0) {
      int raw = bytes[at];
      varintEnd = at + 1;
      return (raw >>> 1) ^ -(raw & 1);
    }
    long value = varlong(field, at, Math.min(limit, at + 5));
    if (value < Integer.MIN_VALUE || value > Integer.MAX_VALUE) {
      throw new MalformedRecord(field + " " + value);
    }
    return (int) value;
  }

  private long varlong(String field, int at, int limit) throws MalformedRecord {
    if (at + 1 < limit && bytes[at + 1] >= 0 && bytes[at] < 0) {
      int two = bytes[at] & 0x7f | bytes[at + 1] << 7;
      varintEnd = at + 2;
      return (two >>> 1) ^ -(two & 1);
    }
    long raw = 0;
    for (int shift = 0; shift < 70; shift += 7) {
      if (at >= limit) {
        throw new MalformedRecord(field + " does not end");
      }
      byte b = bytes[at++];
      raw |= (b & 0x7fL) << shift;
      if (b >= 0) {
        varintEnd = at;
        return (raw >>> 1) ^ -(raw & 1);
      }
    }
    throw new MalformedRecord(field + " does not end");
  }

  /** Log offset of the current record. */
  public long offset() {
    return offset;
  }

  /** Of the record: within a compressed message of magic 0 or 1 it may differ from the batch's. */
  public byte magic() {
    return magic;
  }

  /** Milliseconds; -1 for none, as in magic 0. */
  public long timestamp() {
    return timestamp;
  }

  /** Raw. */
  public byte attributes() {
    return attributes;
  }

  /** -1 without sequences. */
  public int sequence() {
    return baseSequence < 0
        ? -1
        : RecordBatchHeader.plusSequence(baseSequence, (int) (offset - baseOffset));
  }

  public boolean hasKey() {
    return keyLength >= 0;
  }

  public boolean hasValue() {
    return valueLength >= 0;
  }

  /** The array that the positions of key and value point into. */
  public byte[] array() {
    return bytes;
  }

  public int keyAt() {
    return keyAt;
  }

  /** -1 for a null key. */
  public int keyLength() {
    return keyLength;
  }

  public int valueAt() {
    return valueAt;
  }

  /** -1 for a null value. */
  public int valueLength() {
    return valueLength;
  }

  /**
   * Whether two cursors stand on records that say the same: all but offset and producer fields.
   * What the magic of one of them has no field for is the same: a timestamp in magic 0, headers in
   * magic 0 and 1.
   */
  public boolean hasSameContent(RecordCursor other) {
    return (timestamp == other.timestamp || magic == 0 || other.magic == 0)
        && keyLength == other.keyLength
        && valueLength == other.valueLength
        && sameRange(keyAt, keyLength, other, other.keyAt, other.keyLength)
        && sameRange(valueAt, valueLength, other, other.valueAt, other.valueLength)
        && (isLegacy || other.isLegacy || hasSameHeaders(other));
  }

  /** Of magic 2, whose attributes are unused. */
  private boolean hasSameHeaders(RecordCursor other) {
    return attributes == other.attributes
        && headersCount == other.headersCount
        && sameRange(
            headersAt,
            headersEnd - headersAt,
            other,
            other.headersAt,
            other.headersEnd - other.headersAt);
  }

  private boolean sameRange(int at, int length, RecordCursor other, int otherAt, int otherLength) {
    return length <= 0
        ? otherLength <= 0
        : Arrays.equals(
            bytes, at, at + length, other.bytes, otherAt, otherAt + Math.max(0, otherLength));
  }

  int headersCount() {
    return headersCount;
  }

  /** Where the headers after their count begin, as stored. */
  int headersAt() {
    return headersAt;
  }

  int headersLength() {
    return headersEnd - headersAt;
  }

  /** The current record, to be kept. */
  public Record record() {
    return new Record(
        offset,
        timestamp,
        sequence(),
        attributes,
        slice(keyAt, keyLength),
        slice(valueAt, valueLength),
        headers());
  }

  /** The current record's key, to be kept; empty for null. */
  public Optional<Bytes> key() {
    return slice(keyAt, keyLength);
  }

  /**
   * The fields of the current record with their bytes, to be kept. Positions count from the start
   * of the payload: of a batch that is not compressed, from byte 61 of the batch.
   */
  public List<FieldBytes> layout() {
    List<FieldBytes> fields = new ArrayList<>();
    try {
      int at = fieldOf("length", recordAt, fields);
      fields.add(field("attributes", at, at + 1));
      at = fieldOf("timestampDelta", at + 1, fields);
      at = fieldOf("offsetDelta", at, fields);
      at = fieldOf("keyLength", at, fields);
      at = range("key", at, keyLength, fields);
      at = fieldOf("valueLength", at, fields);
      at = range("value", at, valueLength, fields);
      at = fieldOf("headersCount", at, fields);
      for (int i = 0; i < headersCount; i++) {
        int keyBytes = varint("header key length", at, headersEnd);
        at = range("headerKey", fieldOf("headerKeyLength", at, fields), keyBytes, fields);
        int valueBytes = varint("header value length", at, headersEnd);
        at = range("headerValue", fieldOf("headerValueLength", at, fields), valueBytes, fields);
      }
    } catch (MalformedRecord e) {
      throw new IllegalStateException("the record was checked before", e);
    }
    return fields;
  }

  private int fieldOf(String name, int at, List<FieldBytes> fields) throws MalformedRecord {
    varlong(name, at, headersEnd);
    fields.add(field(name, at, varintEnd));
    return varintEnd;
  }

  private int range(String name, int at, int length, List<FieldBytes> fields) {
    if (length > 0) {
      fields.add(field(name, at, at + length));
    }
    return at + Math.max(0, length);
  }

  private FieldBytes field(String name, int from, int to) {
    return new FieldBytes(name, from - payloadAt, Bytes.copyOf(bytes, from, to - from));
  }

  private Optional<Bytes> slice(int at, int length) {
    return length < 0 ? Optional.empty() : Optional.of(Bytes.copyOf(bytes, at, length));
  }

  private List<RecordHeader> headers() {
    if (headersCount == 0) {
      return List.of();
    }
    List<RecordHeader> headers = new ArrayList<>(Math.min(headersCount, 16));
    int at = headersAt;
    try {
      for (int i = 0; i < headersCount; i++) {
        int keyBytes = varint("header key length", at, headersEnd);
        Bytes key = Bytes.copyOf(bytes, varintEnd, keyBytes);
        int valueBytes = varint("header value length", varintEnd + keyBytes, headersEnd);
        headers.add(new RecordHeader(key, slice(varintEnd, valueBytes)));
        at = varintEnd + Math.max(0, valueBytes);
      }
    } catch (MalformedRecord e) {
      throw new IllegalStateException("headers were checked before", e);
    }
    return headers;
  }

  /** Leaves the decoder at the first field that cannot be right. Never leaves this class. */
  private static final class MalformedRecord extends Exception {
    private static final long serialVersionUID = 1;

    MalformedRecord(String message) {
      super(message, null, false, false);
    }
  }
}
