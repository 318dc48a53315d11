package org.logdiff.analysis.model;

/**
 * A record to be written.
 *
 * @param key null for none
 * @param value null for a tombstone
 */
public record Write(String key, String value) {

  static Write tombstone(String key) {
    return new Write(key, null);
  }
}
