package org.logdiff.analysis.key;

/**
 * A part of all hashes: those whose lowest {@code bits} bits of {@code low} equal {@code value}.
 * When a table is full, its range is halved and the other half worked off later.
 */
public record HashRange(int bits, long value) {
  public static final HashRange ALL = new HashRange(0, 0);

  public boolean contains(KeyHash hash) {
    return contains(hash.low());
  }

  boolean contains(long low) {
    return (low & (1L << bits) - 1) == value;
  }

  /** The half to go on with. */
  HashRange lowerHalf() {
    return new HashRange(bits + 1, value);
  }

  /** The half to be worked off later. */
  HashRange upperHalf() {
    return new HashRange(bits + 1, value | 1L << bits);
  }
}
