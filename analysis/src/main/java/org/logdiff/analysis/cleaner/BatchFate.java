package org.logdiff.analysis.cleaner;

/** What is left of a batch after a pass. */
public enum BatchFate {
  /** The same bytes. */
  UNCHANGED,
  /** Written anew: records have gone, a horizon was set, or the format was raised. */
  REWRITTEN,
  /** Kept without a record. */
  EMPTIED,
  /** Gone. */
  REMOVED;

  /** Whether records are left. */
  public boolean hasRecords() {
    return this == UNCHANGED || this == REWRITTEN;
  }

  /**
   * The fate of a batch.
   *
   * @param keptRecords how many are kept
   * @param mustRewrite a horizon is set, or the format raised
   */
  static BatchFate of(int records, int keptRecords, boolean mustRewrite, KeptFor keptFor) {
    if (keptRecords > 0) {
      return keptRecords == records && !mustRewrite ? UNCHANGED : REWRITTEN;
    }
    return keptFor == KeptFor.NOTHING ? REMOVED : EMPTIED;
  }
}
