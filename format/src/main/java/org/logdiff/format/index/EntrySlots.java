package org.logdiff.format.index;

import org.logdiff.format.DamageKind;
import org.logdiff.format.damage.Damages;

/**
 * How many slots of an index file hold entries, and how many are preallocated: used entries first,
 * then a run of zero bytes up to the end.
 *
 * @param used slots up to the last one that is not all zero
 * @param preallocated all-zero slots after it
 */
record EntrySlots(int used, int preallocated) {

  static EntrySlots of(byte[] bytes, int entrySizeBytes) {
    int slots = bytes.length / entrySizeBytes;
    int used = slots;
    while (used > 0 && isZero(bytes, (used - 1) * entrySizeBytes, entrySizeBytes)) {
      used--;
    }
    return new EntrySlots(used, slots - used);
  }

  /** Kafka sizes index files in whole entries; what is left over is the torn rest of one. */
  static void checkTail(byte[] bytes, int entrySizeBytes, Damages damages) {
    int rest = bytes.length % entrySizeBytes;
    if (rest != 0) {
      damages.add(
          DamageKind.TRUNCATED,
          "entry",
          bytes.length - rest,
          rest,
          rest + " bytes",
          entrySizeBytes + " bytes");
    }
  }

  private static boolean isZero(byte[] bytes, int from, int length) {
    for (int i = from; i < from + length; i++) {
      if (bytes[i] != 0) {
        return false;
      }
    }
    return true;
  }
}
