package org.logdiff.analysis.inspect;

/** How closely a log is shown. */
public enum Detail {
  BATCHES,
  RECORDS,
  BATCHES_AND_RECORDS;

  boolean showsBatches() {
    return this != RECORDS;
  }

  boolean showsRecords() {
    return this != BATCHES;
  }
}
