package org.logdiff.analysis.transaction.listing;

/** How a transaction ended by the log of one replica. */
public enum Outcome {
  COMMITTED,
  ABORTED,
  /** No full end marker of its producer follows its data. */
  OPEN
}
