package org.logdiff.analysis.key;

import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.locks.ReentrantLock;

/**
 * The keys touched by a difference, each with its latest record per replica. Open addressing in
 * direct buffers, so that millions of keys cost no heap: 16 bytes of hash and {@code states} words
 * of 8 bytes for each. Serves several threads; a lock per stripe.
 *
 * <p>When the budget is used up, the table halves its {@link HashRange}: keys outside are dropped
 * and the half is remembered in {@link #postponed()}, to be worked off in another pass.
 */
public final class KeyTable {
  private static final int STRIPES = 64;
  private static final int STRIPE_SHIFT = Long.SIZE - 6;
  private static final int INITIAL_SLOTS = 32;
  private static final int HASH_WORDS = 2;

  /** Slots in use of all, above which probing gets slow. */
  private static final double MAX_LOAD = 0.7;

  private final int states;
  private final int entryBytes;
  private final long stripeBudgetBytes;
  private final Stripe[] stripes = new Stripe[STRIPES];
  private final List<HashRange> postponed = new ArrayList<>();
  private volatile HashRange range;

  /**
   * @param states words per key
   * @param budgetBytes off the heap, for the whole table
   */
  public KeyTable(int states, long budgetBytes, HashRange range) {
    this.states = states;
    this.range = range;
    entryBytes = (HASH_WORDS + states) * Long.BYTES;
    stripeBudgetBytes = Math.max(budgetBytes / STRIPES, (long) INITIAL_SLOTS * entryBytes * 2);
    for (int i = 0; i < STRIPES; i++) {
      stripes[i] = new Stripe();
    }
  }

  /** Adds a key if it belongs to the range that is being worked on. */
  public void add(KeyHash hash) {
    if (range.contains(hash)) {
      stripeOf(hash).add(hash);
    }
  }

  /** Raises states of a key to at least a value, if the table has it. */
  public void raise(KeyHash hash, int stateMask, long state) {
    stripeOf(hash).raise(hash, stateMask, state);
  }

  /** The range that this table holds completely. */
  public HashRange range() {
    return range;
  }

  /** The ranges that did not fit. */
  public List<HashRange> postponed() {
    synchronized (postponed) {
      return List.copyOf(postponed);
    }
  }

  public boolean isEmpty() {
    for (Stripe stripe : stripes) {
      if (stripe.used > 0) {
        return false;
      }
    }
    return true;
  }

  /** Keys in the table, those outside the range not counted out. */
  public long size() {
    long size = 0;
    for (Stripe stripe : stripes) {
      size += stripe.used;
    }
    return size;
  }

  /** Told each key and its states; the array is used again for the next key. */
  public interface Visitor {
    void key(KeyHash hash, long[] states);
  }

  /** Tells all keys of the range, in no order. Not while other threads change the table. */
  public void forEach(Visitor visitor) {
    long[] row = new long[states];
    for (Stripe stripe : stripes) {
      stripe.forEach(visitor, row);
    }
  }

  private Stripe stripeOf(KeyHash hash) {
    return stripes[(int) (hash.high() >>> STRIPE_SHIFT)];
  }

  private void halve(HashRange seen) {
    synchronized (postponed) {
      if (range.equals(seen)) {
        postponed.add(range.upperHalf());
        range = range.lowerHalf();
      }
    }
  }

  private final class Stripe {
    private final ReentrantLock lock = new ReentrantLock();
    private int slots = INITIAL_SLOTS;
    private ByteBuffer words = allocate(INITIAL_SLOTS);
    private int used;

    private ByteBuffer allocate(int count) {
      return ByteBuffer.allocateDirect(count * entryBytes).order(ByteOrder.nativeOrder());
    }

    void add(KeyHash hash) {
      lock.lock();
      try {
        int slot = find(hash);
        if (slot >= 0) {
          return;
        }
        while (used + 1 > slots * MAX_LOAD) {
          makeRoom();
          if (!range.contains(hash)) {
            return;
          }
        }
        insert(hash);
      } finally {
        lock.unlock();
      }
    }

    void raise(KeyHash hash, int stateMask, long state) {
      lock.lock();
      try {
        int slot = find(hash);
        if (slot < 0) {
          return;
        }
        for (int i = 0; i < states; i++) {
          int at = slot * entryBytes + (HASH_WORDS + i) * Long.BYTES;
          if ((stateMask & 1 << i) != 0 && words.getLong(at) < state) {
            words.putLong(at, state);
          }
        }
      } finally {
        lock.unlock();
      }
    }

    void forEach(Visitor visitor, long[] row) {
      for (int slot = 0; slot < slots; slot++) {
        int at = slot * entryBytes;
        KeyHash hash = new KeyHash(words.getLong(at), words.getLong(at + Long.BYTES));
        if (isFree(hash.high(), hash.low()) || !range.contains(hash)) {
          continue;
        }
        for (int i = 0; i < states; i++) {
          row[i] = words.getLong(at + (HASH_WORDS + i) * Long.BYTES);
        }
        visitor.key(hash, row);
      }
    }

    /** Grows, or drops what belongs to a postponed range, halving the range if need be. */
    private void makeRoom() {
      long grown = (long) slots * 2 * entryBytes;
      if (grown + grown / 2 <= stripeBudgetBytes && grown <= Integer.MAX_VALUE) {
        rebuild(slots * 2);
        return;
      }
      int before = used;
      rebuild(slots);
      if (used > before / 2) {
        halve(range);
        rebuild(slots);
      }
    }

    private void rebuild(int newSlots) {
      ByteBuffer old = words;
      int oldSlots = slots;
      words = allocate(newSlots);
      slots = newSlots;
      used = 0;
      for (int slot = 0; slot < oldSlots; slot++) {
        int from = slot * entryBytes;
        KeyHash hash = new KeyHash(old.getLong(from), old.getLong(from + Long.BYTES));
        if (isFree(hash.high(), hash.low()) || !range.contains(hash)) {
          continue;
        }
        int to = insert(hash) * entryBytes;
        for (int i = HASH_WORDS; i < HASH_WORDS + states; i++) {
          words.putLong(to + i * Long.BYTES, old.getLong(from + i * Long.BYTES));
        }
      }
    }

    private int insert(KeyHash hash) {
      int slot = ~find(hash);
      words.putLong(slot * entryBytes, hash.high());
      words.putLong(slot * entryBytes + Long.BYTES, hash.low());
      used++;
      return slot;
    }

    /** The key's slot, or the complement of the free slot where it belongs. */
    private int find(KeyHash hash) {
      int slot = (int) Long.remainderUnsigned(hash.high() * 31 + (hash.low() >>> 20), slots);
      while (true) {
        long high = words.getLong(slot * entryBytes);
        long low = words.getLong(slot * entryBytes + Long.BYTES);
        if (high == hash.high() && low == hash.low()) {
          return slot;
        }
        if (isFree(high, low)) {
          return ~slot;
        }
        slot = slot + 1 == slots ? 0 : slot + 1;
      }
    }
  }

  /** A hash of 128 zero bits would look like a free slot; no key is expected to have it. */
  private static boolean isFree(long high, long low) {
    return high == 0 && low == 0;
  }
}
