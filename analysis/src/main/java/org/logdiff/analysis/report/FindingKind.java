package org.logdiff.analysis.report;

/** The kinds of findings. Their ids are public and never change; each has one severity. */
public enum FindingKind {
  LOST_TOMBSTONE("lost-tombstone", Severity.ERROR),
  LOST_ABORT_MARKER("lost-abort-marker", Severity.ERROR),
  LOST_COMMIT_MARKER("lost-commit-marker", Severity.ERROR),
  LOST_END_MARKER("lost-end-marker", Severity.ERROR),
  TOMBSTONE_GONE_BEFORE_CATCH_UP("tombstone-gone-before-catch-up", Severity.ERROR),
  MARKER_GONE_BEFORE_CATCH_UP("marker-gone-before-catch-up", Severity.ERROR),
  UNEXPLAINED_LOSS("unexplained-loss", Severity.ERROR),
  CONFLICTING_RECORD("conflicting-record", Severity.ERROR),
  DAMAGED_BATCH("damaged-batch", Severity.ERROR),
  TOMBSTONE_AT_RISK("tombstone-at-risk", Severity.WARNING),
  MARKER_AT_RISK("marker-at-risk", Severity.WARNING),
  DIVERGED_TAIL("diverged-tail", Severity.WARNING),
  TORN_TAIL("torn-tail", Severity.WARNING),
  TRANSACTION_INDEX_MISSING_ENTRY("transaction-index-missing-entry", Severity.ERROR),
  TRANSACTION_INDEX_UNFOUNDED_ENTRY("transaction-index-unfounded-entry", Severity.ERROR),
  TRANSACTION_INDEX_WRONG_ENTRY("transaction-index-wrong-entry", Severity.ERROR),
  SNAPSHOT_AHEAD_OF_OFFSET("snapshot-ahead-of-offset", Severity.ERROR),
  SNAPSHOT_MISMATCH("snapshot-mismatch", Severity.ERROR),
  LATE_TRANSACTIONAL_DATA("late-transactional-data", Severity.ERROR),
  HANGING_TRANSACTION("hanging-transaction", Severity.ERROR),
  LONG_RUNNING_TRANSACTION("long-running-transaction", Severity.WARNING),
  PRODUCER_EPOCH_BACKWARDS("producer-epoch-backwards", Severity.WARNING),
  COORDINATOR_EPOCH_BACKWARDS("coordinator-epoch-backwards", Severity.WARNING),
  OFFSET_OUT_OF_ORDER("offset-out-of-order", Severity.ERROR),
  OFFSET_OVERFLOW("offset-overflow", Severity.WARNING),
  UNDECODABLE_BATCH("undecodable-batch", Severity.ERROR),
  UNDECODABLE_PAYLOAD("undecodable-payload", Severity.ERROR),
  NULL_KEY_IN_COMPACTED_TOPIC("null-key-in-compacted-topic", Severity.WARNING),
  LEADER_EPOCH_OUT_OF_ORDER("leader-epoch-out-of-order", Severity.ERROR),
  LEADER_EPOCH_CHECKPOINT_MISMATCH("leader-epoch-checkpoint-mismatch", Severity.ERROR),
  OFFSET_INDEX_WRONG_ENTRY("offset-index-wrong-entry", Severity.ERROR),
  TIME_INDEX_WRONG_ENTRY("time-index-wrong-entry", Severity.WARNING),
  SPARSE_INDEX("sparse-index", Severity.WARNING),
  MISSING_INDEX("missing-index", Severity.WARNING),
  DAMAGED_INDEX("damaged-index", Severity.WARNING),
  DAMAGED_TRANSACTION_INDEX("damaged-transaction-index", Severity.ERROR),
  DAMAGED_SNAPSHOT("damaged-snapshot", Severity.WARNING),
  SNAPSHOT_BEYOND_LOG_END("snapshot-beyond-log-end", Severity.WARNING),
  DAMAGED_LEADER_EPOCH_CHECKPOINT("damaged-leader-epoch-checkpoint", Severity.ERROR),
  DAMAGED_PARTITION_METADATA("damaged-partition-metadata", Severity.ERROR),
  DAMAGED_CHECKPOINT("damaged-checkpoint", Severity.WARNING),
  DAMAGED_META_PROPERTIES("damaged-meta-properties", Severity.ERROR),
  HIGH_WATERMARK_BEYOND_LOG_END("high-watermark-beyond-log-end", Severity.WARNING),
  RECOVERY_POINT_BEYOND_LOG_END("recovery-point-beyond-log-end", Severity.WARNING),
  LOG_START_BEYOND_LOG_END("log-start-beyond-log-end", Severity.ERROR),
  CLEANER_CHECKPOINT_OUT_OF_RANGE("cleaner-checkpoint-out-of-range", Severity.INFO),
  DUPLICATE_PARTITION_DIRECTORY("duplicate-partition-directory", Severity.ERROR),
  TOPIC_ID_MISMATCH("topic-id-mismatch", Severity.ERROR),
  UNFINISHED_SWAP("unfinished-swap", Severity.WARNING),
  LEFTOVER_FILES("leftover-files", Severity.INFO),
  STALLED_CLEANER("stalled-cleaner", Severity.WARNING),
  LINGERING_TOMBSTONES("lingering-tombstones", Severity.INFO);

  private final String id;
  private final Severity severity;

  FindingKind(String id, Severity severity) {
    this.id = id;
    this.severity = severity;
  }

  /** Kebab case, as in {@code lost-tombstone}. */
  public String id() {
    return id;
  }

  public Severity severity() {
    return severity;
  }
}
