package org.logdiff.analysis.key;

import java.nio.ByteBuffer;
import java.util.concurrent.locks.ReentrantLock;

/** A part of a {@link KeyTable}; all but {@link #lock} under that lock. */
final class KeyStripe {
  private static final int HASH_WORDS = 2;

  /** Slots in use of all, above which probing gets slow. */
  private static final double MAX_LOAD = 0.7;

  private final KeyTable table;
  private final PagePool pool;
  private final int mostPages;
  private final ReentrantLock lock = new ReentrantLock();

  private ByteBuffer[] pages = {};
  private int states;
  private int entryBytes = HASH_WORDS * Long.BYTES;
  private int slotsPerPage;
  private int slots;
  private int used;

  KeyStripe(KeyTable table, PagePool pool, int mostPages) {
    this.table = table;
    this.pool = pool;
    this.mostPages = mostPages;
    slotsPerPage = pool.pageBytes() / entryBytes;
  }

  ReentrantLock lock() {
    return lock;
  }

  int used() {
    return used;
  }

  void clear() {
    for (ByteBuffer page : pages) {
      pool.giveBack(page);
    }
    pages = new ByteBuffer[0];
    slots = 0;
    used = 0;
    setStates(0);
  }

  private void setStates(int count) {
    states = count;
    entryBytes = (HASH_WORDS + count) * Long.BYTES;
    slotsPerPage = pool.pageBytes() / entryBytes;
  }

  /** Only for a stripe whose states are not used yet. */
  void giveStates(int count) {
    long[] kept = kept();
    setStates(count);
    long keys = kept.length / HASH_WORDS;
    int wanted = (int) Math.min(mostPages, (long) (keys / MAX_LOAD) / slotsPerPage + 1);
    refill(kept, 0, Math.max(pages.length, wanted));
  }

  void add(long high, long low) {
    if (!table.range().contains(low) || (slots > 0 && find(high, low) >= 0)) {
      return;
    }
    while (used + 1 > slots * MAX_LOAD) {
      makeRoom();
      if (!table.range().contains(low)) {
        return;
      }
    }
    insert(high, low);
  }

  void raise(long high, long low, int stateMask, long state) {
    int slot = slots == 0 ? -1 : find(high, low);
    if (slot < 0) {
      return;
    }
    ByteBuffer page = pages[slot / slotsPerPage];
    int at = slot % slotsPerPage * entryBytes + HASH_WORDS * Long.BYTES;
    for (int i = 0; i < states; i++) {
      if ((stateMask & 1 << i) != 0 && page.getLong(at) < state) {
        page.putLong(at, state);
      }
      at += Long.BYTES;
    }
  }

  /** Copies a key's states; false if the stripe does not have it. */
  boolean read(long high, long low, long[] into) {
    int slot = slots == 0 ? -1 : find(high, low);
    if (slot < 0) {
      return false;
    }
    ByteBuffer page = pages[slot / slotsPerPage];
    int at = slot % slotsPerPage * entryBytes + HASH_WORDS * Long.BYTES;
    for (int i = 0; i < states; i++) {
      into[i] = page.getLong(at + i * Long.BYTES);
    }
    return true;
  }

  void forEach(KeyTable.Visitor visitor) {
    long[] row = new long[states];
    for (int slot = 0; slot < slots; slot++) {
      ByteBuffer page = pages[slot / slotsPerPage];
      int at = slot % slotsPerPage * entryBytes;
      long high = page.getLong(at);
      long low = page.getLong(at + Long.BYTES);
      if (isFree(high, low) || !table.range().contains(low)) {
        continue;
      }
      for (int i = 0; i < states; i++) {
        row[i] = page.getLong(at + (HASH_WORDS + i) * Long.BYTES);
      }
      visitor.key(new KeyHash(high, low), row);
    }
  }

  /** Grows, or drops what belongs to a postponed range, halving the range if need be. */
  private void makeRoom() {
    int grown = (int) Math.min(mostPages, Math.max(1, 2L * pages.length));
    int before = used;
    refill(kept(), states, grown);
    if (grown == pages.length && used > before / 2 && used + 1 > slots * MAX_LOAD) {
      table.halve(table.range());
    }
  }

  /** The entries that belong to the range, all words of each. */
  private long[] kept() {
    int words = HASH_WORDS + states;
    long[] kept = new long[Math.multiplyExact(used, words)];
    int count = 0;
    for (int slot = 0; slot < slots; slot++) {
      ByteBuffer page = pages[slot / slotsPerPage];
      int at = slot % slotsPerPage * entryBytes;
      long high = page.getLong(at);
      long low = page.getLong(at + Long.BYTES);
      if (!isFree(high, low) && table.range().contains(low)) {
        for (int i = 0; i < words; i++) {
          kept[count++] = page.getLong(at + i * Long.BYTES);
        }
      }
    }
    return count == kept.length ? kept : java.util.Arrays.copyOf(kept, count);
  }

  /** Puts entries into so many pages; the range is halved as long as they do not fit. */
  private void refill(long[] kept, int keptStates, int count) {
    for (ByteBuffer page : pages) {
      PagePool.clear(page);
    }
    if (pages.length < count) {
      ByteBuffer[] more = java.util.Arrays.copyOf(pages, count);
      for (int i = pages.length; i < count; i++) {
        more[i] = pool.take();
      }
      pages = more;
    }
    slots = pages.length * slotsPerPage;
    used = 0;
    int words = HASH_WORDS + keptStates;
    for (int at = 0; at < kept.length; at += words) {
      if (!table.range().contains(kept[at + 1])) {
        continue;
      }
      if (used + 1 > slots * MAX_LOAD) {
        table.halve(table.range());
        refill(kept, keptStates, count);
        return;
      }
      int slot = insert(kept[at], kept[at + 1]);
      ByteBuffer page = pages[slot / slotsPerPage];
      int to = slot % slotsPerPage * entryBytes;
      for (int i = HASH_WORDS; i < words; i++) {
        page.putLong(to + i * Long.BYTES, kept[at + i]);
      }
    }
  }

  private int insert(long high, long low) {
    int slot = ~find(high, low);
    ByteBuffer page = pages[slot / slotsPerPage];
    int at = slot % slotsPerPage * entryBytes;
    page.putLong(at, high);
    page.putLong(at + Long.BYTES, low);
    used++;
    return slot;
  }

  /** The key's slot, or the complement of the free slot where it belongs. */
  private int find(long high, long low) {
    // Bits that neither the stripe nor the range depends on, spread over all slots.
    int slot = (int) ((low >>> Integer.SIZE) * slots >>> Integer.SIZE);
    int page = slot / slotsPerPage;
    int at = slot % slotsPerPage * entryBytes;
    int endOfPage = slotsPerPage * entryBytes;
    ByteBuffer words = pages[page];
    while (true) {
      long itsHigh = words.getLong(at);
      long itsLow = words.getLong(at + Long.BYTES);
      if (itsHigh == high && itsLow == low) {
        return page * slotsPerPage + at / entryBytes;
      }
      if (isFree(itsHigh, itsLow)) {
        return ~(page * slotsPerPage + at / entryBytes);
      }
      at += entryBytes;
      if (at == endOfPage) {
        at = 0;
        page = page + 1 == pages.length ? 0 : page + 1;
        words = pages[page];
      }
    }
  }

  /** No key has a hash of zeros, see {@link KeyHash}. */
  private static boolean isFree(long high, long low) {
    return high == 0 && low == 0;
  }
}
