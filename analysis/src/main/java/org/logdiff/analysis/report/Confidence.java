package org.logdiff.analysis.report;

/** How a statement is known. */
public enum Confidence {
  /** Read from the files: the missing thing itself lies on another replica. */
  OBSERVED,
  /** Follows from what was read by the rules of Kafka's own code. */
  DERIVED,
  /** Follows under a named assumption. */
  INFERRED
}
