package org.logdiff.analysis.key;

import java.util.concurrent.atomic.AtomicLongArray;

/**
 * Finds, per replica, the lowest offset at which a key occurs again, whatever the order in which
 * records are told: of any two records of a key, the later one told meets the lowest offset so far,
 * so that the key's second record is met by its first or meets it. What lies at or above the lowest
 * such offset cannot lower it, and is not looked at. By one thread; the offsets are shared.
 *
 * <p>The table has one state per replica and starts without keys. Records are collected, so that a
 * stripe's lock is taken once for many; they count only after {@link #flush}.
 */
public final class KeyOccurrences {
  private static final int COLLECTED = 32;

  private final KeyTable table;
  private final AtomicLongArray lowestSecond;
  private final long[] row;
  private final int[] count;
  private final long[] high;
  private final long[] low;
  private final int[] mask;
  private final long[] offset;

  /**
   * @param lowestSecond per replica; lowered to the lowest offset at which a key occurs again
   */
  public KeyOccurrences(KeyTable table, AtomicLongArray lowestSecond) {
    this.table = table;
    this.lowestSecond = lowestSecond;
    row = new long[lowestSecond.length()];
    int stripes = table.stripeCount();
    count = new int[stripes];
    high = new long[stripes * COLLECTED];
    low = new long[stripes * COLLECTED];
    mask = new int[stripes * COLLECTED];
    offset = new long[stripes * COLLECTED];
  }

  /** The replicas of a mask for which a record at an offset matters. */
  public int concerned(int replicas, long atOffset) {
    int concerned = 0;
    for (int r = 0; r < row.length; r++) {
      if ((replicas & 1 << r) != 0 && atOffset < lowestSecond.get(r)) {
        concerned |= 1 << r;
      }
    }
    return concerned;
  }

  /** A record of a key on the replicas of a mask. */
  public void add(KeyHash hash, int replicas, long atOffset) {
    if (!table.range().contains(hash)) {
      return;
    }
    int stripe = table.stripeOf(hash.high());
    int at = stripe * COLLECTED + count[stripe]++;
    high[at] = hash.high();
    low[at] = hash.low();
    mask[at] = replicas;
    offset[at] = atOffset;
    if (count[stripe] == COLLECTED) {
      flush(stripe);
    }
  }

  /** Brings all records into the table. */
  public void flush() {
    for (int stripe = 0; stripe < count.length; stripe++) {
      if (count[stripe] > 0) {
        flush(stripe);
      }
    }
  }

  private void flush(int number) {
    KeyStripe stripe = table.stripe(number);
    int from = number * COLLECTED;
    stripe.lock().lock();
    try {
      for (int at = from; at < from + count[number]; at++) {
        meet(stripe, at);
      }
    } finally {
      stripe.lock().unlock();
    }
    count[number] = 0;
  }

  private void meet(KeyStripe stripe, int at) {
    if (stripe.read(high[at], low[at], row)) {
      for (int r = 0; r < row.length; r++) {
        if ((mask[at] & 1 << r) != 0 && row[r] != KeyState.NONE) {
          long second = Math.max(lowestOf(row[r]), offset[at]);
          lowestSecond.accumulateAndGet(r, second, Math::min);
        }
      }
    } else {
      stripe.add(high[at], low[at]);
    }
    stripe.raise(high[at], low[at], mask[at], stateOf(offset[at]));
  }

  /** States can only be raised, so the lowest offset is the highest state. */
  private static long stateOf(long offset) {
    return Long.MAX_VALUE - offset;
  }

  private static long lowestOf(long state) {
    return Long.MAX_VALUE - state;
  }
}
