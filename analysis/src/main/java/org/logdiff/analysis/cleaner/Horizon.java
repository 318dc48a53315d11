package org.logdiff.analysis.cleaner;

import java.util.OptionalLong;

/** Where a batch's delete horizon lies at the time of a pass. */
public enum Horizon {
  /** The batch has none yet. */
  UNSET,
  /** Later than the pass. */
  AHEAD,
  /** At the time of the pass, or before it. */
  PAST;

  static Horizon of(OptionalLong deleteHorizonMs, long nowMs) {
    if (deleteHorizonMs.isEmpty()) {
      return UNSET;
    }
    return deleteHorizonMs.getAsLong() <= nowMs ? PAST : AHEAD;
  }
}
