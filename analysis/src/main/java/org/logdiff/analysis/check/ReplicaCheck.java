package org.logdiff.analysis.check;

import java.io.IOException;
import org.logdiff.format.batch.RecordCursor;

/**
 * One check of one replica. Told what a walk comes to, in the order of the log; tells {@link
 * ReplicaFindings} what it has found. What it keeps has a stated bound, or grows with the number of
 * producers only.
 */
interface ReplicaCheck {

  /** A segment begins. */
  default void segment(int segment) throws IOException {}

  /**
   * A batch.
   *
   * @param before the producers' state as it is before this batch
   */
  default void batch(WalkedBatch batch, ProducerReplay before) throws IOException {}

  /** A record of the batch told last; the cursor stands on it during the call only. */
  default void record(WalkedBatch batch, RecordCursor record) {}

  /** The records of the batch told last cannot be read although its checksum holds. */
  default void undecodable(WalkedBatch batch, String trouble) {}

  /** A stretch that is no intact batch. */
  default void span(WalkedSpan span) {}

  /** The segment told last ends. */
  default void endOfSegment(ProducerReplay state) throws IOException {}

  /**
   * The log ends.
   *
   * @param state the producers' state there
   */
  default void end(ProducerReplay state) throws IOException {}
}
