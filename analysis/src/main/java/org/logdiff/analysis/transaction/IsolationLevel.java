package org.logdiff.analysis.transaction;

/** What a consumer asks for, {@code isolation.level}. */
public enum IsolationLevel {
  READ_UNCOMMITTED("read_uncommitted"),
  READ_COMMITTED("read_committed");

  private final String id;

  IsolationLevel(String id) {
    this.id = id;
  }

  /** As consumers are configured. */
  public String id() {
    return id;
  }
}
