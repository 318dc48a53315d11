package org.logdiff.analysis.compare;

import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.List;
import org.logdiff.format.batch.BigEndian;
import org.logdiff.format.batch.RecordBatchHeader;
import org.logdiff.format.batch.SegmentCursor;

/**
 * Batches that not all replicas have which cover their offset, or end before it. Two of them, close
 * together, with the same bytes under the checksum are one batch of which a base offset is damaged.
 *
 * <p>Not of messages of magic 0 and 1, nor of those of magic 0 that a cleaner has rewritten:
 * without a sequence, and without a timestamp or by producers that send again, two of them are
 * easily of the same bytes.
 */
final class LonelyBatches {
  /** How many batches back a misplaced one is recognised. */
  private static final int REACH = 16;

  /** Of this many it is plain what has happened. */
  private static final int LISTED = 256;

  /** The first ones, which may belong to batches of the chunk before. */
  private final List<Lonely> first = new ArrayList<>();

  private final Deque<Lonely> latest = new ArrayDeque<>();
  private final List<Misplaced> misplaced = new ArrayList<>();

  private record Lonely(
      int mask, int lackingMask, long baseOffset, long lastOffset, long crc, long size) {
    boolean isSameAs(Lonely other) {
      return crc == other.crc
          && size == other.size
          && (lackingMask & other.mask) != 0
          && (other.lackingMask & mask) != 0;
    }
  }

  /**
   * The same bytes under the checksum at different offsets: one base offset is damaged, for it lies
   * outside the checksum.
   *
   * @param replica has the batch at {@code offset} only, the other at {@code otherOffset} only
   */
  record Misplaced(int replica, long offset, int other, long otherOffset, long lastOffset) {}

  /** Whether equal bytes under the checksum mean the same batch. */
  static boolean tellsBatchesApart(SegmentCursor batch) {
    return !batch.isLegacy() && (batch.baseSequence() >= 0 || batch.maxTimestamp() >= 0);
  }

  void add(int mask, int lackingMask, SegmentCursor batch) {
    long crc =
        Integer.toUnsignedLong(
            BigEndian.getInt(batch.array(), batch.at() + RecordBatchHeader.CRC_POSITION));
    Lonely here =
        new Lonely(mask, lackingMask, batch.baseOffset(), batch.lastOffset(), crc, batch.length());
    latest.forEach(there -> match(there, here));
    if (first.size() < REACH) {
      first.add(here);
    }
    keep(here);
  }

  /** Adds the batches of the next chunk. */
  void append(LonelyBatches later) {
    List<Lonely> before = new ArrayList<>(latest);
    for (int i = 0; i < later.first.size(); i++) {
      for (Lonely there : before.subList(Math.max(0, before.size() - REACH + i), before.size())) {
        match(there, later.first.get(i));
      }
    }
    later.misplaced.forEach(this::list);
    later.latest.forEach(this::keep);
  }

  List<Misplaced> misplaced() {
    return misplaced;
  }

  private void keep(Lonely here) {
    if (latest.size() == REACH) {
      latest.removeFirst();
    }
    latest.addLast(here);
  }

  private void match(Lonely there, Lonely here) {
    if (here.isSameAs(there)) {
      list(
          new Misplaced(
              Integer.numberOfTrailingZeros(there.mask()),
              there.baseOffset(),
              Integer.numberOfTrailingZeros(here.mask()),
              here.baseOffset(),
              Math.max(there.lastOffset(), here.lastOffset())));
    }
  }

  private void list(Misplaced found) {
    if (misplaced.size() < LISTED) {
      misplaced.add(found);
    }
  }
}
