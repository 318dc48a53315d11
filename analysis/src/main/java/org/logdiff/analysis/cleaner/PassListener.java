package org.logdiff.analysis.cleaner;

import java.util.OptionalLong;
import org.logdiff.format.batch.RecordBatchHeader;
import org.logdiff.format.batch.RecordCursor;

/** Is told of what a pass decides, in the order of the log. */
public interface PassListener {
  /** Listens to nothing. */
  PassListener NOBODY = new PassListener() {};

  /**
   * What becomes of a batch. The records of it have been told before.
   *
   * @param sizeBytes before the pass
   * @param newSizeBytes after it; 0 if the batch is gone
   * @param deleteHorizonMs after it; empty for none
   */
  record BatchDecision(
      long segmentBaseOffset,
      long position,
      RecordBatchHeader header,
      BatchCase row,
      KeptFor keptFor,
      BatchFate fate,
      int keptRecords,
      long sizeBytes,
      long newSizeBytes,
      OptionalLong deleteHorizonMs) {}

  /**
   * What becomes of a record.
   *
   * @param record stands on it; moves on afterwards
   * @param latestOffset of its key in the map; -1 if it has none
   */
  default void record(RecordCursor record, RecordCase row, long latestOffset) {}

  default void batch(BatchDecision decision) {}
}
