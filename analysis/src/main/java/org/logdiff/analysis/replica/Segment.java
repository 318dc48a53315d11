package org.logdiff.analysis.replica;

import java.io.Closeable;
import java.io.IOException;
import java.util.Optional;
import org.logdiff.format.batch.SegmentExtent;
import org.logdiff.format.disk.ReadOnlyFile;
import org.logdiff.format.index.OffsetIndexLookup;

/**
 * One segment of an opened replica.
 *
 * @param baseOffset from the file's name
 * @param index only a hint where to start reading; empty if it is missing or unreadable
 * @param extent how far it should reach
 */
public record Segment(
    long baseOffset, ReadOnlyFile log, Optional<OffsetIndexLookup> index, SegmentExtent extent)
    implements Closeable {

  public long sizeBytes() {
    return log.sizeBytes();
  }

  @Override
  public void close() throws IOException {
    log.close();
    if (index.isPresent()) {
      index.get().close();
    }
  }
}
