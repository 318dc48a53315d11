package org.logdiff.samples.capture;

import java.util.List;
import java.util.Map;
import java.util.TreeMap;

/**
 * What a consumer saw of a partition, from the beginning, while one broker led it.
 *
 * @param isolation {@code read_committed} or {@code read_uncommitted}
 * @param highWatermark the latest offset as told to a read_uncommitted client
 * @param lastStableOffset the latest offset as told to a read_committed client
 * @param position where the consumer stood at the end
 */
record ReplicaView(
    String partition,
    int leader,
    String isolation,
    long highWatermark,
    long lastStableOffset,
    long position,
    List<Seen> records) {

  /** One record as consumed; keys and values as text. */
  record Seen(long offset, long timestampMs, String key, String value) {
    boolean isFiller() {
      return key != null && key.startsWith(Stage.FILLER_KEY);
    }

    @Override
    public String toString() {
      return offset + ":" + key + "=" + value;
    }
  }

  /** The records that are not there just to make segments roll. */
  List<Seen> withoutFiller() {
    return records.stream().filter(seen -> !seen.isFiller()).toList();
  }

  /** The latest value of each key, deleted keys, fillers and records without key left out. */
  Map<String, String> finalState() {
    Map<String, String> state = new TreeMap<>();
    for (Seen seen : withoutFiller()) {
      if (seen.value() == null) {
        state.remove(String.valueOf(seen.key()));
      } else if (seen.key() != null) {
        state.put(seen.key(), seen.value());
      }
    }
    return state;
  }
}
