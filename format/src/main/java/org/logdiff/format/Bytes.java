package org.logdiff.format;

import java.nio.charset.StandardCharsets;
import java.util.Arrays;

/** An immutable sequence of bytes with value equality: a key, a value, a header's value. */
public final class Bytes {
  private static final Bytes EMPTY = new Bytes(new byte[0]);
  private final byte[] array;

  private Bytes(byte[] array) {
    this.array = array;
  }

  /** Copies a range. */
  public static Bytes copyOf(byte[] source, int from, int length) {
    return length == 0 ? EMPTY : new Bytes(Arrays.copyOfRange(source, from, from + length));
  }

  public static Bytes copyOf(byte[] source) {
    return copyOf(source, 0, source.length);
  }

  public static Bytes ofUtf8(String text) {
    return new Bytes(text.getBytes(StandardCharsets.UTF_8));
  }

  public int length() {
    return array.length;
  }

  public byte at(int index) {
    return array[index];
  }

  /** A copy; the caller may change it. */
  public byte[] toArray() {
    return array.clone();
  }

  @Override
  public boolean equals(Object other) {
    return other instanceof Bytes that && Arrays.equals(array, that.array);
  }

  @Override
  public int hashCode() {
    return Arrays.hashCode(array);
  }

  /** The bytes as escaped text: printable ASCII as it is, the rest as {@code \xNN}. */
  @Override
  public String toString() {
    StringBuilder text = new StringBuilder();
    for (byte b : array) {
      if (b >= 0x20 && b < 0x7f && b != '\\') {
        text.append((char) b);
      } else {
        text.append(String.format("\\x%02x", b & 0xff));
      }
    }
    return text.toString();
  }
}
