package org.logdiff.format.index;

import java.io.Closeable;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.file.Path;
import java.util.Optional;
import org.logdiff.format.disk.ReadOnlyFile;

/**
 * Looks up offsets in an offset index without reading it as a whole: binary search with positional
 * reads, about 20 of 8 bytes for an index of 10 MiB. For layout, order and preallocation see {@link
 * OffsetIndex}.
 *
 * <p>The start of the preallocated tail is found by binary search too, taking the file for entries
 * followed by zeros. It is right for every file that a broker writes; {@link OffsetIndex} looks at
 * every byte.
 *
 * <p>Made for speed, not for judging: where content contradicts itself on the way of a search, the
 * answer is empty, and the caller reads the log from its start. Damage elsewhere in the file goes
 * unnoticed. An answer is a hint where a batch may start; what is there is for the scan to say.
 *
 * <p>May be used by several threads.
 */
public final class OffsetIndexLookup implements Closeable {
  private final ReadOnlyFile file;
  private final int entryCount;
  private final int slotCount;

  private OffsetIndexLookup(ReadOnlyFile file) throws IOException {
    this.file = file;
    // Kafka maps index files, so they are below 2 GiB; what is larger is none.
    this.slotCount =
        file.sizeBytes() > Integer.MAX_VALUE
            ? 0
            : (int) (file.sizeBytes() / OffsetIndex.ENTRY_SIZE_BYTES);
    this.entryCount = findEntryCount();
  }

  /**
   * Opens an index.
   *
   * @throws IOException if it does not exist or cannot be read
   */
  public static OffsetIndexLookup open(Path path) throws IOException {
    ReadOnlyFile file = ReadOnlyFile.open(path);
    try {
      return new OffsetIndexLookup(file);
    } catch (IOException e) {
      file.close();
      throw e;
    }
  }

  /** Entries in use. */
  public int entryCount() {
    return entryCount;
  }

  /** Slots after the last entry, all zero in an intact file. */
  public int preallocatedCount() {
    return slotCount - entryCount;
  }

  /**
   * An entry as stored; empty if the file has become shorter meanwhile.
   *
   * @param i 0 to {@link #entryCount()} - 1
   */
  public Optional<OffsetIndexEntry> entry(int i) throws IOException {
    if (i < 0 || i >= entryCount) {
      throw new IndexOutOfBoundsException("entry " + i + " of " + entryCount);
    }
    return slot(i);
  }

  /**
   * The last entry at or below a relative offset. Empty if there is none, or if the entries met are
   * not in order.
   */
  public Optional<OffsetIndexEntry> floor(int relativeOffset) throws IOException {
    int low = 0;
    int high = entryCount;
    OffsetIndexEntry below = null;
    OffsetIndexEntry above = null;
    while (low < high) {
      int middle = (low + high) >>> 1;
      Optional<OffsetIndexEntry> read = slot(middle);
      if (read.isEmpty() || !isBetween(below, read.get(), above)) {
        return Optional.empty();
      }
      if (read.get().relativeOffset() <= relativeOffset) {
        below = read.get();
        low = middle + 1;
      } else {
        above = read.get();
        high = middle;
      }
    }
    return Optional.ofNullable(below);
  }

  /**
   * The last entry at or below a position of the log. Empty if there is none, or if the entries met
   * are not in order.
   */
  public Optional<OffsetIndexEntry> floorByPosition(long position) throws IOException {
    int low = 0;
    int high = entryCount;
    OffsetIndexEntry below = null;
    OffsetIndexEntry above = null;
    while (low < high) {
      int middle = (low + high) >>> 1;
      Optional<OffsetIndexEntry> read = slot(middle);
      if (read.isEmpty() || !isBetween(below, read.get(), above)) {
        return Optional.empty();
      }
      if (read.get().position() <= position) {
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
    int low = 0;
    int high = slotCount;
    while (low < high) {
      int middle = (low + high) >>> 1;
      Optional<OffsetIndexEntry> read = slot(middle);
      if (read.isPresent() && !isZero(read.get())) {
        low = middle + 1;
      } else {
        high = middle;
      }
    }
    return low;
  }

  private Optional<OffsetIndexEntry> slot(int i) throws IOException {
    byte[] bytes = new byte[OffsetIndex.ENTRY_SIZE_BYTES];
    int read = file.read(bytes, 0, bytes.length, (long) i * OffsetIndex.ENTRY_SIZE_BYTES);
    if (read < bytes.length) {
      return Optional.empty();
    }
    ByteBuffer in = ByteBuffer.wrap(bytes);
    return Optional.of(
        new OffsetIndexEntry(
            in.getInt(OffsetIndex.RELATIVE_OFFSET_POSITION),
            in.getInt(OffsetIndex.POSITION_POSITION)));
  }

  private static boolean isZero(OffsetIndexEntry entry) {
    return entry.relativeOffset() == 0 && entry.position() == 0;
  }

  private static boolean isBetween(
      OffsetIndexEntry below, OffsetIndexEntry entry, OffsetIndexEntry above) {
    boolean isField = entry.relativeOffset() >= 0 && entry.position() >= 0;
    return isField
        && (below == null || ascends(below, entry))
        && (above == null || ascends(entry, above));
  }

  private static boolean ascends(OffsetIndexEntry first, OffsetIndexEntry second) {
    return first.relativeOffset() < second.relativeOffset() && first.position() < second.position();
  }
}
