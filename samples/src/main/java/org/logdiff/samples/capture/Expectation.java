package org.logdiff.samples.capture;

import java.util.Objects;

/** What readers of committed data must have seen of one replica of foo-0. */
record Expectation(ReplicaView view) {
  static Expectation of(Truth truth, int broker) {
    return new Expectation(truth.view("foo-0", broker, "read_committed"));
  }

  /**
   * @param value null: the key is not to be seen
   * @throws IllegalStateException if it was seen otherwise
   */
  Expectation key(String key, String value) {
    String seen = view.finalState().get(key);
    if (!Objects.equals(seen, value)) {
      throw new IllegalStateException(
          "broker " + view.leader() + ": " + key + " is " + seen + ", expected " + value);
    }
    return this;
  }

  /**
   * @throws IllegalStateException if the last stable offset was another
   */
  Expectation lastStableOffset(long offset) {
    if (view.lastStableOffset() != offset) {
      throw new IllegalStateException(
          "broker " + view.leader() + ": LSO " + view.lastStableOffset() + ", expected " + offset);
    }
    return this;
  }

  /**
   * @throws IllegalStateException if the last stable offset lies below the high watermark
   */
  Expectation nothingOpen() {
    return lastStableOffset(view.highWatermark());
  }
}
