package org.logdiff.analysis.model;

/** What a consumer wants to see of transactions. */
public enum IsolationLevel {
  READ_UNCOMMITTED,
  READ_COMMITTED
}
