package org.logdiff.analysis.key;

import java.util.ArrayList;
import java.util.List;

/**
 * The keys touched by a difference, and later, each with its latest record per replica. Open
 * addressing in pages off the heap, so that millions of keys cost no heap: 16 bytes of hash for
 * each and, once it has states, 8 bytes for each of these. Serves several threads; a lock per
 * stripe, best taken for many keys at once ({@link KeyUpdates}).
 *
 * <p>When the budget is used up, the table halves its {@link HashRange}: keys outside are dropped
 * and the half is remembered in {@link #postponed()}, to be worked off in another pass.
 */
public final class KeyTable {
  /** A stripe is copied to the heap when it grows, so it must not be large. */
  private static final long MOST_STRIPE_BYTES = 4 << 20;

  private static final int FEWEST_STRIPES = 64;
  private static final int MOST_STRIPES = 4096;

  private final PagePool pool;
  private final KeyStripe[] stripes;
  private final int stripeShift;
  private final List<HashRange> postponed = new ArrayList<>();
  private volatile HashRange range;

  /** A table without states, for all keys. */
  public KeyTable(PagePool pool) {
    this.pool = pool;
    range = HashRange.ALL;
    long wanted = Long.highestOneBit(Math.max(1, 2 * pool.budgetBytes() / MOST_STRIPE_BYTES));
    int count = (int) Math.max(FEWEST_STRIPES, Math.min(MOST_STRIPES, wanted));
    stripeShift = Long.SIZE - Integer.numberOfTrailingZeros(count);
    stripes = new KeyStripe[count];
    long pages = pool.budgetBytes() / pool.pageBytes() / count;
    for (int i = 0; i < count; i++) {
      stripes[i] = new KeyStripe(this, pool, (int) Math.max(1, pages));
    }
  }

  /** Forgets everything and begins with a range, without states. */
  public void restart(HashRange newRange) {
    postponed.clear();
    range = newRange;
    for (KeyStripe stripe : stripes) {
      stripe.clear();
    }
  }

  /**
   * Gives each key so many states, all {@link KeyState#NONE}. Not while other threads change the
   * table.
   */
  public void giveStates(int count) {
    for (KeyStripe stripe : stripes) {
      stripe.giveStates(count);
    }
  }

  /** Gives the memory back. The table is empty then. */
  public void close() {
    for (KeyStripe stripe : stripes) {
      stripe.clear();
    }
  }

  /** Adds a key if it belongs to the range that is being worked on. */
  public void add(KeyHash hash) {
    KeyStripe stripe = stripes[stripeOf(hash.high())];
    stripe.lock().lock();
    try {
      stripe.add(hash.high(), hash.low());
    } finally {
      stripe.lock().unlock();
    }
  }

  /** Raises states of a key to at least a value, if the table has it. */
  public void raise(KeyHash hash, int stateMask, long state) {
    KeyStripe stripe = stripes[stripeOf(hash.high())];
    stripe.lock().lock();
    try {
      stripe.raise(hash.high(), hash.low(), stateMask, state);
    } finally {
      stripe.lock().unlock();
    }
  }

  /**
   * Copies the states of a key.
   *
   * @param into as many as the keys have
   * @return whether the table has the key
   */
  public boolean read(KeyHash hash, long[] into) {
    KeyStripe stripe = stripes[stripeOf(hash.high())];
    stripe.lock().lock();
    try {
      return stripe.read(hash.high(), hash.low(), into);
    } finally {
      stripe.lock().unlock();
    }
  }

  int stripeOf(long high) {
    return (int) (high >>> stripeShift);
  }

  int stripeCount() {
    return stripes.length;
  }

  KeyStripe stripe(int number) {
    return stripes[number];
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
    for (KeyStripe stripe : stripes) {
      if (stripe.used() > 0) {
        return false;
      }
    }
    return true;
  }

  /** Told each key and its states; the array is used again for the next key. */
  public interface Visitor {
    void key(KeyHash hash, long[] states);
  }

  /** Tells all keys of the range, in no order. Not while other threads change the table. */
  public void forEach(Visitor visitor) {
    for (KeyStripe stripe : stripes) {
      stripe.forEach(visitor);
    }
  }

  /** Halves the range, unless another stripe has done so since it was seen. */
  void halve(HashRange seen) {
    synchronized (postponed) {
      if (range.equals(seen)) {
        postponed.add(range.upperHalf());
        range = range.lowerHalf();
      }
    }
  }
}
