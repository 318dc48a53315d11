package org.logdiff.analysis.replica;

import java.io.IOException;
import java.util.List;
import java.util.Optional;
import org.logdiff.format.batch.SegmentCursor;
import org.logdiff.format.batch.SpanKind;
import org.logdiff.format.disk.ReadOnlyFile;
import org.logdiff.format.index.OffsetIndexEntry;
import org.logdiff.format.index.OffsetIndexLookup;

/**
 * The log end offset, from the files: the offset after the last batch, or the base offset of a last
 * segment that holds none. What lies in damage at the very end does not count; a broker cuts it
 * off.
 */
public final class LogEnd {
  private LogEnd() {}

  static long find(List<Segment> segments) throws IOException {
    return of(segments.get(segments.size() - 1));
  }

  /**
   * The offset after the last batch of a segment; its base offset if there is none.
   *
   * @throws IOException if the medium fails
   */
  public static long of(Segment segment) throws IOException {
    return of(segment.log(), segment.baseOffset(), segment.index());
  }

  /**
   * The offset after the last batch of a segment; its base offset if there is none.
   *
   * @param index where to begin to read; empty for the beginning
   * @throws IOException if the medium fails
   */
  public static long of(ReadOnlyFile log, long baseOffset, Optional<OffsetIndexLookup> index)
      throws IOException {
    SegmentCursor cursor = new SegmentCursor();
    long from = lastIndexedPosition(log, index);
    if (from > 0) {
      cursor.open(log, baseOffset, from, log.sizeBytes(), baseOffset);
      if (cursor.next() == SpanKind.BATCH) {
        return drain(cursor, cursor.nextOffset());
      }
    }
    cursor.open(log, baseOffset);
    return drain(cursor, baseOffset);
  }

  private static long drain(SegmentCursor cursor, long end) throws IOException {
    long last = end;
    while (cursor.next() != null) {
      last = Math.max(last, cursor.expectedOffset());
    }
    return last;
  }

  private static long lastIndexedPosition(ReadOnlyFile log, Optional<OffsetIndexLookup> index)
      throws IOException {
    if (index.isEmpty() || index.get().entryCount() == 0) {
      return 0;
    }
    Optional<OffsetIndexEntry> entry = index.get().entry(index.get().entryCount() - 1);
    return entry.isEmpty() || entry.get().position() >= log.sizeBytes()
        ? 0
        : Math.max(0, entry.get().position());
  }
}
