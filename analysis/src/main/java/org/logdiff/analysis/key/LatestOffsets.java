package org.logdiff.analysis.key;

import java.nio.ByteBuffer;

/**
 * The latest offset of each key, off the heap: open addressing over pages, 24 bytes a slot, at most
 * three quarters of the slots in use. It grows to twice its size when more are; while it does, the
 * old slots are there too. So it takes at most 24 x (4/3) x 2 x 1.5 bytes a key, which is 96.
 *
 * <p>Identity is a 128-bit hash, as in {@link KeyHash}; Kafka's own map trusts MD5 as blindly. Not
 * for use by several threads.
 */
public final class LatestOffsets implements AutoCloseable {
  /** What {@link #latest} answers for a key that is not there. */
  public static final long NONE = -1;

  private static final int SLOT_BYTES = 3 * Long.BYTES;
  private static final int HIGH = 0;
  private static final int LOW = HIGH + Long.BYTES;
  private static final int OFFSET = LOW + Long.BYTES;
  private static final int INITIAL_SLOTS = 1 << 8;

  private final PagePool pool;
  private final int slotsPerPage;
  private ByteBuffer[] pages;
  private long slots;
  private long size;

  /** Takes its pages from a pool of the usual page size. */
  public LatestOffsets(PagePool pool) {
    this.pool = pool;
    slotsPerPage = Integer.highestOneBit(pool.pageBytes() / SLOT_BYTES);
    slots = Math.max(INITIAL_SLOTS, slotsPerPage);
    pages = take(slots);
  }

  /** How many keys there are. */
  public long size() {
    return size;
  }

  /** Sets the latest offset of a key. */
  public void put(byte[] bytes, int at, int length, long offset) {
    KeyHash key = KeyHash.of(bytes, at, length);
    if (put(key.high(), key.low(), offset)) {
      size++;
      if (size * 4 > slots * 3) {
        grow();
      }
    }
  }

  /** The offset that was put last for a key; {@link #NONE} if none was. */
  public long latest(byte[] bytes, int at, int length) {
    KeyHash key = KeyHash.of(bytes, at, length);
    long slot = find(key.high(), key.low());
    ByteBuffer page = page(slot);
    int position = position(slot);
    return isFree(page, position) ? NONE : page.getLong(position + OFFSET);
  }

  /** Whether the key was new. */
  private boolean put(long high, long low, long offset) {
    long slot = find(high, low);
    ByteBuffer page = page(slot);
    int position = position(slot);
    boolean isNew = isFree(page, position);
    page.putLong(position + HIGH, high);
    page.putLong(position + LOW, low);
    page.putLong(position + OFFSET, offset);
    return isNew;
  }

  /** Where a key is, or would be. */
  private long find(long high, long low) {
    long slot = high & slots - 1;
    while (true) {
      ByteBuffer page = page(slot);
      int position = position(slot);
      if (isFree(page, position)
          || page.getLong(position + HIGH) == high && page.getLong(position + LOW) == low) {
        return slot;
      }
      slot = slot + 1 & slots - 1;
    }
  }

  private static boolean isFree(ByteBuffer page, int position) {
    return page.getLong(position + HIGH) == 0 && page.getLong(position + LOW) == 0;
  }

  private void grow() {
    ByteBuffer[] old = pages;
    long oldSlots = slots;
    slots = 2 * oldSlots;
    pages = take(slots);
    for (long slot = 0; slot < oldSlots; slot++) {
      ByteBuffer page = old[(int) (slot / slotsPerPage)];
      int position = position(slot);
      if (!isFree(page, position)) {
        put(
            page.getLong(position + HIGH),
            page.getLong(position + LOW),
            page.getLong(position + OFFSET));
      }
    }
    giveBack(old);
  }

  private ByteBuffer[] take(long count) {
    ByteBuffer[] taken = new ByteBuffer[(int) (count / slotsPerPage)];
    for (int i = 0; i < taken.length; i++) {
      taken[i] = pool.take();
    }
    return taken;
  }

  private void giveBack(ByteBuffer[] given) {
    for (ByteBuffer page : given) {
      pool.giveBack(page);
    }
  }

  private ByteBuffer page(long slot) {
    return pages[(int) (slot / slotsPerPage)];
  }

  private int position(long slot) {
    return (int) (slot % slotsPerPage) * SLOT_BYTES;
  }

  @Override
  public void close() {
    giveBack(pages);
    pages = new ByteBuffer[0];
  }
}
