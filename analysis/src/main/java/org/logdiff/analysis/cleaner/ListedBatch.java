package org.logdiff.analysis.cleaner;

import java.util.List;

/**
 * A batch with the decisions on it and on its records.
 *
 * @param records as far as they are listed
 */
public record ListedBatch(PassListener.BatchDecision decision, List<ListedRecord> records) {
  public ListedBatch {
    records = List.copyOf(records);
  }

  /**
   * The decision on a record.
   *
   * @param latestOffset of its key in the map; -1 if it has none there
   */
  public record ListedRecord(
      long offset, RecordCase row, boolean hasKey, boolean hasValue, long latestOffset) {}
}
