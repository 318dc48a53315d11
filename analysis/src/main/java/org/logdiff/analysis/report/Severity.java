package org.logdiff.analysis.report;

/** How much a finding matters. */
public enum Severity {
  /** Data or its visibility is at stake. */
  ERROR,
  /** Wants attention, changes no data that counts. */
  WARNING,
  /** Good to know. */
  INFO
}
