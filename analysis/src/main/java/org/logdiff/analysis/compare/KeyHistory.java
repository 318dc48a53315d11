package org.logdiff.analysis.compare;

import java.util.ArrayList;
import java.util.List;
import org.logdiff.analysis.key.KeyHash;
import org.logdiff.format.Bytes;

/** The records of one key under suspicion, on all replicas, by offset. */
final class KeyHistory {
  /** A key that is written over and over has a long history; only its latest records matter. */
  private static final int LATEST_KEPT = 64;

  final KeyHash hash;
  private Bytes key;
  private final List<KeyRecord> records = new ArrayList<>();
  private long dropped;

  KeyHistory(KeyHash hash) {
    this.hash = hash;
  }

  void add(Bytes itsKey, KeyRecord record) {
    if (key == null) {
      key = itsKey;
    }
    records.add(record);
    if (records.size() > 2 * LATEST_KEPT) {
      dropped += LATEST_KEPT;
      records.subList(0, LATEST_KEPT).clear();
    }
  }

  void addAll(KeyHistory later) {
    for (KeyRecord record : later.records) {
      add(later.key, record);
    }
    dropped += later.dropped;
  }

  Bytes key() {
    return key;
  }

  List<KeyRecord> records() {
    return records;
  }

  /** How many older records are not kept. */
  long dropped() {
    return dropped;
  }

  /** The record at an offset, or null. */
  KeyRecord at(long offset) {
    for (KeyRecord record : records) {
      if (record.offset() == offset) {
        return record;
      }
    }
    return null;
  }
}
