package org.logdiff.analysis.transaction;

/** What becomes of a batch's records on their way to consumers that read one replica. */
public enum BatchSight {
  /** Both isolation levels get them. */
  SERVED,
  /** {@code read_committed} drops them: the transaction index tells it that they were aborted. */
  DROPPED,
  /** {@code read_committed} does not get so far: they lie at or above the last stable offset. */
  BEYOND_STABLE,
  /** Nobody gets them: they lie below the log start. */
  BELOW_LOG_START,
  /** Nobody gets them: every consumer stops at something in front of them. */
  BEHIND_DAMAGE
}
