package org.logdiff.format.index;

import java.io.Closeable;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.file.Path;
import java.util.Optional;
import org.logdiff.format.disk.ReadOnlyFile;

/**
 * Looks up timestamps in a time index without reading it as a whole. As {@link OffsetIndexLookup}:
 * made for speed, a hint, empty where content contradicts itself on the way of a search.
 *
 * <p>May be used by several threads.
 */
public final class TimeIndexLookup implements Closeable {
  private final ReadOnlyFile file;
  private final int entryCount;

  private TimeIndexLookup(ReadOnlyFile file) throws IOException {
    this.file = file;
    this.entryCount = findEntryCount();
  }

  /**
   * Opens an index.
   *
   * @throws IOException if it does not exist or cannot be read
   */
  public static TimeIndexLookup open(Path path) throws IOException {
    ReadOnlyFile file = ReadOnlyFile.open(path);
    try {
      return new TimeIndexLookup(file);
    } catch (IOException e) {
      file.close();
      throw e;
    }
  }

  /** The last entry; of a closed segment it has the largest timestamp. */
  public Optional<TimeIndexEntry> last() throws IOException {
    return entryCount == 0 ? Optional.empty() : slot(entryCount - 1);
  }

  /**
   * The last entry below a timestamp: no record up to its offset is as late. Empty if there is
   * none, or if the entries met are not in order.
   */
  public Optional<TimeIndexEntry> lastBelow(long timestamp) throws IOException {
    int low = 0;
    int high = entryCount;
    TimeIndexEntry below = null;
    TimeIndexEntry above = null;
    while (low < high) {
      int middle = (low + high) >>> 1;
      Optional<TimeIndexEntry> read = slot(middle);
      if (read.isEmpty() || !isBetween(below, read.get(), above)) {
        return Optional.empty();
      }
      if (read.get().timestamp() < timestamp) {
        below = read.get();
        low = middle + 1;
      } else {
        above = read.get();
        high = middle;
      }
    }
    return Optional.ofNullable(below);
  }

  @Override
  public void close() throws IOException {
    file.close();
  }

  private int findEntryCount() throws IOException {
    // Kafka maps index files, so they are below 2 GiB; what is larger is none.
    int high =
        file.sizeBytes() > Integer.MAX_VALUE
            ? 0
            : (int) (file.sizeBytes() / TimeIndex.ENTRY_SIZE_BYTES);
    int low = 0;
    while (low < high) {
      int middle = (low + high) >>> 1;
      Optional<TimeIndexEntry> read = slot(middle);
      if (read.isPresent() && (read.get().timestamp() != 0 || read.get().relativeOffset() != 0)) {
        low = middle + 1;
      } else {
        high = middle;
      }
    }
    return low;
  }

  private Optional<TimeIndexEntry> slot(int i) throws IOException {
    byte[] bytes = new byte[TimeIndex.ENTRY_SIZE_BYTES];
    int read = file.read(bytes, 0, bytes.length, (long) i * TimeIndex.ENTRY_SIZE_BYTES);
    if (read < bytes.length) {
      return Optional.empty();
    }
    ByteBuffer in = ByteBuffer.wrap(bytes);
    return Optional.of(
        new TimeIndexEntry(
            in.getLong(TimeIndex.TIMESTAMP_POSITION),
            in.getInt(TimeIndex.RELATIVE_OFFSET_POSITION)));
  }

  private static boolean isBetween(
      TimeIndexEntry below, TimeIndexEntry entry, TimeIndexEntry above) {
    return entry.timestamp() >= 0
        && entry.relativeOffset() >= 0
        && (below == null || ascends(below, entry))
        && (above == null || ascends(entry, above));
  }

  private static boolean ascends(TimeIndexEntry first, TimeIndexEntry second) {
    return first.timestamp() < second.timestamp()
        && first.relativeOffset() <= second.relativeOffset();
  }
}
