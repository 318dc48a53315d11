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
import org.logdiff.format.disk.ReadOnlyFile;
import org.logdiff.format.disk.WholeFile;

/**
 * A time index ({@code <base>.timeindex}) as a whole: entries of 12 bytes, big-endian.
 *
 * <table>
 * <caption>Layout of an entry</caption>
 * <tr><th>position</th><th>bytes</th><th>field</th></tr>
 * <tr><td>0</td><td>8</td><td>timestamp: the largest of the segment so far, milliseconds</td></tr>
 * <tr><td>8</td><td>4</td><td>relativeOffset of what has it, minus the base offset</td></tr>
 * </table>
 *
 * <p>Timestamps ascend strictly from 0 or more; offsets do not descend. The last entry of a closed
 * segment is its largest timestamp.
 *
 * <p><b>Used and preallocated</b> slots are told apart as in {@link OffsetIndex}, with one
 * exception: a record with timestamp 0 at the base offset gives a first entry that is all zero. A
 * file of just one all-zero slot is such an entry, since a broker never preallocates a single slot;
 * in a longer file of zeros it cannot be told from preallocation and is not counted.
 *
 * <p>Source: {@code org.apache.kafka.storage.internals.log.TimeIndex}, {@code AbstractIndex}, Kafka
 * 4.4.0.
 */
public final class TimeIndex {
  static final int TIMESTAMP_POSITION = 0;
  static final int RELATIVE_OFFSET_POSITION = TIMESTAMP_POSITION + Long.BYTES;

  /** Size of an entry. */
  public static final int ENTRY_SIZE_BYTES = RELATIVE_OFFSET_POSITION + Integer.BYTES;

  /** Largest file that is read as a whole; see {@link OffsetIndex#LIMIT_BYTES}. */
  public static final int LIMIT_BYTES = OffsetIndex.LIMIT_BYTES;

  private final byte[] bytes;
  private final EntrySlots slots;

  private TimeIndex(byte[] bytes) {
    this.bytes = bytes;
    EntrySlots byZeros = EntrySlots.of(bytes, ENTRY_SIZE_BYTES);
    this.slots = bytes.length == ENTRY_SIZE_BYTES ? new EntrySlots(1, 0) : byZeros;
  }

  /**
   * Reads a file.
   *
   * @throws IOException if it cannot be read
   */
  public static Decoded<TimeIndex> read(Path path) throws IOException {
    return WholeFile.decode(path, LIMIT_BYTES, TimeIndex::of);
  }

  /**
   * The last entry of a closed segment's file, which is not preallocated any more, without reading
   * the others; empty if there is none.
   *
   * @throws IOException if it cannot be read
   */
  public static Optional<TimeIndexEntry> lastEntry(Path path) throws IOException {
    try (ReadOnlyFile file = ReadOnlyFile.open(path)) {
      byte[] bytes = new byte[ENTRY_SIZE_BYTES];
      long at = file.sizeBytes() / ENTRY_SIZE_BYTES * ENTRY_SIZE_BYTES - ENTRY_SIZE_BYTES;
      if (at < 0 || file.read(bytes, 0, bytes.length, at) < bytes.length) {
        return Optional.empty();
      }
      TimeIndex last = new TimeIndex(bytes);
      return Optional.of(last.entry(0)).filter(entry -> entry.timestamp() > 0);
    }
  }

  /** Decodes the bytes of a file, which are copied. */
  public static Decoded<TimeIndex> decode(byte[] file) {
    return of(file.clone());
  }

  private static Decoded<TimeIndex> of(byte[] file) {
    TimeIndex index = new TimeIndex(file);
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
  public TimeIndexEntry entry(int i) {
    if (i < 0 || i >= entryCount()) {
      throw new IndexOutOfBoundsException("entry " + i + " of " + entryCount());
    }
    int at = Math.multiplyExact(i, ENTRY_SIZE_BYTES);
    ByteBuffer in = ByteBuffer.wrap(bytes);
    return new TimeIndexEntry(
        in.getLong(at + TIMESTAMP_POSITION), in.getInt(at + RELATIVE_OFFSET_POSITION));
  }

  /** The entries in the file's order, a view. */
  public List<TimeIndexEntry> entries() {
    return new Entries();
  }

  private void check(Damages damages) {
    long lastTimestamp = -1;
    int lastRelativeOffset = 0;
    for (int i = 0; i < entryCount(); i++) {
      TimeIndexEntry entry = entry(i);
      long at = (long) i * ENTRY_SIZE_BYTES;
      checkTimestamp(at + TIMESTAMP_POSITION, entry.timestamp(), lastTimestamp, damages);
      checkRelativeOffset(
          at + RELATIVE_OFFSET_POSITION, entry.relativeOffset(), lastRelativeOffset, damages);
      lastTimestamp = entry.timestamp();
      lastRelativeOffset = entry.relativeOffset();
    }
  }

  private static void checkTimestamp(long at, long value, long before, Damages damages) {
    if (value < 0) {
      damages.add(DamageKind.FIELD, "timestamp", at, Long.BYTES, "" + value, "0 or more");
    } else if (value <= before) {
      damages.add(DamageKind.ORDER, "timestamp", at, Long.BYTES, "" + value, "more than " + before);
    }
  }

  private static void checkRelativeOffset(long at, int value, int before, Damages damages) {
    if (value < 0) {
      damages.add(DamageKind.FIELD, "relativeOffset", at, Integer.BYTES, "" + value, "0 or more");
    } else if (value < before) {
      damages.add(
          DamageKind.ORDER, "relativeOffset", at, Integer.BYTES, "" + value, before + " or more");
    }
  }

  @Override
  public boolean equals(Object other) {
    return other instanceof TimeIndex that && Arrays.equals(bytes, that.bytes);
  }

  @Override
  public int hashCode() {
    return Arrays.hashCode(bytes);
  }

  @Override
  public String toString() {
    return "TimeIndex[entryCount="
        + entryCount()
        + ", preallocatedCount="
        + preallocatedCount()
        + "]";
  }

  private final class Entries extends AbstractList<TimeIndexEntry> implements RandomAccess {
    @Override
    public TimeIndexEntry get(int i) {
      return entry(i);
    }

    @Override
    public int size() {
      return entryCount();
    }
  }
}
