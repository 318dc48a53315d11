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
  TORN_TAIL("torn-tail", Severity.WARNING);

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
