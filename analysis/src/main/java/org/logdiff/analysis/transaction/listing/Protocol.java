package org.logdiff.analysis.transaction.listing;

/** What the producer epochs of a transaction's data and of its end marker tell of the protocol. */
public enum Protocol {
  /** The marker has the data's epoch. */
  OLDER,
  /** A COMMIT has the data's epoch raised by one. */
  V2,
  /** An ABORT has: an end under protocol 2, or a fence or timeout under the older one. */
  V2_OR_FENCED,
  /** There is no marker, or its epoch is none of these. */
  UNKNOWN;

  /**
   * By the epochs alone.
   *
   * @param dataEpoch of the last data batch
   */
  static Protocol of(short dataEpoch, short markerEpoch, Outcome outcome) {
    if (markerEpoch == dataEpoch) {
      return OLDER;
    }
    if (markerEpoch != dataEpoch + 1) {
      return UNKNOWN;
    }
    return outcome == Outcome.COMMITTED ? V2 : V2_OR_FENCED;
  }
}
