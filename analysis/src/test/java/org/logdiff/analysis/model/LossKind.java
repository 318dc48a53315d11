package org.logdiff.analysis.model;

/** What a replica never received. */
public enum LossKind {
  LOST_TOMBSTONE,
  LOST_ABORT,
  LOST_COMMIT,
  /** The replica is away, still holds a value, and nobody can give it the tombstone any more. */
  TOMBSTONE_GONE_BEFORE_CATCH_UP,
  /** The replica is away, still holds data, and nobody can give it the end marker any more. */
  MARKER_GONE_BEFORE_CATCH_UP;

  LossKind beforeCatchUp() {
    return this == LOST_TOMBSTONE ? TOMBSTONE_GONE_BEFORE_CATCH_UP : MARKER_GONE_BEFORE_CATCH_UP;
  }

  public boolean isOfTombstone() {
    return this == LOST_TOMBSTONE || this == TOMBSTONE_GONE_BEFORE_CATCH_UP;
  }
}
