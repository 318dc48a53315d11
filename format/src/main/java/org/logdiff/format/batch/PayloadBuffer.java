package org.logdiff.format.batch;

import java.util.Arrays;

/** What a batch decompresses to: an array that grows up to a limit and serves batch after batch. */
final class PayloadBuffer {
  private static final int INITIAL_BYTES = 64 << 10;

  /** A larger array is let go after its batch, so that one bomb does not occupy the heap. */
  private static final int RETAINED_BYTES = 16 << 20;

  private final int limitBytes;
  private byte[] array = new byte[0];
  private int length;

  PayloadBuffer(int limitBytes) {
    this.limitBytes = limitBytes;
  }

  void clear() {
    length = 0;
    if (array.length > RETAINED_BYTES) {
      array = new byte[0];
    }
  }

  byte[] array() {
    return array;
  }

  /** Bytes that are there. */
  int length() {
    return length;
  }

  /** Bytes that can be put behind those that are there before the array must grow. */
  int room() {
    return array.length - length;
  }

  /** Bytes that may still come before the limit. */
  int allowance() {
    return limitBytes - length;
  }

  /** Counts bytes that were put behind those that were there. */
  void add(int bytes) {
    length += bytes;
  }

  /**
   * Makes room for so many bytes.
   *
   * @throws MalformedPayload if that would be above the limit
   */
  void reserve(int bytes) throws MalformedPayload {
    if (bytes < 0 || bytes > allowance()) {
      throw tooMuch();
    }
    if (bytes > room()) {
      long larger = Math.max(Math.max(INITIAL_BYTES, 2L * array.length), (long) length + bytes);
      array = Arrays.copyOf(array, (int) Math.min(limitBytes, larger));
    }
  }

  /**
   * Makes some more room than there is.
   *
   * @throws MalformedPayload if the limit is reached
   */
  void grow() throws MalformedPayload {
    if (room() == allowance()) {
      throw tooMuch();
    }
    reserve(room() + 1);
  }

  private MalformedPayload tooMuch() {
    return new MalformedPayload("more than " + limitBytes + " decompressed bytes");
  }
}
