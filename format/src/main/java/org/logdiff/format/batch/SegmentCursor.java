package org.logdiff.format.batch;

import java.io.EOFException;
import java.io.IOException;
import java.util.List;
import java.util.zip.CRC32;
import java.util.zip.CRC32C;
import java.util.zip.Checksum;
import org.logdiff.format.Damage;
import org.logdiff.format.DamageKind;
import org.logdiff.format.FormatLimits;
import org.logdiff.format.disk.ReadOnlyFile;

/**
 * Walks a {@code .log} file, or a range of it, span by span, without an object for each. Every
 * checksum is verified; after damage it goes on at the next batch whose header is plausible and
 * whose checksum holds.
 *
 * <p>baseOffset, batchLength, partitionLeaderEpoch and magic lie outside the checksum. A wrong
 * length shows in the checksum; a wrong magic is found by trying the layout of magic 2; a wrong
 * base offset is found by the order of offsets, where it breaks that order.
 *
 * <p>Bytes and fields stay valid until the next {@link #next} or {@link #open}. Not for use by
 * several threads.
 */
public final class SegmentCursor {
  /** Read size: large enough that a disk streams, small enough for many cursors. */
  private static final int BLOCK_BYTES = 1 << 20;

  /** Enough to see base offset, length and magic of what follows a batch. */
  private static final int PEEK_BYTES = RecordBatchHeader.CRC_POSITION;

  private static final int MIN_LEGACY_SIZE_BYTES = RecordBatchHeader.LOG_OVERHEAD_BYTES + 14;
  private static final int LEGACY_CRC_POSITION = RecordBatchHeader.LOG_OVERHEAD_BYTES;
  private static final long NO_OFFSET = Long.MIN_VALUE;

  private final byte[] ownBlock = new byte[BLOCK_BYTES];
  private final CRC32C crc32c = new CRC32C();
  private final CRC32 crc32 = new CRC32();

  private ReadOnlyFile file;
  private byte[] buffer = ownBlock;
  private long bufferPosition;
  private int bufferLength;
  private long end;
  private long stop;
  private long segmentBaseOffset;
  private long expectedOffset;
  private long bytesRead;

  private SpanKind kind;
  private long position;
  private long length;
  private int at;
  private Damage damage;
  private boolean crcVerified;

  /** Starts at the beginning of a segment. */
  public void open(ReadOnlyFile log, long baseOffset) {
    open(log, baseOffset, 0, log.sizeBytes(), baseOffset);
  }

  /** Starts at the beginning of a file whose base offset is unknown, as of a renamed one. */
  public void openUnnamed(ReadOnlyFile log) {
    open(log, NO_OFFSET, 0, log.sizeBytes(), NO_OFFSET);
  }

  /**
   * Starts within a segment. What a span is does not depend on where the range ends: all of the
   * file may be looked at, and damage may reach beyond.
   *
   * @param baseOffset of the segment
   * @param from a position where a batch starts
   * @param to no span is given that starts there or later
   * @param expected the lowest offset that may come next
   */
  public void open(ReadOnlyFile log, long baseOffset, long from, long to, long expected) {
    file = log;
    buffer = ownBlock;
    bufferPosition = from;
    bufferLength = 0;
    end = log.sizeBytes();
    stop = Math.min(to, end);
    segmentBaseOffset = baseOffset;
    expectedOffset = expected;
    kind = null;
    position = from;
    length = 0;
    damage = null;
  }

  /**
   * Moves to the next span.
   *
   * @return its kind, or null at the end
   * @throws IOException if the medium fails, or the file has become shorter since it was opened
   */
  public SpanKind next() throws IOException {
    position += length;
    damage = null;
    crcVerified = false;
    if (position >= stop) {
      length = 0;
      kind = null;
      return null;
    }
    long remaining = end - position;
    int available = require(position, (int) Math.min(remaining, RecordBatchHeader.SIZE_BYTES));
    if (isZero(at, Math.min(available, PEEK_BYTES))) {
      return zeros();
    }
    if (available < PEEK_BYTES) {
      return damaged(
          DamageKind.TRUNCATED, "batch", remaining + " bytes", "a whole batch", remaining);
    }
    byte magic = buffer[at + RecordBatchHeader.MAGIC_POSITION];
    if (magic == 0 || magic == 1) {
      return legacy(magic, remaining);
    }
    if (magic != RecordBatchHeader.MAGIC) {
      return otherMagic(magic, remaining);
    }
    return batch(remaining);
  }

  private SpanKind batch(long remaining) throws IOException {
    int batchLength = BigEndian.getInt(buffer, at + RecordBatchHeader.BATCH_LENGTH_POSITION);
    long size = (long) batchLength + RecordBatchHeader.LOG_OVERHEAD_BYTES;
    if (size < RecordBatchHeader.SIZE_BYTES) {
      return resynchronise(
          DamageKind.LENGTH,
          "batchLength",
          Integer.toString(batchLength),
          "at least " + (RecordBatchHeader.SIZE_BYTES - RecordBatchHeader.LOG_OVERHEAD_BYTES),
          position + 1);
    }
    if (size > remaining) {
      return resynchronise(
          DamageKind.TRUNCATED,
          "batchLength",
          Integer.toString(batchLength),
          "at most " + (remaining - RecordBatchHeader.LOG_OVERHEAD_BYTES),
          position + 1);
    }
    boolean fits = size + PEEK_BYTES <= buffer.length;
    if (!fits) {
      long computed = crcInPieces(position, size);
      if (computed != storedCrc()) {
        return wrongChecksum(computed, size);
      }
      crcVerified = true;
      if (size > FormatLimits.LARGEST_BATCH_BYTES) {
        return oversized(size);
      }
    }
    int available = require(position, (int) Math.min(remaining, size + PEEK_BYTES));
    if (!crcVerified) {
      long computed = crc(at, (int) size);
      if (computed != storedCrc()) {
        return wrongChecksum(computed, size);
      }
      crcVerified = true;
    }
    SpanKind wrong = wrongFields(size, available);
    if (wrong != null) {
      return wrong;
    }
    expectedOffset = nextOffset();
    return span(SpanKind.BATCH, size);
  }

  /** What no broker writes although the checksum holds, and offsets out of order. */
  private SpanKind wrongFields(long size, int available) {
    int lastOffsetDelta = lastOffsetDelta();
    if (lastOffsetDelta < 0) {
      return damaged(
          DamageKind.FIELD,
          "lastOffsetDelta",
          Integer.toString(lastOffsetDelta),
          "at least 0",
          size);
    }
    if (recordsCount() < 0 || recordsCount() > lastOffsetDelta + 1L) {
      return damaged(
          DamageKind.FIELD,
          "recordsCount",
          Integer.toString(recordsCount()),
          "0 to " + (lastOffsetDelta + 1L),
          size);
    }
    long baseOffset = baseOffset();
    if (baseOffset < 0 || baseOffset > Long.MAX_VALUE - lastOffsetDelta - 1L) {
      return damaged(DamageKind.FIELD, "baseOffset", Long.toString(baseOffset), "an offset", size);
    }
    if (segmentBaseOffset != NO_OFFSET
        && baseOffset + lastOffsetDelta - segmentBaseOffset > Integer.MAX_VALUE) {
      return damaged(
          DamageKind.FIELD,
          "baseOffset",
          Long.toString(baseOffset),
          "at most " + (segmentBaseOffset + Integer.MAX_VALUE),
          size);
    }
    if (baseOffset < expectedOffset) {
      return damaged(
          DamageKind.ORDER,
          "baseOffset",
          Long.toString(baseOffset),
          "at least " + expectedOffset,
          size);
    }
    if (isAheadOfWhatFollows(size, available)) {
      return damaged(
          DamageKind.ORDER,
          "baseOffset",
          Long.toString(baseOffset),
          "below " + BigEndian.getLong(buffer, at + (int) size) + ", the next batch's",
          size);
    }
    return null;
  }

  /**
   * Whether this batch, and not the next one, breaks the order: the next one would follow well on
   * the batch before this one, and this one leaves a gap before it.
   */
  private boolean isAheadOfWhatFollows(long size, int available) {
    if (available < size + PEEK_BYTES || baseOffset() == expectedOffset) {
      return false;
    }
    int next = at + (int) size;
    byte magic = buffer[next + RecordBatchHeader.MAGIC_POSITION];
    long baseOffset = BigEndian.getLong(buffer, next);
    int batchLength = BigEndian.getInt(buffer, next + RecordBatchHeader.BATCH_LENGTH_POSITION);
    return magic == RecordBatchHeader.MAGIC
        && batchLength > 0
        && expectedOffset != NO_OFFSET
        && baseOffset >= expectedOffset
        && baseOffset < nextOffset();
  }

  private SpanKind oversized(long size) {
    expectedOffset = Math.max(expectedOffset, nextOffset());
    return span(SpanKind.OVERSIZED, size);
  }

  private SpanKind wrongChecksum(long computed, long size) throws IOException {
    long stored = storedCrc();
    return resynchronise(
        DamageKind.CHECKSUM,
        "crc",
        Long.toString(stored),
        Long.toString(computed),
        position + size);
  }

  private SpanKind otherMagic(byte magic, long remaining) throws IOException {
    int batchLength = BigEndian.getInt(buffer, at + RecordBatchHeader.BATCH_LENGTH_POSITION);
    long size = (long) batchLength + RecordBatchHeader.LOG_OVERHEAD_BYTES;
    boolean plausibleSize = size > PEEK_BYTES && size <= remaining;
    if (plausibleSize && size >= RecordBatchHeader.SIZE_BYTES) {
      long stored = storedCrc();
      if (crcInPieces(position, size) == stored) {
        return damaged(DamageKind.FIELD, "magic", Byte.toString(magic), "2", size);
      }
    }
    long claimedNext = position + size;
    if (plausibleSize && magic > RecordBatchHeader.MAGIC && isIntactAt(claimedNext)) {
      require(position, PEEK_BYTES);
      return span(SpanKind.UNRECOGNISED, size);
    }
    return resynchronise(
        DamageKind.FIELD,
        "magic",
        Byte.toString(magic),
        "0, 1 or 2",
        plausibleSize ? claimedNext : position + 1);
  }

  private SpanKind legacy(byte magic, long remaining) throws IOException {
    int messageSize = BigEndian.getInt(buffer, at + RecordBatchHeader.BATCH_LENGTH_POSITION);
    long size = (long) messageSize + RecordBatchHeader.LOG_OVERHEAD_BYTES;
    if (size >= MIN_LEGACY_SIZE_BYTES
        && size <= remaining
        && isLegacyChecksumRight(position, size)) {
      require(position, PEEK_BYTES);
      expectedOffset = Math.max(expectedOffset, baseOffset() + 1);
      return span(SpanKind.LEGACY, size);
    }
    return otherMagic(magic, remaining);
  }

  private SpanKind zeros() throws IOException {
    long at = position;
    while (at < end) {
      int n = require(at, (int) Math.min(end - at, BLOCK_BYTES));
      int from = (int) (at - bufferPosition);
      int zeros = zeroRun(from, n);
      at += zeros;
      if (zeros < n) {
        break;
      }
    }
    if (at >= end) {
      return span(SpanKind.PREALLOCATED, end - position);
    }
    return resynchronise(
        DamageKind.FIELD, "batch", (at - position) + " zero bytes", "a batch", position + 1);
  }

  /**
   * Ends a damaged span where the next intact batch starts: at the place that the header claims, if
   * one is there, else at the first one found.
   */
  private SpanKind resynchronise(
      DamageKind damageKind, String field, String stored, String expected, long claimedNext)
      throws IOException {
    long next =
        claimedNext == end || isIntactAt(claimedNext) ? claimedNext : firstIntactAfter(position);
    long size = next - position;
    require(position, (int) Math.min(size, RecordBatchHeader.SIZE_BYTES));
    if (damageKind != DamageKind.FIELD
        && next != claimedNext
        && size >= RecordBatchHeader.SIZE_BYTES
        && crcInPieces(position, size) == storedCrcAt(position)) {
      int batchLength = BigEndian.getInt(buffer, at + RecordBatchHeader.BATCH_LENGTH_POSITION);
      return damaged(
          DamageKind.LENGTH,
          "batchLength",
          Integer.toString(batchLength),
          Long.toString(size - RecordBatchHeader.LOG_OVERHEAD_BYTES),
          size);
    }
    return damaged(damageKind, field, stored, expected, size);
  }

  private long firstIntactAfter(long after) throws IOException {
    for (long candidate = after + 1; candidate + PEEK_BYTES <= end; candidate++) {
      require(candidate, PEEK_BYTES);
      byte magic = buffer[at + RecordBatchHeader.MAGIC_POSITION];
      if (magic >= 0 && magic <= RecordBatchHeader.MAGIC && isIntactAt(candidate)) {
        return candidate;
      }
    }
    return end;
  }

  /** Whether a batch that may follow starts there: plausible header, right checksum. */
  private boolean isIntactAt(long candidate) throws IOException {
    long remaining = end - candidate;
    if (candidate <= position || remaining < PEEK_BYTES + 1) {
      return false;
    }
    int available = require(candidate, (int) Math.min(remaining, RecordBatchHeader.SIZE_BYTES));
    byte magic = buffer[at + RecordBatchHeader.MAGIC_POSITION];
    long baseOffset = BigEndian.getLong(buffer, at);
    int batchLength = BigEndian.getInt(buffer, at + RecordBatchHeader.BATCH_LENGTH_POSITION);
    long size = (long) batchLength + RecordBatchHeader.LOG_OVERHEAD_BYTES;
    boolean ordered =
        baseOffset >= 0
            && baseOffset >= expectedOffset
            && (segmentBaseOffset == NO_OFFSET
                || baseOffset - segmentBaseOffset <= Integer.MAX_VALUE);
    if (!ordered || size > remaining) {
      return false;
    }
    if (magic == 0 || magic == 1) {
      return size >= MIN_LEGACY_SIZE_BYTES && isLegacyChecksumRight(candidate, size);
    }
    if (magic != RecordBatchHeader.MAGIC
        || size < RecordBatchHeader.SIZE_BYTES
        || available < RecordBatchHeader.SIZE_BYTES) {
      return false;
    }
    int lastOffsetDelta =
        BigEndian.getInt(buffer, at + RecordBatchHeader.LAST_OFFSET_DELTA_POSITION);
    int recordsCount = BigEndian.getInt(buffer, at + RecordBatchHeader.RECORDS_COUNT_POSITION);
    if (lastOffsetDelta < 0 || recordsCount < 0 || recordsCount > lastOffsetDelta + 1L) {
      return false;
    }
    long stored = storedCrc();
    return crcInPieces(candidate, size) == stored;
  }

  private boolean isLegacyChecksumRight(long candidate, long size) throws IOException {
    require(candidate, PEEK_BYTES);
    long stored = Integer.toUnsignedLong(BigEndian.getInt(buffer, at + LEGACY_CRC_POSITION));
    return checksumInPieces(crc32, candidate + RecordBatchHeader.MAGIC_POSITION, candidate + size)
        == stored;
  }

  private long storedCrc() {
    return Integer.toUnsignedLong(BigEndian.getInt(buffer, at + RecordBatchHeader.CRC_POSITION));
  }

  private long storedCrcAt(long candidate) throws IOException {
    require(candidate, RecordBatchHeader.SIZE_BYTES);
    return storedCrc();
  }

  private long crc(int from, int size) {
    crc32c.reset();
    crc32c.update(
        buffer,
        from + RecordBatchHeader.ATTRIBUTES_POSITION,
        size - RecordBatchHeader.ATTRIBUTES_POSITION);
    return crc32c.getValue();
  }

  /** Leaves the buffer standing at the candidate's header, whatever its size. */
  private long crcInPieces(long candidate, long size) throws IOException {
    return checksumInPieces(
        crc32c, candidate + RecordBatchHeader.ATTRIBUTES_POSITION, candidate + size, candidate);
  }

  private long checksumInPieces(Checksum checksum, long from, long to) throws IOException {
    return checksumInPieces(checksum, from, to, from);
  }

  private long checksumInPieces(Checksum checksum, long from, long to, long standAt)
      throws IOException {
    checksum.reset();
    long p = from;
    while (p < to) {
      int n = require(p, (int) Math.min(to - p, BLOCK_BYTES));
      checksum.update(buffer, at, n);
      p += n;
    }
    if (standAt != from || to - from > BLOCK_BYTES) {
      require(standAt, (int) Math.min(end - standAt, RecordBatchHeader.SIZE_BYTES));
    }
    return checksum.getValue();
  }

  private SpanKind damaged(
      DamageKind damageKind, String field, String stored, String expected, long size) {
    damage = new Damage(damageKind, field, position, size, stored, expected);
    return span(SpanKind.DAMAGED, size);
  }

  private SpanKind span(SpanKind found, long size) {
    kind = found;
    length = size;
    return found;
  }

  private boolean isZero(int from, int n) {
    return zeroRun(from, n) == n;
  }

  private int zeroRun(int from, int n) {
    int i = 0;
    while (i < n && buffer[from + i] == 0) {
      i++;
    }
    return i;
  }

  /**
   * Makes {@code wanted} bytes from a position on available and lets {@code at} point to them.
   *
   * @return {@code wanted}
   * @throws EOFException if the file has become shorter
   */
  private int require(long from, int wanted) throws IOException {
    if (from < bufferPosition || from + wanted > bufferPosition + bufferLength) {
      load(from, wanted);
    }
    at = (int) (from - bufferPosition);
    return wanted;
  }

  private void load(long from, int wanted) throws IOException {
    int kept = 0;
    byte[] target = buffer;
    if (wanted > buffer.length) {
      target = new byte[wanted];
    } else if (buffer != ownBlock && wanted <= ownBlock.length) {
      target = ownBlock;
    }
    if (from >= bufferPosition && from < bufferPosition + bufferLength) {
      kept = (int) (bufferPosition + bufferLength - from);
      kept = Math.min(kept, target.length);
      System.arraycopy(buffer, (int) (from - bufferPosition), target, 0, kept);
    }
    buffer = target;
    long ahead = Math.max(stop - from, wanted) - kept;
    int room = (int) Math.min(target.length - kept, ahead);
    int n = file.read(target, kept, room, from + kept);
    bytesRead += n;
    bufferPosition = from;
    bufferLength = kept + n;
    if (bufferLength < wanted) {
      throw new EOFException(
          file.path()
              + ": had "
              + file.sizeBytes()
              + " bytes when it was opened and now ends at "
              + (from + bufferLength));
    }
  }

  public SpanKind kind() {
    return kind;
  }

  /** Where the span starts in the file. */
  public long position() {
    return position;
  }

  /** Its bytes. */
  public long length() {
    return length;
  }

  /** The lowest offset that may come after this span. */
  public long expectedOffset() {
    return expectedOffset;
  }

  public ReadOnlyFile file() {
    return file;
  }

  /** Bytes read from the file so far, by this cursor. */
  public long bytesRead() {
    return bytesRead;
  }

  /** What is wrong; null unless the span is damaged. */
  public Damage damage() {
    return damage;
  }

  /** The array that holds the batch. */
  public byte[] array() {
    return buffer;
  }

  /** Where in the array the batch starts. */
  public int at() {
    return at;
  }

  public long baseOffset() {
    return BigEndian.getLong(buffer, at);
  }

  public long lastOffset() {
    return baseOffset() + lastOffsetDelta();
  }

  public long nextOffset() {
    return lastOffset() + 1;
  }

  public int lastOffsetDelta() {
    return BigEndian.getInt(buffer, at + RecordBatchHeader.LAST_OFFSET_DELTA_POSITION);
  }

  public int recordsCount() {
    return BigEndian.getInt(buffer, at + RecordBatchHeader.RECORDS_COUNT_POSITION);
  }

  public int partitionLeaderEpoch() {
    return BigEndian.getInt(buffer, at + RecordBatchHeader.PARTITION_LEADER_EPOCH_POSITION);
  }

  public short attributes() {
    return BigEndian.getShort(buffer, at + RecordBatchHeader.ATTRIBUTES_POSITION);
  }

  public boolean isTransactional() {
    return (attributes() & RecordBatchHeader.TRANSACTIONAL_MASK) != 0;
  }

  public boolean isControl() {
    return (attributes() & RecordBatchHeader.CONTROL_MASK) != 0;
  }

  public long producerId() {
    return BigEndian.getLong(buffer, at + RecordBatchHeader.PRODUCER_ID_POSITION);
  }

  public short producerEpoch() {
    return BigEndian.getShort(buffer, at + RecordBatchHeader.PRODUCER_EPOCH_POSITION);
  }

  public int baseSequence() {
    return BigEndian.getInt(buffer, at + RecordBatchHeader.BASE_SEQUENCE_POSITION);
  }

  public long maxTimestamp() {
    return BigEndian.getLong(buffer, at + RecordBatchHeader.MAX_TIMESTAMP_POSITION);
  }

  /** The header, to be kept. */
  public RecordBatchHeader header() {
    return RecordBatchHeader.read(buffer, at);
  }

  /** The span, to be kept. */
  public Span span() {
    return switch (kind) {
      case BATCH -> new Span.Batch(position, header());
      case LEGACY ->
          new Span.Legacy(
              position, length, buffer[at + RecordBatchHeader.MAGIC_POSITION], baseOffset());
      case OVERSIZED -> new Span.Oversized(position, length, header());
      case DAMAGED -> new Span.Damaged(position, length, List.of(damage));
      case PREALLOCATED -> new Span.Preallocated(position, length);
      case UNRECOGNISED ->
          new Span.Unrecognised(position, length, buffer[at + RecordBatchHeader.MAGIC_POSITION]);
    };
  }
}
