package org.logdiff.analysis.model;

/** Old bugs of Kafka's cleaner that the model can be given; its fixed cleaner has none. */
public enum OldCleanerBug {
  /** What was met of transactions is forgotten from one group of segments to the next. */
  KAFKA_8351,
  /** Aborted transactions beyond the end of the key map are left out of the cleaned index. */
  KAFKA_13727,
  /** A marker is superseded by a later record with the bytes of its key. */
  KAFKA_14055
}
