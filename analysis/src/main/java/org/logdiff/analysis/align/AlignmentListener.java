package org.logdiff.analysis.align;

import java.io.IOException;

/**
 * Told what the replicas hold, by ascending offset within one chunk. Masks have bit r set for
 * replica number r. Cursors are valid during the call only.
 */
public interface AlignmentListener {
  /**
   * A batch. The replicas of the mask hold the very same bytes there.
   *
   * @param first the lowest replica of the mask, standing on the batch
   */
  void batch(int mask, ReplicaCursor first, Alignment alignment) throws IOException;

  /**
   * Whether the records of a batch are wanted that is equal on all replicas of the mask. Where
   * batches differ, records are always told.
   */
  boolean wantsRecordsOf(int mask, ReplicaCursor first, Alignment alignment);

  /**
   * An offset at which the replicas of the mask have a record.
   *
   * @param areEqualBytes whether all of them come from equal batches; then only the lowest
   *     replica's cursor stands on the record
   */
  void record(long offset, int mask, boolean areEqualBytes, Alignment alignment) throws IOException;

  /** A span that is no intact batch. */
  void span(ReplicaCursor cursor) throws IOException;

  /** Offsets, both inclusive, of which a replica cannot say what it holds. */
  void unknown(int replica, long first, long last);

  /** A batch whose checksum holds and whose records cannot be read. */
  void undecodable(ReplicaCursor cursor, String trouble);

  /** The end of the chunk. */
  default void end() {}
}
