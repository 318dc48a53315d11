package org.logdiff.format;

import java.util.function.Consumer;

/** All small damages of a file: every truncation and every flipped bit. */
public final class Mutants {
  private Mutants() {}

  /** Gives every proper prefix, the longest last. */
  public static void truncations(byte[] file, Consumer<byte[]> test) {
    for (int length = 0; length < file.length; length++) {
      byte[] mutant = new byte[length];
      System.arraycopy(file, 0, mutant, 0, length);
      test.accept(mutant);
    }
  }

  /** Gives the file with each of its bits flipped in turn. */
  public static void flips(byte[] file, Consumer<byte[]> test) {
    for (int bit = 0; bit < file.length * Byte.SIZE; bit++) {
      byte[] mutant = file.clone();
      mutant[bit / Byte.SIZE] ^= (byte) (1 << bit % Byte.SIZE);
      test.accept(mutant);
    }
  }

  public static void all(byte[] file, Consumer<byte[]> test) {
    truncations(file, test);
    flips(file, test);
  }
}
