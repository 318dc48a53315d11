package org.logdiff.analysis.report;

/** What a comparison has come to. */
public enum Verdict {
  /** Nothing differs that the cleaner, retention or lag would not explain. */
  CONSISTENT,
  /** At least one finding of severity error. */
  INCONSISTENT,
  /** No such finding, but something that could hide one was not examined or cannot be decided. */
  UNDETERMINED
}
