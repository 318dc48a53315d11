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
  COORDINATOR_EPOCH_BACKWARDS("coordinator-epoch-backwards", Severity.WARNING);

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
