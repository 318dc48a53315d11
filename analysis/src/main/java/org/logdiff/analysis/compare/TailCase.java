package org.logdiff.analysis.compare;

import org.logdiff.analysis.replica.LastStop;
import org.logdiff.format.DamageKind;

/**
 * What damage is that reaches from some batch to the very end of a replica's last segment
 * (docs/semantics.md, 5.3 q). A broker that was not stopped cleanly checks, when it starts, every
 * batch from the segment with the recovery point on, and cuts the log off at the first that is not
 * valid; one that was stopped cleanly checks nothing and appends behind what is there. Source:
 * {@code LogLoader.recoverLog} and {@code LogSegment.recover}, Kafka 4.4.0.
 */
public enum TailCase {
  /**
   * No clean shutdown marker, at or above the recovery point: never flushed, cut off at the start.
   */
  UNFLUSHED(true),
  /** No marker, below the recovery point: cut off at the start as well, but it had been flushed. */
  FLUSHED(false),
  /** Stopped cleanly: it was all written and flushed, and stays as it is at the start. */
  STOPPED_CLEANLY(false),
  /** The log dir is not known, and the file ends within a batch, as a copy of a live file may. */
  CUT_SHORT(true),
  /** The log dir is not known, and bytes are wrong. */
  UNKNOWN(false);

  private final boolean isTorn;

  TailCase(boolean isTorn) {
    this.isTorn = isTorn;
  }

  /** Whether it is a torn tail; else it is damage. */
  public boolean isTorn() {
    return isTorn;
  }

  /**
   * Decides.
   *
   * @param firstOffset the lowest offset that can have been in the damage
   */
  public static TailCase of(LastStop stop, long firstOffset, DamageKind kind) {
    if (stop.wasClean().isEmpty()) {
      return kind == DamageKind.TRUNCATED ? CUT_SHORT : UNKNOWN;
    }
    if (stop.wasClean().get()) {
      return STOPPED_CLEANLY;
    }
    return firstOffset >= stop.recoveryPoint().orElse(0) ? UNFLUSHED : FLUSHED;
  }
}
