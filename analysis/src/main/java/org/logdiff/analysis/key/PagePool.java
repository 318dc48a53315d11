package org.logdiff.analysis.key;

import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.util.ArrayDeque;
import java.util.Deque;

/**
 * Pages of memory off the heap, used again and again. The JVM gives direct memory back only when it
 * happens to collect garbage; so tables take theirs from here and return it.
 */
public final class PagePool {
  private static final int LARGEST_PAGE_BYTES = 64 << 10;
  private static final int SMALLEST_PAGE_BYTES = 2 << 10;

  /** Pages of which the budget is made, where it is small. */
  private static final int PAGES = 1 << 12;

  private final long budgetBytes;
  private final int pageBytes;
  private final Deque<ByteBuffer> free = new ArrayDeque<>();

  /**
   * @param budgetBytes how much is to be in use at most; those who take pages keep to it
   */
  public PagePool(long budgetBytes) {
    this.budgetBytes = budgetBytes;
    long wanted = Long.highestOneBit(Math.max(1, budgetBytes / PAGES));
    pageBytes = (int) Math.max(SMALLEST_PAGE_BYTES, Math.min(LARGEST_PAGE_BYTES, wanted));
  }

  long budgetBytes() {
    return budgetBytes;
  }

  int pageBytes() {
    return pageBytes;
  }

  /** A page full of zeros, in the machine's byte order. */
  ByteBuffer take() {
    ByteBuffer page;
    synchronized (free) {
      page = free.poll();
    }
    if (page == null) {
      return ByteBuffer.allocateDirect(pageBytes).order(ByteOrder.nativeOrder());
    }
    clear(page);
    return page;
  }

  void giveBack(ByteBuffer page) {
    synchronized (free) {
      free.push(page);
    }
  }

  static void clear(ByteBuffer page) {
    for (int at = 0; at < page.capacity(); at += Long.BYTES) {
      page.putLong(at, 0);
    }
  }
}
