package org.logdiff.format.index;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.file.Path;
import java.util.AbstractList;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import java.util.RandomAccess;
import org.logdiff.format.DamageKind;
import org.logdiff.format.Decoded;
import org.logdiff.format.damage.Damages;
import org.logdiff.format.disk.WholeFile;

/**
 * An offset index ({@code <base>.index}) as a whole: entries of 8 bytes, big-endian.
 *
 * <table>
 * <caption>Layout of an entry</caption>
 * <tr><th>position</th><th>bytes</th><th>field</th></tr>
 * <tr><td>0</td><td>4</td><td>relativeOffset: last offset of a batch minus the base offset</td></tr>
 * <tr><td>4</td><td>4</td><td>position of that batch in the log file</td></tr>
 * </table>
 *
 * <p>Both ascend strictly. The index is sparse: one entry per {@code index.interval.bytes} of log,
 * none for the first batch. So no entry is all zero, and a file without entries is healthy, however
 * long it is or if it has no bytes at all.
 *
 * <p><b>Used and preallocated.</b> The broker creates the file at its full size ({@code
 * segment.index.bytes}), full of zeros, and keeps the number of entries only in memory. When the
 * segment is rolled or the broker stops it cuts the file to the used entries; on opening a file it
 * takes every slot for an entry, which is right after a clean stop, and after an unclean one it
 * rebuilds the index from the log. A file of a live or crashed broker therefore has a tail of
 * zeros; so have those of {@code __cluster_metadata}, which KRaft does not cut at a clean stop
 * either.
 *
 * <p>Kafka's dump tool prints the first slot in any case and stops before the next one with
 * relative offset 0, so of an index without entries it shows one that is none. This class counts
 * the run of all-zero slots at the end as preallocated; an all-zero slot among entries is damage.
 *
 * <p>A truncation (a follower's, of its active segment) sets the number of entries back but leaves
 * the old ones in the file until they are written over. So in a live copy, entries that point
 * behind the end of the log or step back may be stale rather than damaged; after a clean stop there
 * are none.
 *
 * <p>Source: {@code org.apache.kafka.storage.internals.log.OffsetIndex}, {@code AbstractIndex},
 * Kafka 4.4.0.
 */
public final class OffsetIndex {
  static final int RELATIVE_OFFSET_POSITION = 0;
  static final int POSITION_POSITION = RELATIVE_OFFSET_POSITION + Integer.BYTES;

  /** Size of an entry. */
  public static final int ENTRY_SIZE_BYTES = POSITION_POSITION + Integer.BYTES;

  /**
   * Largest file that is read as a whole. {@code segment.index.bytes} is 10 MiB by default; one
   * entry per 4 KiB of a 2 GiB segment needs 4 MiB.
   */
  public static final int LIMIT_BYTES = 256 << 20;

  private final byte[] bytes;
  private final EntrySlots slots;

  private OffsetIndex(byte[] bytes) {
    this.bytes = bytes;
    this.slots = EntrySlots.of(bytes, ENTRY_SIZE_BYTES);
  }

  /**
   * Reads a file.
   *
   * @throws IOException if it cannot be read
   */
  public static Decoded<OffsetIndex> read(Path path) throws IOException {
    return WholeFile.decode(path, LIMIT_BYTES, OffsetIndex::of);
  }

  /** Decodes the bytes of a file, which are copied. */
  public static Decoded<OffsetIndex> decode(byte[] file) {
    return of(file.clone());
  }

  private static Decoded<OffsetIndex> of(byte[] file) {
    OffsetIndex index = new OffsetIndex(file);
    Damages damages = new Damages();
    index.check(damages);
    EntrySlots.checkTail(file, ENTRY_SIZE_BYTES, damages);
    return Decoded.of(index, damages.list());
  }

  /** Entries in use, those of damaged content included. */
  public int entryCount() {
    return slots.used();
  }

  /** All-zero slots after the last entry. */
  public int preallocatedCount() {
    return slots.preallocated();
  }

  /**
   * An entry as stored.
   *
   * @param i 0 to {@link #entryCount()} - 1
   */
  public OffsetIndexEntry entry(int i) {
    int at = Math.multiplyExact(checked(i), ENTRY_SIZE_BYTES);
    ByteBuffer in = ByteBuffer.wrap(bytes);
    return new OffsetIndexEntry(
        in.getInt(at + RELATIVE_OFFSET_POSITION), in.getInt(at + POSITION_POSITION));
  }

  /** The entries in the file's order, a view. */
  public List<OffsetIndexEntry> entries() {
    return new Entries();
  }

  /** The last entry at or below a relative offset; meaningful if the file is intact. */
  public Optional<OffsetIndexEntry> floor(int relativeOffset) {
    int low = 0;
    int high = entryCount();
    while (low < high) {
      int middle = (low + high) >>> 1;
      if (entry(middle).relativeOffset() <= relativeOffset) {
        low = middle + 1;
      } else {
        high = middle;
      }
    }
    return low == 0 ? Optional.empty() : Optional.of(entry(low - 1));
  }

  private int checked(int i) {
    if (i < 0 || i >= entryCount()) {
      throw new IndexOutOfBoundsException("entry " + i + " of " + entryCount());
    }
    return i;
  }

  private void check(Damages damages) {
    OffsetIndexEntry last = null;
    for (int i = 0; i < entryCount(); i++) {
      OffsetIndexEntry entry = entry(i);
      long at = (long) i * ENTRY_SIZE_BYTES;
      long relativeOffsetAt = at + RELATIVE_OFFSET_POSITION;
      long positionAt = at + POSITION_POSITION;
      checkField(
          "relativeOffset",
          relativeOffsetAt,
          entry.relativeOffset(),
          last == null ? -1 : last.relativeOffset(),
          damages);
      checkField(
          "position", positionAt, entry.position(), last == null ? -1 : last.position(), damages);
      last = entry;
    }
  }

  private static void checkField(String field, long at, int value, int before, Damages damages) {
    if (value < 0) {
      damages.add(DamageKind.FIELD, field, at, Integer.BYTES, "" + value, "0 or more");
    } else if (value <= before) {
      damages.add(DamageKind.ORDER, field, at, Integer.BYTES, "" + value, "more than " + before);
    }
  }

  @Override
  public boolean equals(Object other) {
    return other instanceof OffsetIndex that && Arrays.equals(bytes, that.bytes);
  }

  @Override
  public int hashCode() {
    return Arrays.hashCode(bytes);
  }

  @Override
  public String toString() {
    return "OffsetIndex[entryCount="
        + entryCount()
        + ", preallocatedCount="
        + preallocatedCount()
        + "]";
  }

  private final class Entries extends AbstractList<OffsetIndexEntry> implements RandomAccess {
    @Override
    public OffsetIndexEntry get(int i) {
      return entry(i);
    }

    @Override
    public int size() {
      return entryCount();
    }
  }
}
