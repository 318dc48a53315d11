package org.logdiff.analysis.model;

/** What {@link Planting} withholds from a replica. */
public enum Plant {
  TOMBSTONE(LossKind.LOST_TOMBSTONE),
  /** The ABORT of a transaction. */
  ABORT(LossKind.LOST_ABORT),
  /** The COMMIT of a transaction, of which a later marker of its producer may take the place. */
  COMMIT(LossKind.LOST_COMMIT),
  /** A COMMIT after which the producer says no more: the last stable offset is pinned. */
  LAST_COMMIT(LossKind.LOST_COMMIT),
  /** An ABORT that the replica, which is still away, can get from nobody any more. */
  ABORT_BEFORE_CATCH_UP(LossKind.MARKER_GONE_BEFORE_CATCH_UP),
  /** A COMMIT that the replica, which is still away, can get from nobody any more. */
  COMMIT_BEFORE_CATCH_UP(LossKind.MARKER_GONE_BEFORE_CATCH_UP);

  private final LossKind loss;

  Plant(LossKind loss) {
    this.loss = loss;
  }

  /** What the truth calls it. */
  public LossKind loss() {
    return loss;
  }

  boolean isOfMarker() {
    return this != TOMBSTONE;
  }

  /** Whether the replica comes back after it. */
  boolean returns() {
    return loss != LossKind.MARKER_GONE_BEFORE_CATCH_UP;
  }
}
