package org.logdiff.analysis.model;

import java.nio.charset.StandardCharsets;

/**
 * A data record.
 *
 * @param key null for a record without key
 * @param value null for a tombstone
 */
public record ModelRecord(long offset, long timestampMs, String key, String value) {

  public boolean isTombstone() {
    return key != null && value == null;
  }

  /** UTF-8; null for a record without key. */
  public byte[] keyBytes() {
    return bytes(key);
  }

  /** UTF-8; null for a tombstone. */
  public byte[] valueBytes() {
    return bytes(value);
  }

  private static byte[] bytes(String text) {
    return text == null ? null : text.getBytes(StandardCharsets.UTF_8);
  }

  @Override
  public String toString() {
    return offset + ":" + (key == null ? "" : key) + "=" + (value == null ? "-" : value);
  }
}
