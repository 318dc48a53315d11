package org.logdiff.analysis.model;

import java.util.HashMap;
import java.util.Map;

/** The cleaner's map of the latest offset of each key in the dirty range. */
final class KeyMap {

  private final int capacityKeys;
  private final Map<String, Long> offsets = new HashMap<>();
  private long latestOffset = -1;

  KeyMap(int capacityKeys) {
    this.capacityKeys = capacityKeys;
  }

  /** False, and nothing done, once the map is full, even for a key that is in it. */
  boolean put(String key, long offset) {
    if (offsets.size() >= capacityKeys) {
      return false;
    }
    offsets.put(key, offset);
    latestOffset = offset;
    return true;
  }

  void mappedUpTo(long offset) {
    latestOffset = offset;
  }

  boolean hasLater(ModelRecord record) {
    return offsets.getOrDefault(record.key(), -1L) > record.offset();
  }

  /** The last offset mapped; -1 if none. */
  long latestOffset() {
    return latestOffset;
  }
}
