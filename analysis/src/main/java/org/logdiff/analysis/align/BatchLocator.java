package org.logdiff.analysis.align;

import java.io.IOException;
import java.util.Optional;
import org.logdiff.analysis.replica.Replica;
import org.logdiff.analysis.replica.Segment;
import org.logdiff.format.batch.RecordBatchHeader;
import org.logdiff.format.batch.SegmentCursor;
import org.logdiff.format.batch.SpanKind;
import org.logdiff.format.index.OffsetIndexEntry;

/**
 * Finds where the first batch at or above an offset starts, by the index and the headers alone. The
 * index is a hint: what it points at must look like a batch, else the search starts at the
 * segment's beginning. Anything odd gives no answer; the caller then does without a cut there.
 */
public final class BatchLocator {
  /** How far headers are walked. An index entry stands every 4 KiB, so this is generous. */
  private static final long LONGEST_WALK_BYTES = 32L << 20;

  /** Enough to hold the magic. */
  private static final int SMALLEST_BATCH_BYTES = RecordBatchHeader.CRC_POSITION;

  private final byte[] header = new byte[RecordBatchHeader.SIZE_BYTES];

  /** Made when the first message of magic 0 or 1 is met. */
  private SegmentCursor messages;

  /**
   * The place of the first batch whose base offset is at or above {@code offset}.
   *
   * @return empty if a batch straddles the offset or the way there is not clear
   */
  Optional<Place> firstAtOrAbove(Replica replica, long offset) throws IOException {
    if (offset >= replica.logEndOffset()) {
      return Optional.of(Place.endOf(replica));
    }
    int number = replica.segmentOf(offset);
    Segment segment = replica.segments().get(number);
    if (offset <= segment.baseOffset()) {
      return Optional.of(Place.startOf(replica, number));
    }
    long from = hint(segment, offset);
    Optional<Place> found = walk(replica, number, from, offset);
    return found.isPresent() || from == 0 ? found : walk(replica, number, 0, offset);
  }

  /**
   * The batch that covers an offset.
   *
   * @return empty if there is none or the way to it is not clear
   */
  public Optional<Located> holding(Replica replica, long offset) throws IOException {
    Optional<Located> batch = firstEndingAtOrAbove(replica, offset);
    return batch.isPresent() && batch.get().header().baseOffset() <= offset
        ? batch
        : Optional.empty();
  }

  /**
   * The first batch that starts above an offset: where a log goes on after it.
   *
   * @return empty if there is none or the way to it is not clear
   */
  public Optional<Located> firstAbove(Replica replica, long offset) throws IOException {
    Optional<Located> batch = firstEndingAtOrAbove(replica, offset + 1);
    return batch.isPresent() && batch.get().header().baseOffset() > offset
        ? batch
        : Optional.empty();
  }

  private Optional<Located> firstEndingAtOrAbove(Replica replica, long offset) throws IOException {
    int number = replica.segmentOf(offset);
    long position = hint(replica.segments().get(number), offset);
    while (number < replica.segments().size()) {
      Segment segment = replica.segments().get(number);
      long start = position;
      while (position < segment.sizeBytes()) {
        Optional<RecordBatchHeader> batch = headerAt(segment, position);
        if (batch.isEmpty() || position - start > LONGEST_WALK_BYTES) {
          return Optional.empty();
        }
        if (batch.get().lastOffset() >= offset) {
          return Optional.of(new Located(segment, position, batch.get()));
        }
        position += batch.get().sizeBytes();
      }
      number++;
      position = 0;
    }
    return Optional.empty();
  }

  /** A batch and where it is. */
  public record Located(Segment segment, long position, RecordBatchHeader header) {}

  /** The batch header at a position, if there is a plausible one. */
  Optional<RecordBatchHeader> headerAt(Segment segment, long position) throws IOException {
    if (position < 0 || position + SMALLEST_BATCH_BYTES > segment.sizeBytes()) {
      return Optional.empty();
    }
    int n = (int) Math.min(header.length, segment.sizeBytes() - position);
    segment.log().readFully(header, 0, n, position);
    byte magic = header[RecordBatchHeader.MAGIC_POSITION];
    Optional<RecordBatchHeader> batch = Optional.empty();
    if (magic == 0 || magic == 1) {
      batch = messageAt(segment, position);
    } else if (magic == RecordBatchHeader.MAGIC && n == header.length) {
      batch = Optional.of(RecordBatchHeader.read(header, 0));
    }
    return batch.filter(
        read ->
            isPlausible(read, segment.sizeBytes() - position)
                && read.baseOffset() >= segment.baseOffset());
  }

  /** Where a message of magic 0 or 1 begins is not in its header: it must be read. */
  private Optional<RecordBatchHeader> messageAt(Segment segment, long position) throws IOException {
    if (messages == null) {
      messages = new SegmentCursor();
    }
    messages.open(
        segment.log(), segment.baseOffset(), position, position + 1, segment.baseOffset());
    return messages.next() == SpanKind.BATCH ? Optional.of(messages.header()) : Optional.empty();
  }

  private long hint(Segment segment, long offset) throws IOException {
    long relativeOffset = offset - segment.baseOffset() - 1;
    if (segment.index().isEmpty() || relativeOffset < 0 || relativeOffset > Integer.MAX_VALUE) {
      return 0;
    }
    Optional<OffsetIndexEntry> entry = segment.index().get().floor((int) relativeOffset);
    if (entry.isEmpty()) {
      return 0;
    }
    long position = entry.get().position();
    Optional<RecordBatchHeader> batch = headerAt(segment, position);
    return batch.isPresent() && batch.get().baseOffset() < offset ? position : 0;
  }

  private Optional<Place> walk(Replica replica, int number, long from, long offset)
      throws IOException {
    Segment segment = replica.segments().get(number);
    long size = segment.sizeBytes();
    long position = from;
    long lastOffset = segment.baseOffset() - 1;
    while (position < size) {
      Optional<RecordBatchHeader> found = headerAt(segment, position);
      if (position - from > LONGEST_WALK_BYTES
          || found.isEmpty()
          || found.get().baseOffset() <= lastOffset) {
        return Optional.empty();
      }
      RecordBatchHeader batch = found.get();
      if (batch.baseOffset() >= offset) {
        return Optional.of(new Place(number, position, lastOffset + 1));
      }
      if (batch.lastOffset() >= offset) {
        return Optional.empty();
      }
      lastOffset = batch.lastOffset();
      position += batch.sizeBytes();
    }
    return Optional.of(Place.startOf(replica, number + 1));
  }

  private static boolean isPlausible(RecordBatchHeader batch, long room) {
    return (batch.isLegacy() || batch.sizeBytes() >= RecordBatchHeader.SIZE_BYTES)
        && batch.sizeBytes() > 0
        && batch.sizeBytes() <= room
        && batch.lastOffsetDelta() >= 0
        && batch.baseOffset() >= 0;
  }
}
