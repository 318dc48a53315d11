package org.logdiff.analysis.witness;

import java.nio.file.Path;
import org.logdiff.format.batch.RecordCursor;
import org.logdiff.format.batch.SegmentCursor;

/** Is shown the records of an internal topic's log, oldest first. */
interface RecordVisitor {
  /** A batch, before its records. */
  void batch(SegmentCursor batch);

  /** A record of a batch that is not a control batch. */
  void record(SegmentCursor batch, RecordCursor record);

  /**
   * Bytes that could not be read as records.
   *
   * @return whether to go on behind them
   */
  boolean trouble(Path file, long position, String why);
}
