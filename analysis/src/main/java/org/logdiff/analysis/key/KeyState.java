package org.logdiff.analysis.key;

/**
 * A replica's latest record of a key, packed into a long so that tables of millions stay small: 0
 * for none, else twice the offset plus one, plus one for a tombstone. A later record is the larger
 * number.
 */
public final class KeyState {
  public static final long NONE = 0;

  private KeyState() {}

  public static long value(long offset) {
    return offset + 1 << 1;
  }

  public static long tombstone(long offset) {
    return offset + 1 << 1 | 1;
  }

  public static long of(long offset, boolean isTombstone) {
    return isTombstone ? tombstone(offset) : value(offset);
  }

  public static boolean isNone(long state) {
    return state == NONE;
  }

  public static boolean isTombstone(long state) {
    return (state & 1) != 0;
  }

  public static boolean isValue(long state) {
    return state != NONE && (state & 1) == 0;
  }

  /** The record's offset; -1 for none. */
  public static long offset(long state) {
    return (state >> 1) - 1;
  }
}
