package org.logdiff.analysis.key;

import com.dynatrace.hash4j.hashing.HashValue128;
import com.dynatrace.hash4j.hashing.Hasher128;
import com.dynatrace.hash4j.hashing.Hashing;

/** Identity of a key: a 128-bit hash. What is reported is read back from the evidence. */
public record KeyHash(long high, long low) {
  private static final Hasher128 HASHER = Hashing.murmur3_128();

  public static KeyHash of(byte[] bytes, int at, int length) {
    HashValue128 hash = HASHER.hashBytesTo128Bits(bytes, at, length);
    return new KeyHash(hash.getMostSignificantBits(), hash.getLeastSignificantBits());
  }
}
