package org.logdiff.samples.capture;

import java.util.Map;

/** A record to be written: text or null for key and value, and headers. */
record KeyValue(String key, String value, Map<String, String> headers) {
  static KeyValue of(String key, String value) {
    return new KeyValue(key, value, Map.of());
  }
}
