package org.logdiff.format.batch;

import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import org.logdiff.format.disk.ReadOnlyFile;

/**
 * Partitions a {@code .log} file into spans. For files of modest size; large ones want a cursor.
 */
public final class SegmentScanner {
  private SegmentScanner() {}

  /**
   * All spans of a segment: ordered, adjacent, adding up to the file's size.
   *
   * @throws IOException if the medium fails
   */
  public static List<Span> scan(ReadOnlyFile log, long baseOffset) throws IOException {
    SegmentCursor cursor = new SegmentCursor();
    cursor.open(log, baseOffset);
    List<Span> spans = new ArrayList<>();
    while (cursor.next() != null) {
      spans.add(cursor.span());
    }
    return List.copyOf(spans);
  }
}
