package org.logdiff.analysis.inspect;

/** What part of a log something is. */
public enum RecordKind {
  /** A record that is neither of the others. */
  DATA,
  /** A control record. */
  MARKER,
  /** A record with a key and a null value. */
  TOMBSTONE,
  /** A batch that cleaning has left without records. */
  EMPTY,
  /** Bytes, or a payload, that cannot be read. */
  DAMAGED
}
