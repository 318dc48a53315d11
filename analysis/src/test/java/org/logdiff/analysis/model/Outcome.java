package org.logdiff.analysis.model;

/** How a transaction ended. */
public enum Outcome {
  COMMIT,
  ABORT
}
