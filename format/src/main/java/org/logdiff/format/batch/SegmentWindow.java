package org.logdiff.format.batch;

import java.io.EOFException;
import java.io.IOException;
import java.util.zip.Checksum;
import org.logdiff.format.disk.ReadOnlyFile;

/**
 * The part of a {@code .log} file that is in memory: a block that moves along, replaced by a larger
 * array while a batch does not fit. Fields rather than methods, since a cursor reads them for every
 * batch.
 */
final class SegmentWindow {
  /**
   * Read size: large enough that a disk streams, small enough for many cursors. A batch as large as
   * a broker's default allows (message.max.bytes, 1 MiB and 12 bytes) fits with what follows it.
   */
  static final int BLOCK_BYTES = (1 << 20) + (64 << 10);

  private final byte[] ownBlock = new byte[BLOCK_BYTES];

  /** What was read last. */
  byte[] array = ownBlock;

  /** Where in the array the bytes are that were wanted last. */
  int at;

  private ReadOnlyFile file;
  private long end;
  private long readAheadTo;
  private long position;
  private int length;
  private long bytesRead;

  /**
   * @param to up to where may be read
   * @param aheadTo up to where is read ahead; beyond, only what is asked for
   */
  void open(ReadOnlyFile log, long from, long to, long aheadTo) {
    file = log;
    end = to;
    readAheadTo = aheadTo;
    array = ownBlock;
    at = 0;
    position = from;
    length = 0;
  }

  ReadOnlyFile file() {
    return file;
  }

  /** Up to where may be read. */
  long end() {
    return end;
  }

  long bytesRead() {
    return bytesRead;
  }

  /** Whether so many bytes can be had without a larger array. */
  boolean holds(long wanted) {
    return wanted <= array.length;
  }

  /**
   * Makes bytes from a position on available and lets {@code at} point to them.
   *
   * @param wanted at most as many as there are before {@link #end}
   * @return {@code wanted}
   * @throws EOFException if the file has become shorter
   */
  int require(long from, int wanted) throws IOException {
    if (from < position || from + wanted > position + length) {
      load(from, wanted);
    }
    at = (int) (from - position);
    return wanted;
  }

  /** How many bytes are in memory from {@code at} on. */
  int available() {
    return length - at;
  }

  /** How many of so many bytes are zero, from {@code at} on. */
  int zeroRun(int wanted) {
    int n = 0;
    while (n < wanted && array[at + n] == 0) {
      n++;
    }
    return n;
  }

  /** Feeds a range to a checksum, in pieces; where {@code at} points afterwards is not defined. */
  void update(Checksum checksum, long from, long to) throws IOException {
    for (long p = from; p < to; ) {
      int n = require(p, (int) Math.min(to - p, BLOCK_BYTES));
      checksum.update(array, at, n);
      p += n;
    }
  }

  private void load(long from, int wanted) throws IOException {
    byte[] target = array;
    if (wanted > array.length) {
      target = new byte[wanted];
    } else if (array != ownBlock && wanted <= ownBlock.length) {
      target = ownBlock;
    }
    int kept = 0;
    if (from >= position && from < position + length) {
      kept = (int) Math.min(position + length - from, target.length);
      System.arraycopy(array, (int) (from - position), target, 0, kept);
    }
    array = target;
    long ahead = Math.min(end, Math.max(readAheadTo, from + wanted)) - from - kept;
    int room = (int) Math.min(target.length - kept, ahead);
    int n = file.read(target, kept, room, from + kept);
    bytesRead += n;
    position = from;
    length = kept + n;
    if (length < wanted) {
      throw new EOFException(
          file.path()
              + ": had "
              + file.sizeBytes()
              + " bytes when it was opened and now ends at position "
              + (from + length));
    }
  }
}
