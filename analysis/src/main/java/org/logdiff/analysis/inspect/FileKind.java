package org.logdiff.analysis.inspect;

/** What a file of a broker holds. */
public enum FileKind {
  LOG("log"),
  OFFSET_INDEX("offset index"),
  TIME_INDEX("time index"),
  TRANSACTION_INDEX("transaction index"),
  PRODUCER_SNAPSHOT("producer snapshot"),
  KRAFT_SNAPSHOT("KRaft snapshot"),
  LEADER_EPOCH_CHECKPOINT("leader epoch checkpoint"),
  PARTITION_METADATA("partition metadata"),
  QUORUM_STATE("quorum state"),
  META_PROPERTIES("meta properties"),
  OFFSET_CHECKPOINT("offset checkpoint"),
  CLEAN_SHUTDOWN_MARKER("clean shutdown marker"),
  UNRECOGNISED("unrecognised");

  private final String words;

  FileKind(String words) {
    this.words = words;
  }

  /** For people. */
  public String words() {
    return words;
  }

  /** Whether the file holds record batches. */
  public boolean isLog() {
    return this == LOG || this == KRAFT_SNAPSHOT;
  }
}
