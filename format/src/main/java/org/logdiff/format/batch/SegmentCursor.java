package org.logdiff.format.batch;

import java.io.IOException;
import java.util.List;
import java.util.Optional;
import java.util.zip.CRC32C;
import org.logdiff.format.Damage;
import org.logdiff.format.DamageKind;
import org.logdiff.format.FormatLimits;
import org.logdiff.format.disk.ReadOnlyFile;

/**
 * Walks a {@code .log} file, or a range of it, span by span, without an object for each. A message
 * of magic 0 or 1 is a batch like those of magic 2; what its format has no field for is -1. Every
 * checksum is verified; after damage it goes on at the next batch whose header is plausible and
 * whose checksum holds.
 *
 * <p>baseOffset, batchLength, partitionLeaderEpoch and magic lie outside the checksum. A wrong
 * length shows in the checksum; a wrong magic is found by trying the others; a wrong base offset or
 * leader epoch is found by the batches around it, where it breaks their order.
 *
 * <p>Bytes and fields stay valid until the next {@link #next} or {@link #open}. Not for use by
 * several threads.
 */
public final class SegmentCursor {
  private static final int PEEK_BYTES = BatchSearch.PEEK_BYTES;
  private static final long NO_OFFSET = BatchSearch.NO_OFFSET;
  private static final long NOWHERE = -1;
  private static final int NO_EPOCH = -1;

  /**
   * How far beyond the next intact batch the true end of a batch is looked for. That far may a
   * batch reach whose value holds an intact one; a log with much damage must not be read over and
   * over.
   */
  private static final int LENGTH_SEARCH_BYTES = 256 << 10;

  private final int largestBatchBytes;
  private final SegmentWindow window = new SegmentWindow();
  private final BatchSearch search = new BatchSearch(window);
  private final CRC32C crc32c = new CRC32C();
  private final MessageSetCursor messages =
      new MessageSetCursor(FormatLimits.LARGEST_DECOMPRESSED_BYTES);

  private long end;
  private long stop;
  private long segmentBaseOffset;
  private long expectedOffset;
  private int previousEpoch;
  private SegmentExtent extent;

  /** Whether it has been told what the log lacks at its end. */
  private boolean isEndTold;

  /** Of the last batch. */
  private long endPosition;

  private long largestTimestamp;
  private boolean judgesEpochs;

  private long followingOffset;
  private int followingEpoch;

  private SpanKind kind;
  private long position;
  private long length;
  private Damage damage;

  /** Whether the current batch is of magic 0 or 1, and what is then not in its header. */
  private boolean isLegacy;

  /** Whether a checksum covers the current batch's offsets. */
  private boolean isOffsetProven;

  private long legacyBaseOffset;
  private int legacyCount;

  public SegmentCursor() {
    this(FormatLimits.LARGEST_BATCH_BYTES);
  }

  /**
   * @param largestBatchBytes above which a batch is not taken into memory
   */
  SegmentCursor(int largestBatchBytes) {
    this.largestBatchBytes = largestBatchBytes;
  }

  /** Starts at the beginning of a segment. */
  public void open(ReadOnlyFile log, long baseOffset) {
    open(log, baseOffset, 0, log.sizeBytes(), baseOffset);
    judgesEpochs = true;
  }

  /** Starts at the beginning of a file whose base offset is unknown, as of a renamed one. */
  public void openUnnamed(ReadOnlyFile log) {
    open(log, NO_OFFSET, 0, log.sizeBytes(), NO_OFFSET);
    judgesEpochs = true;
  }

  /**
   * Starts within a segment. What a span is does not depend on where the range ends: all of the
   * file may be looked at, and damage may reach beyond. Nor does it depend on where the range
   * starts: leader epochs, which only the batch before can prove wrong, are left to the caller.
   *
   * @param baseOffset of the segment
   * @param from a position where a batch starts
   * @param to no span is given that starts there or later
   * @param expected the lowest offset that may come next
   */
  public void open(ReadOnlyFile log, long baseOffset, long from, long to, long expected) {
    open(log, baseOffset, from, to, expected, SegmentExtent.UNKNOWN);
  }

  /**
   * Starts within a segment of which the files around it tell how far it reaches. Where the log
   * ends before that, there is one more span, damaged and 0 bytes long, at its end.
   */
  public void open(
      ReadOnlyFile log,
      long baseOffset,
      long from,
      long to,
      long expected,
      SegmentExtent segmentExtent) {
    extent = segmentExtent;
    isEndTold = false;
    endPosition = from;
    largestTimestamp = Long.MIN_VALUE;
    end = log.sizeBytes();
    stop = Math.min(to, end);
    window.open(log, from, end, stop + RecordBatchHeader.SIZE_BYTES);
    search.open(end, baseOffset);
    segmentBaseOffset = baseOffset;
    expectedOffset = expected;
    previousEpoch = NO_EPOCH;
    judgesEpochs = false;
    kind = null;
    position = from;
    length = 0;
    damage = null;
    isLegacy = false;
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
    isLegacy = false;
    isOffsetProven = false;
    if (position >= stop) {
      return end();
    }
    long remaining = end - position;
    int available =
        window.require(position, (int) Math.min(remaining, RecordBatchHeader.SIZE_BYTES));
    int peek = Math.min(available, PEEK_BYTES);
    if (window.zeroRun(peek) == peek) {
      return zeros();
    }
    if (available < PEEK_BYTES) {
      return damaged(
          DamageKind.TRUNCATED, "batch", remaining + " bytes", "a whole batch", remaining);
    }
    byte magic = magic();
    if (magic == RecordBatchHeader.MAGIC) {
      return batch(remaining);
    }
    return magic == 0 || magic == 1 ? legacy(magic, remaining) : otherMagic(magic, remaining);
  }

  private SpanKind end() {
    boolean isClear = kind == null || kind == SpanKind.BATCH || kind == SpanKind.PREALLOCATED;
    length = 0;
    kind = null;
    if (isEndTold || stop < end || !isClear) {
      return null;
    }
    isEndTold = true;
    Optional<String> missing =
        extent.missing(segmentBaseOffset, expectedOffset, endPosition, largestTimestamp);
    return missing.isEmpty()
        ? null
        : damaged(
            DamageKind.TRUNCATED,
            "log",
            "an end before offset " + expectedOffset,
            missing.get(),
            0);
  }

  private SpanKind batch(long remaining) throws IOException {
    long size = size();
    if (size < RecordBatchHeader.SIZE_BYTES || size > remaining) {
      return wrongLength("batchLength", RecordBatchHeader.SIZE_BYTES, remaining);
    }
    long computed;
    if (window.holds(size + PEEK_BYTES)) {
      window.require(position, (int) Math.min(window.end() - position, size + PEEK_BYTES));
      computed = checksumInMemory((int) size);
    } else {
      computed = search.checksum(position, position + size);
      standAtHeader();
    }
    long stored = storedChecksum();
    if (computed != stored) {
      return wrongChecksum(stored, computed, size);
    }
    SpanKind wrong = wrongFields(size);
    if (wrong != null) {
      return wrong;
    }
    expectedOffset = nextOffset();
    previousEpoch = partitionLeaderEpoch();
    endPosition = position + size;
    largestTimestamp = Math.max(largestTimestamp, maxTimestamp());
    if (size > largestBatchBytes) {
      return span(SpanKind.OVERSIZED, size);
    }
    window.require(position, (int) size);
    return span(SpanKind.BATCH, size);
  }

  /** What no broker writes although the checksum holds, and offsets out of order. */
  private SpanKind wrongFields(long size) throws IOException {
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
    long base = storedOffset();
    SpanKind wrong = wrongOffset("baseOffset", base, base + lastOffsetDelta, size);
    return wrong != null ? wrong : wrongEpoch(size);
  }

  private SpanKind wrongOffset(String field, long first, long last, long size) throws IOException {
    if (first < 0 || last < first || last == Long.MAX_VALUE) {
      return wrongOffset(DamageKind.FIELD, field, "an offset", size);
    }
    if (segmentBaseOffset != NO_OFFSET && last - segmentBaseOffset > Integer.MAX_VALUE) {
      String largest = "at most " + (segmentBaseOffset + Integer.MAX_VALUE);
      return wrongOffset(DamageKind.FIELD, field, largest, size);
    }
    if (first < expectedOffset) {
      String lowest = "at least " + (expectedOffset + storedOffset() - first);
      return wrongOffset(DamageKind.ORDER, field, lowest, size);
    }
    if (last >= extent.nextBaseOffset()) {
      String below = "below " + extent.nextBaseOffset() + ", the next segment's";
      return wrongOffset(DamageKind.ORDER, field, below, size);
    }
    if (first > expectedOffset && reachesIntoNext(first, last, size)) {
      String below = "below " + followingOffset + ", the next batch's";
      return wrongOffset(DamageKind.ORDER, field, below, size);
    }
    return null;
  }

  private SpanKind wrongOffset(DamageKind damageKind, String field, String expected, long size) {
    return damaged(damageKind, field, Long.toString(storedOffset()), expected, size);
  }

  /**
   * Whether it is this batch's offset that is wrong when it reaches into the next batch: it is if
   * there was room for it before, or if it reaches beyond the next one too.
   */
  private boolean reachesIntoNext(long first, long lastOffset, long size) throws IOException {
    if (isOffsetProven
        || expectedOffset == NO_OFFSET
        || !lookBehind(size)
        || followingOffset > lastOffset
        || !isPlausibleBehind(size)) {
      return false;
    }
    boolean isRoomBefore = followingOffset - expectedOffset > lastOffset - first;
    return isRoomBefore || secondFollowingOffset(size) <= lastOffset;
  }

  /**
   * Leader epochs never go down in a log. One that is out of line with both neighbours, which are
   * in line with each other, is damaged. A lasting step down is no damage: so it looks when a
   * cluster's state was set up anew over an old log.
   */
  private SpanKind wrongEpoch(long size) throws IOException {
    int epoch = partitionLeaderEpoch();
    if (epoch < NO_EPOCH) {
      return damaged(
          DamageKind.FIELD, "partitionLeaderEpoch", Integer.toString(epoch), "at least -1", size);
    }
    if (!judgesEpochs
        || epoch == previousEpoch
        || epoch == NO_EPOCH
        || previousEpoch == NO_EPOCH
        || !lookBehind(size)
        || followingEpoch < previousEpoch
        || epoch >= previousEpoch && epoch <= followingEpoch
        || !isPlausibleBehind(size)) {
      return null;
    }
    return damaged(
        DamageKind.ORDER,
        "partitionLeaderEpoch",
        Integer.toString(epoch),
        previousEpoch + " to " + followingEpoch + ", as the batches around it",
        size);
  }

  /** Notes offset and leader epoch of what follows; false if nothing does. */
  private boolean lookBehind(long size) throws IOException {
    if (window.end() - position - size < PEEK_BYTES) {
      return false;
    }
    window.require(position + size, PEEK_BYTES);
    followingOffset = storedOffset();
    followingEpoch = magic() == RecordBatchHeader.MAGIC ? partitionLeaderEpoch() : NO_EPOCH;
    standAtHeader();
    return true;
  }

  private long secondFollowingOffset(long size) throws IOException {
    window.require(position + size, PEEK_BYTES);
    long second = position + size + size();
    long offset =
        search.isPlausibleAt(second, file().sizeBytes()) ? storedOffset() : Long.MAX_VALUE;
    standAtHeader();
    return offset;
  }

  private boolean isPlausibleBehind(long size) throws IOException {
    boolean isPlausible = search.isPlausibleAt(position + size, file().sizeBytes());
    standAtHeader();
    return isPlausible;
  }

  private SpanKind legacy(byte magic, long remaining) throws IOException {
    long size = size();
    int smallest = LegacyMessage.smallestSizeBytes(magic);
    if (size < smallest || size > remaining) {
      return wrongLength("messageSize", smallest, remaining);
    }
    long computed = search.legacyChecksum(position, position + size);
    long stored = search.storedLegacyChecksum(position);
    if (computed != stored) {
      int right = magicByChecksum(size);
      return right >= 0 ? wrongMagic(magic, right, size) : wrongChecksum(stored, computed, size);
    }
    boolean isOversized = size > largestBatchBytes;
    boolean isOpen = false;
    if (!isOversized) {
      window.require(position, (int) size);
      isOpen = messages.open(window.array, window.at);
      isOffsetProven = isOpen && messages.hasAbsoluteOffsets();
      SpanKind wrong = wrongOffsetOfSet(size);
      if (wrong != null) {
        return wrong;
      }
    }
    long last = storedOffset();
    SpanKind wrong = wrongOffset("offset", isOpen ? messages.baseOffset() : last, last, size);
    if (wrong != null) {
      return wrong;
    }
    legacyBaseOffset = isOpen ? messages.baseOffset() : lowestBaseOffset();
    legacyCount = isOpen ? messages.count() : (int) (last - legacyBaseOffset) + 1;
    isLegacy = true;
    expectedOffset = last + 1;
    endPosition = position + size;
    largestTimestamp = Math.max(largestTimestamp, maxTimestamp());
    if (isOversized) {
      return span(SpanKind.OVERSIZED, size);
    }
    window.require(position, (int) size);
    return span(SpanKind.BATCH, size);
  }

  /**
   * In magic 0 the offsets inside of a compressed message are under its checksum, so that its own
   * is wrong if it is another. In magic 1 they count from it, and it cannot be lower than they are.
   */
  private SpanKind wrongOffsetOfSet(long size) {
    if (storedOffset() < messages.lowestOffset()) {
      return wrongOffset(DamageKind.FIELD, "offset", "at least " + messages.lowestOffset(), size);
    }
    return messages.lastOffset() == storedOffset()
        ? null
        : wrongOffset(
            DamageKind.FIELD, "offset", messages.lastOffset() + ", as of the last record", size);
  }

  private long lowestBaseOffset() {
    long lowest = Math.max(expectedOffset, storedOffset() - (Integer.MAX_VALUE - 1));
    return expectedOffset == NO_OFFSET ? storedOffset() : lowest;
  }

  private SpanKind otherMagic(byte magic, long remaining) throws IOException {
    long size = size();
    long claimedNext = position + size;
    if (size <= PEEK_BYTES || size > remaining) {
      return resynchronise(DamageKind.FIELD, "magic", Byte.toString(magic), "0, 1 or 2", NOWHERE);
    }
    int right = magicByChecksum(size);
    if (right >= 0) {
      return wrongMagic(magic, right, size);
    }
    boolean isUnknown =
        search.isPlausibleUnknownAt(position, expectedOffset)
            && (search.isPlausibleEnd(claimedNext)
                || search.isZeroAt(claimedNext)
                || search.isPlausibleUnknownAt(claimedNext, expectedOffset));
    standAtHeader();
    return isUnknown
        ? span(SpanKind.UNRECOGNISED, size)
        : resynchronise(DamageKind.FIELD, "magic", Byte.toString(magic), "0, 1 or 2", claimedNext);
  }

  /** The magic with which the checksum holds, whatever is stored as magic; -1 if none. */
  private int magicByChecksum(long size) throws IOException {
    long to = position + size;
    if (size >= RecordBatchHeader.SIZE_BYTES
        && search.checksum(position, to) == search.storedChecksum(position)) {
      return RecordBatchHeader.MAGIC;
    }
    for (byte magic = 0; magic < RecordBatchHeader.MAGIC; magic++) {
      if (search.isLegacyWith(magic, position, to)) {
        return magic;
      }
    }
    return -1;
  }

  private SpanKind wrongMagic(byte magic, int right, long size) {
    return damaged(DamageKind.FIELD, "magic", Byte.toString(magic), Integer.toString(right), size);
  }

  private SpanKind wrongLength(String field, int smallest, long remaining) throws IOException {
    boolean isTruncated = size() > remaining;
    return resynchronise(
        isTruncated ? DamageKind.TRUNCATED : DamageKind.LENGTH,
        field,
        Integer.toString(batchLength()),
        isTruncated
            ? "at most " + (remaining - RecordBatchHeader.LOG_OVERHEAD_BYTES)
            : "at least " + (smallest - RecordBatchHeader.LOG_OVERHEAD_BYTES),
        NOWHERE);
  }

  private SpanKind wrongChecksum(long stored, long computed, long size) throws IOException {
    return resynchronise(
        DamageKind.CHECKSUM,
        "crc",
        Long.toString(stored),
        Long.toString(computed),
        position + size);
  }

  private SpanKind zeros() throws IOException {
    long p = position;
    int zeros;
    int wanted;
    do {
      wanted = window.require(p, (int) Math.min(end - p, SegmentWindow.BLOCK_BYTES));
      zeros = window.zeroRun(wanted);
      p += zeros;
    } while (p < end && zeros == wanted);
    if (p == end) {
      return span(SpanKind.PREALLOCATED, end - position);
    }
    // The next batch starts with zeros too: with the high bytes of its offset.
    long after = Math.max(position, p - RecordBatchHeader.LOG_OVERHEAD_BYTES);
    long next = search.firstIntactAfter(after, expectedOffset);
    return damaged(
        DamageKind.FIELD, "batch", (p - position) + " zero bytes", "a batch", next - position);
  }

  /**
   * Ends a damaged span. If only the length is damaged, the checksum tells the true end. Else the
   * stored length is believed if it leads to a header or to zeros, and at last the next intact
   * batch it is. In this order, since a record's value may itself hold an intact batch.
   *
   * @param claimedNext where the stored length leads to, or {@link #NOWHERE}
   */
  private SpanKind resynchronise(
      DamageKind damageKind, String field, String stored, String expected, long claimedNext)
      throws IOException {
    boolean leadsToHeader = claimedNext != NOWHERE && search.isPlausibleEnd(claimedNext);
    boolean leadsOn = leadsToHeader || claimedNext != NOWHERE && search.isZeroAt(claimedNext);
    long next = leadsOn ? claimedNext : search.firstIntactAfter(position, expectedOffset);
    long last = leadsToHeader ? next - 1 : Math.min(end, next + LENGTH_SEARCH_BYTES);
    long byChecksum = search.endByChecksum(position, last);
    return byChecksum > 0
        ? lengthOnly(byChecksum - position)
        : damaged(damageKind, field, stored, expected, next - position);
  }

  private SpanKind lengthOnly(long size) throws IOException {
    standAtHeader();
    return damaged(
        DamageKind.LENGTH,
        magic() == RecordBatchHeader.MAGIC ? "batchLength" : "messageSize",
        Integer.toString(batchLength()),
        Long.toString(size - RecordBatchHeader.LOG_OVERHEAD_BYTES),
        size);
  }

  /** After a look elsewhere. */
  private void standAtHeader() throws IOException {
    window.require(position, (int) Math.min(window.end() - position, RecordBatchHeader.SIZE_BYTES));
  }

  private long checksumInMemory(int size) {
    crc32c.reset();
    crc32c.update(
        window.array,
        window.at + RecordBatchHeader.ATTRIBUTES_POSITION,
        size - RecordBatchHeader.ATTRIBUTES_POSITION);
    return crc32c.getValue();
  }

  private long storedChecksum() {
    return Integer.toUnsignedLong(
        BigEndian.getInt(window.array, window.at + RecordBatchHeader.CRC_POSITION));
  }

  private byte magic() {
    return window.array[window.at + RecordBatchHeader.MAGIC_POSITION];
  }

  private int batchLength() {
    return BigEndian.getInt(window.array, window.at + RecordBatchHeader.BATCH_LENGTH_POSITION);
  }

  private long size() {
    return (long) batchLength() + RecordBatchHeader.LOG_OVERHEAD_BYTES;
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
    return window.file();
  }

  /** Bytes read from the file so far, by this cursor. */
  public long bytesRead() {
    return window.bytesRead();
  }

  /** What is wrong; null unless the span is damaged. */
  public Damage damage() {
    return damage;
  }

  /** The array that holds the batch. */
  public byte[] array() {
    return window.array;
  }

  /** Where in the array the batch starts. */
  public int at() {
    return window.at;
  }

  /** Whether the batch is a message of magic 0 or 1. */
  public boolean isLegacy() {
    return isLegacy;
  }

  /**
   * Of the first record when the batch was written; in magic 0 and 1 of the first that is there, or
   * if that cannot be read, the lowest that it may have.
   */
  public long baseOffset() {
    return isLegacy ? legacyBaseOffset : storedOffset();
  }

  public long lastOffset() {
    return isLegacy ? storedOffset() : storedOffset() + lastOffsetDelta();
  }

  private long storedOffset() {
    return BigEndian.getLong(window.array, window.at);
  }

  public long nextOffset() {
    return lastOffset() + 1;
  }

  public int lastOffsetDelta() {
    return isLegacy
        ? (int) (storedOffset() - legacyBaseOffset)
        : BigEndian.getInt(window.array, window.at + RecordBatchHeader.LAST_OFFSET_DELTA_POSITION);
  }

  /** In a message of magic 0 or 1 that cannot be read: as many as it may have. */
  public int recordsCount() {
    return isLegacy
        ? legacyCount
        : BigEndian.getInt(window.array, window.at + RecordBatchHeader.RECORDS_COUNT_POSITION);
  }

  /** -1 for none, as in magic 0 and 1. */
  public int partitionLeaderEpoch() {
    return isLegacy
        ? NO_EPOCH
        : BigEndian.getInt(
            window.array, window.at + RecordBatchHeader.PARTITION_LEADER_EPOCH_POSITION);
  }

  /** Raw. */
  public short attributes() {
    return isLegacy
        ? (short) (window.array[window.at + LegacyMessage.ATTRIBUTES_POSITION] & 0xff)
        : BigEndian.getShort(window.array, window.at + RecordBatchHeader.ATTRIBUTES_POSITION);
  }

  public boolean isTransactional() {
    return !isLegacy && (attributes() & RecordBatchHeader.TRANSACTIONAL_MASK) != 0;
  }

  public boolean isControl() {
    return !isLegacy && (attributes() & RecordBatchHeader.CONTROL_MASK) != 0;
  }

  public boolean hasDeleteHorizon() {
    return !isLegacy && (attributes() & RecordBatchHeader.DELETE_HORIZON_MASK) != 0;
  }

  public long producerId() {
    return isLegacy
        ? -1
        : BigEndian.getLong(window.array, window.at + RecordBatchHeader.PRODUCER_ID_POSITION);
  }

  public short producerEpoch() {
    return isLegacy
        ? -1
        : BigEndian.getShort(window.array, window.at + RecordBatchHeader.PRODUCER_EPOCH_POSITION);
  }

  public int baseSequence() {
    return isLegacy
        ? -1
        : BigEndian.getInt(window.array, window.at + RecordBatchHeader.BASE_SEQUENCE_POSITION);
  }

  public long maxTimestamp() {
    return isLegacy
        ? LegacyMessage.timestamp(window.array, window.at)
        : BigEndian.getLong(window.array, window.at + RecordBatchHeader.MAX_TIMESTAMP_POSITION);
  }

  /** The header, to be kept. */
  public RecordBatchHeader header() {
    return isLegacy
        ? LegacyMessage.header(window.array, window.at, legacyBaseOffset, legacyCount)
        : RecordBatchHeader.read(window.array, window.at);
  }

  /** The span, to be kept. */
  public Span span() {
    return switch (kind) {
      case BATCH -> new Span.Batch(position, header());
      case OVERSIZED -> new Span.Oversized(position, length, header());
      case DAMAGED -> new Span.Damaged(position, length, List.of(damage));
      case PREALLOCATED -> new Span.Preallocated(position, length);
      case UNRECOGNISED ->
          new Span.Unrecognised(
              position, length, window.array[window.at + RecordBatchHeader.MAGIC_POSITION]);
    };
  }
}
