package org.logdiff.format.batch;

import java.io.IOException;
import java.util.zip.CRC32;
import java.util.zip.CRC32C;
import java.util.zip.Checksum;
import org.logdiff.format.FormatLimits;

/**
 * Looks for places where batches start, when what should lead there is damaged.
 *
 * <p>A place is plausible if every field of a header there is one that a broker writes; of random
 * bytes hardly one place in ten million is. Only there is a checksum computed.
 *
 * <p>Moves the window.
 */
final class BatchSearch {
  /** Enough to see base offset, length and magic, which have their places in every magic. */
  static final int PEEK_BYTES = RecordBatchHeader.CRC_POSITION;

  /** Lower than every offset. */
  static final long NO_OFFSET = Long.MIN_VALUE;

  /** Attributes have used the low byte only; an unknown bit of that is no reason for doubt. */
  private static final int UNUSED_ATTRIBUTES_MASK = 0xff00;

  /** How far into a run of zeros a batch may reach whose true end is looked for. */
  private static final int ZEROS_OF_A_BATCH = 64;

  private final SegmentWindow window;
  private final CRC32C crc32c = new CRC32C();
  private final CRC32 crc32 = new CRC32();

  private long end;
  private long segmentBaseOffset;

  /** How many zeros there are in a row, up to the last byte that was peeked at. */
  private int zeros;

  BatchSearch(SegmentWindow window) {
    this.window = window;
  }

  /**
   * @param to where the range ends
   * @param baseOffset of the segment, or {@link #NO_OFFSET}
   */
  void open(long to, long baseOffset) {
    end = to;
    segmentBaseOffset = baseOffset;
  }

  /** The first place after a position with an intact batch that may follow, or the end. */
  long firstIntactAfter(long position, long expectedOffset) throws IOException {
    long lowest = Math.max(0, expectedOffset);
    for (long candidate = position + 1; candidate + PEEK_BYTES <= end; candidate++) {
      window.require(candidate, PEEK_BYTES);
      int places = (int) Math.min(window.available(), end - candidate) - PEEK_BYTES;
      int skipped = 0;
      while (skipped < places && !isWorthALook(window.at + skipped, lowest)) {
        skipped++;
      }
      candidate += skipped;
      if (isIntactAt(candidate, expectedOffset)) {
        return candidate;
      }
    }
    return end;
  }

  /** A quick look at what is in memory, which sorts out nearly every place. */
  private boolean isWorthALook(int at, long lowestOffset) {
    byte magic = window.array[at + RecordBatchHeader.MAGIC_POSITION];
    return magic >= 0
        && magic <= RecordBatchHeader.MAGIC
        && BigEndian.getInt(window.array, at + RecordBatchHeader.BATCH_LENGTH_POSITION) > 0
        && BigEndian.getLong(window.array, at) >= lowestOffset;
  }

  private boolean isIntactAt(long candidate, long expectedOffset) throws IOException {
    if (!isPlausibleAt(candidate, end) || baseOffset() < expectedOffset) {
      return false;
    }
    long to = candidate + size();
    return isLegacy()
        ? legacyChecksum(candidate, to) == storedLegacyChecksum(candidate)
        : checksum(candidate, to) == storedChecksum(candidate);
  }

  /**
   * Whether there is what may stand behind a batch: a plausible header, be its offset right or not,
   * or the end of the range.
   */
  boolean isPlausibleEnd(long candidate) throws IOException {
    return candidate == end || isPlausibleAt(candidate, end);
  }

  /**
   * Whether a header of a known magic stands there.
   *
   * @param limit where its batch must end
   */
  boolean isPlausibleAt(long candidate, long limit) throws IOException {
    long readable = window.end() - candidate;
    if (readable < PEEK_BYTES) {
      return false;
    }
    window.require(candidate, PEEK_BYTES);
    return isKnownMagic()
        && size() <= limit - candidate
        && isInSegment(baseOffset())
        && hasPlausibleFieldsAt(candidate, size());
  }

  /** Whether a batch of a magic that we do not know may start there. */
  boolean isPlausibleUnknownAt(long candidate, long expectedOffset) throws IOException {
    if (end - candidate < PEEK_BYTES) {
      return false;
    }
    window.require(candidate, PEEK_BYTES);
    return magic() > RecordBatchHeader.MAGIC
        && size() > PEEK_BYTES
        && size() <= end - candidate
        && isInSegment(baseOffset())
        && baseOffset() >= expectedOffset;
  }

  /** Whether there are zeros where a header would be, or up to the end if that is nearer. */
  boolean isZeroAt(long candidate) throws IOException {
    int wanted = (int) Math.min(end - candidate, PEEK_BYTES);
    window.require(candidate, wanted);
    return window.zeroRun(wanted) == wanted;
  }

  /**
   * Where a batch ends of which nothing but the length is damaged: its checksum holds up to there,
   * and there stands what may follow.
   *
   * @param to the last place to look at
   * @return -1 if there is no such place
   */
  long endByChecksum(long position, long to) throws IOException {
    window.require(position, (int) Math.min(end - position, PEEK_BYTES));
    if (!isKnownMagic() || !hasPlausibleFieldsAt(position, Integer.MAX_VALUE)) {
      return -1;
    }
    boolean isLegacy = isLegacy();
    long stored = isLegacy ? storedLegacyChecksum(position) : storedChecksum(position);
    Checksum checksum = isLegacy ? crc32 : crc32c;
    checksum.reset();
    long done = position + checksumFrom(isLegacy);
    long first = position + smallestSize();
    long last = Math.min(to, position + FormatLimits.LARGEST_BATCH_BYTES);
    zeros = end - first < PEEK_BYTES ? 0 : zerosBefore(first + PEEK_BYTES - 1);
    for (long p = skipToEnd(first, last); p <= last; p = skipToEnd(p + 1, last)) {
      window.update(checksum, done, p);
      done = p;
      if (checksum.getValue() == stored) {
        return p;
      }
    }
    return -1;
  }

  /** The next place that may be the end of a batch; above {@code last} if there is none. */
  private long skipToEnd(long from, long last) throws IOException {
    for (long p = from; p <= last; p++) {
      if (end - p < PEEK_BYTES) {
        if (p == end || isZeroAt(p)) {
          return p;
        }
        continue;
      }
      window.require(p, PEEK_BYTES);
      int places = (int) Math.min(window.available(), end - p) - PEEK_BYTES;
      int skipped = 0;
      while (skipped <= places && !mayBeAnEnd(window.at + skipped)) {
        skipped++;
      }
      p += Math.min(skipped, places);
      if (p <= last && skipped <= places && (zeros >= PEEK_BYTES || isPlausibleAt(p, end))) {
        return p;
      }
    }
    return last + 1;
  }

  /** A quick look at the next place; counts zeros on the way. */
  private boolean mayBeAnEnd(int at) {
    zeros = window.array[at + PEEK_BYTES - 1] == 0 ? zeros + 1 : 0;
    return zeros >= PEEK_BYTES && zeros < PEEK_BYTES + ZEROS_OF_A_BATCH || isWorthALook(at, 0);
  }

  private int zerosBefore(long to) throws IOException {
    window.require(to - PEEK_BYTES, PEEK_BYTES);
    int n = 0;
    while (n < PEEK_BYTES && window.array[window.at + PEEK_BYTES - 1 - n] == 0) {
      n++;
    }
    return n;
  }

  /** CRC-32C of a batch of magic 2. */
  long checksum(long batch, long to) throws IOException {
    return checksum(crc32c, batch + checksumFrom(false), to);
  }

  /** CRC-32 of a message of magic 0 or 1. */
  long legacyChecksum(long message, long to) throws IOException {
    return checksum(crc32, message + checksumFrom(true), to);
  }

  /** Whether the checksum of magic 0 or 1 holds if the magic is taken for another one. */
  boolean isLegacyWith(byte magic, long message, long to) throws IOException {
    if (to - message < LegacyMessage.smallestSizeBytes(magic)) {
      return false;
    }
    long stored = storedLegacyChecksum(message);
    crc32.reset();
    crc32.update(magic);
    window.update(crc32, message + LegacyMessage.ATTRIBUTES_POSITION, to);
    return crc32.getValue() == stored;
  }

  /** What a batch of magic 2 says; lets the window stand at its header. */
  long storedChecksum(long batch) throws IOException {
    window.require(batch, RecordBatchHeader.SIZE_BYTES);
    return Integer.toUnsignedLong(int32(RecordBatchHeader.CRC_POSITION));
  }

  /** What a message of magic 0 or 1 says; lets the window stand at it. */
  long storedLegacyChecksum(long message) throws IOException {
    window.require(message, PEEK_BYTES);
    return Integer.toUnsignedLong(int32(LegacyMessage.CRC_POSITION));
  }

  private long checksum(Checksum checksum, long from, long to) throws IOException {
    checksum.reset();
    window.update(checksum, from, to);
    return checksum.getValue();
  }

  private static int checksumFrom(boolean isLegacy) {
    return isLegacy ? LegacyMessage.MAGIC_POSITION : RecordBatchHeader.ATTRIBUTES_POSITION;
  }

  private int smallestSize() {
    return isLegacy() ? LegacyMessage.smallestSizeBytes(magic()) : RecordBatchHeader.SIZE_BYTES;
  }

  private boolean hasPlausibleFieldsAt(long candidate, long size) throws IOException {
    int smallest = smallestSize();
    if (size < smallest || window.end() - candidate < smallest) {
      return false;
    }
    window.require(candidate, smallest);
    return isLegacy()
        ? LegacyMessage.isPlausible(window.array, window.at, size)
        : hasPlausibleFields();
  }

  private boolean hasPlausibleFields() {
    int lastOffsetDelta = int32(RecordBatchHeader.LAST_OFFSET_DELTA_POSITION);
    int recordsCount = int32(RecordBatchHeader.RECORDS_COUNT_POSITION);
    return (int16(RecordBatchHeader.ATTRIBUTES_POSITION) & UNUSED_ATTRIBUTES_MASK) == 0
        && lastOffsetDelta >= 0
        && recordsCount >= 0
        && recordsCount <= lastOffsetDelta + 1L
        && int32(RecordBatchHeader.PARTITION_LEADER_EPOCH_POSITION) >= -1
        && int64(RecordBatchHeader.PRODUCER_ID_POSITION) >= -1
        && int16(RecordBatchHeader.PRODUCER_EPOCH_POSITION) >= -1
        && int32(RecordBatchHeader.BASE_SEQUENCE_POSITION) >= -1;
  }

  private boolean isInSegment(long baseOffset) {
    return baseOffset >= 0
        && (segmentBaseOffset == NO_OFFSET || baseOffset - segmentBaseOffset <= Integer.MAX_VALUE);
  }

  private boolean isKnownMagic() {
    return magic() >= 0 && magic() <= RecordBatchHeader.MAGIC;
  }

  private boolean isLegacy() {
    return magic() != RecordBatchHeader.MAGIC;
  }

  private byte magic() {
    return window.array[window.at + RecordBatchHeader.MAGIC_POSITION];
  }

  private long baseOffset() {
    return int64(RecordBatchHeader.BASE_OFFSET_POSITION);
  }

  private long size() {
    return int32(RecordBatchHeader.BATCH_LENGTH_POSITION)
        + (long) RecordBatchHeader.LOG_OVERHEAD_BYTES;
  }

  private short int16(int fieldPosition) {
    return BigEndian.getShort(window.array, window.at + fieldPosition);
  }

  private int int32(int fieldPosition) {
    return BigEndian.getInt(window.array, window.at + fieldPosition);
  }

  private long int64(int fieldPosition) {
    return BigEndian.getLong(window.array, window.at + fieldPosition);
  }
}
