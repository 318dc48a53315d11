package org.logdiff.analysis.key;

import com.dynatrace.hash4j.hashing.HashValue128;
import com.dynatrace.hash4j.hashing.Hasher128;
import com.dynatrace.hash4j.hashing.Hashing;

/** Identity of a key: a 128-bit hash. What is reported is read back from the evidence. */
public record KeyHash(long high, long low) {
  /**
   * The empty key's hash would be all zeros, which is what an unused place in a table looks like.
   */
  private static final KeyHash OF_EMPTY = new KeyHash(0, 1);

  private static final Hasher128 HASHER = Hashing.murmur3_128();

  public static KeyHash of(byte[] bytes, int at, int length) {
    HashValue128 hash = HASHER.hashBytesTo128Bits(bytes, at, length);
    long high = hash.getMostSignificantBits();
    long low = hash.getLeastSignificantBits();
    return (high | low) == 0 ? OF_EMPTY : new KeyHash(high, low);
  }
}
