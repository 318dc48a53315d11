package org.logdiff.samples.generate;

import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;

/**
 * What was written to the partition, computed from the number of the record: nothing is kept, so a
 * history may be of any length. Records are numbered without markers; without transactions the
 * number of a record is its offset.
 *
 * <p>Versions of a key lie some thousand rounds apart, so that batches of all ages lose records to
 * a cleaner, and the newest version of each key is the one before the end of the log.
 */
final class History {
  private static final long FIRST_TIMESTAMP_MS = 1_700_000_000_000L;

  private static final long MOST_DISTANCE = 5_000;

  private static final long NONE = -1;
  private static final long ORPHANED_KEY = Long.MAX_VALUE;

  private final ReplicaOptions options;

  /** How many keys are written between two versions of one. */
  private final long distance;

  private final long orphan;
  private final long lostTombstone;
  private final byte[] key;
  private final ByteBuffer keyBuffer;
  private final byte[] value;
  private final ByteBuffer valueBuffer;

  History(ReplicaOptions options) {
    this.options = options;
    distance = Math.min(MOST_DISTANCE, options.records() / options.versions() / 10);
    // Neither the first nor the last of their batches.
    orphan = options.losesTombstone() ? options.records() / 3 : NONE;
    lostTombstone = options.losesTombstone() ? 2 * options.records() / 3 : NONE;
    key = new byte[options.keyBytes()];
    keyBuffer = ByteBuffer.wrap(key);
    value = new byte[(options.valueBytes() + Long.BYTES - 1) / Long.BYTES * Long.BYTES];
    valueBuffer = ByteBuffer.wrap(value, 0, options.valueBytes());
  }

  /** The record that lives on where its tombstone was lost; -1 without one. */
  long orphan() {
    return orphan;
  }

  /** The tombstone that one replica never received; -1 without one. */
  long lostTombstone() {
    return lostTombstone;
  }

  boolean isTombstone(long record) {
    return record == lostTombstone || (record != orphan && record % options.tombstoneEvery() == 0);
  }

  /**
   * The record with the key's next version.
   *
   * @return MAX_VALUE for the latest one
   */
  long supersededBy(long record) {
    if (record == orphan) {
      return lostTombstone;
    }
    int versions = options.versions();
    long version = record % versions;
    long round = record / versions;
    boolean isOfSeveral = round - version * distance >= 0 && record != lostTombstone;
    if (!isOfSeveral || version == versions - 1) {
      return Long.MAX_VALUE;
    }
    long next = (round + distance) * versions + version + 1;
    boolean isWritten = next < options.records() && next != orphan && next != lostTombstone;
    return isWritten ? next : Long.MAX_VALUE;
  }

  private long keyNumber(long record) {
    if (record == orphan || record == lostTombstone) {
      return ORPHANED_KEY;
    }
    long version = record % options.versions();
    long first = record / options.versions() - version * distance;
    return first >= 0 ? first : -record - 1;
  }

  long timestampMs(long record) {
    return FIRST_TIMESTAMP_MS + record;
  }

  /** When the last record is written. */
  long endMs() {
    return timestampMs(options.records());
  }

  String keyText(long record) {
    key(record);
    return new String(key, StandardCharsets.US_ASCII);
  }

  /** Hexadecimal digits, scattered over all keys; valid until the next call. */
  ByteBuffer key(long record) {
    long number = mixed(keyNumber(record) ^ options.seed());
    for (int i = 0; i < key.length; i++) {
      key[i] = (byte) Character.forDigit((int) (number >>> 4 * (i & 15)) & 15, 16);
    }
    return keyBuffer.clear();
  }

  /** Half random, half plain, so that it can be compressed a little; null for a tombstone. */
  ByteBuffer value(long record) {
    if (isTombstone(record)) {
      return null;
    }
    long state = mixed(record + 31 * options.seed());
    for (int i = 0; i < value.length; i += Long.BYTES) {
      state += 0x9e3779b97f4a7c15L;
      int random = (int) (mixed(state) >>> 32);
      value[i] = (byte) random;
      value[i + 1] = (byte) (random >>> 8);
      value[i + 2] = (byte) (random >>> 16);
      value[i + 3] = (byte) (random >>> 24);
      value[i + 4] = ' ';
      value[i + 5] = 'a';
      value[i + 6] = '=';
      value[i + 7] = '1';
    }
    return valueBuffer.clear().limit(options.valueBytes());
  }

  /** A permutation of all longs. Source: the finaliser of splitmix64. */
  private static long mixed(long number) {
    long z = (number ^ (number >>> 30)) * 0xbf58476d1ce4e5b9L;
    z = (z ^ (z >>> 27)) * 0x94d049bb133111ebL;
    return z ^ (z >>> 31);
  }
}
