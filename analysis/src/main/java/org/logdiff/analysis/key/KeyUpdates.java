package org.logdiff.analysis.key;

/**
 * Changes to a {@link KeyTable} by one thread, collected so that a stripe's lock is taken once for
 * many of them. They are in the table only after {@link #flush}.
 */
public final class KeyUpdates {
  private static final int COLLECTED = 32;

  private final KeyTable table;
  private final int[] count;
  private final long[] high;
  private final long[] low;
  private final int[] stateMask;
  private final long[] state;

  public KeyUpdates(KeyTable table) {
    this.table = table;
    int stripes = table.stripeCount();
    count = new int[stripes];
    high = new long[stripes * COLLECTED];
    low = new long[stripes * COLLECTED];
    stateMask = new int[stripes * COLLECTED];
    state = new long[stripes * COLLECTED];
  }

  /** See {@link KeyTable#add}. */
  public void add(KeyHash hash) {
    raise(hash, 0, KeyState.NONE);
  }

  /** See {@link KeyTable#raise}. */
  public void raise(KeyHash hash, int mask, long toState) {
    if (!table.range().contains(hash)) {
      return;
    }
    int stripe = table.stripeOf(hash.high());
    int at = stripe * COLLECTED + count[stripe]++;
    high[at] = hash.high();
    low[at] = hash.low();
    stateMask[at] = mask;
    state[at] = toState;
    if (count[stripe] == COLLECTED) {
      flush(stripe);
    }
  }

  /** Brings all changes into the table. */
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
        if (stateMask[at] == 0) {
          stripe.add(high[at], low[at]);
        } else {
          stripe.raise(high[at], low[at], stateMask[at], state[at]);
        }
      }
    } finally {
      stripe.lock().unlock();
    }
    count[number] = 0;
  }
}
