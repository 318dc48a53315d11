package org.logdiff.analysis.transaction;

/** How transactions ended, as far as the replicas together prove it. */
public interface Outcomes {
  /** Nothing is proven of any transaction. */
  Outcomes UNPROVEN = (producerId, offset) -> Outcome.UNPROVEN;

  /** The outcome of the transaction that a producer's data batch at an offset belongs to. */
  Outcome of(long producerId, long offset);

  /** What became of a transaction. */
  enum Outcome {
    /** Proven. */
    COMMITTED,
    /** Proven. */
    ABORTED,
    /** It ended, or may have, and how is not proven. */
    UNPROVEN,
    /** No replica has decided it. */
    OPEN
  }
}
