package org.logdiff.analysis.transaction.listing;

import java.util.List;
import java.util.Optional;

/**
 * A transaction as one replica has it: all data of a producer up to the next full end marker of
 * that producer. Where a marker is missing, it is several in truth.
 *
 * @param data empty for a lone marker, which ends nothing
 * @param end empty while it is open
 */
public record ListedTransaction(
    Outcome outcome,
    long producerId,
    Optional<Data> data,
    Optional<End> end,
    Protocol protocol,
    Seen seen,
    List<Remark> remarks) {
  public ListedTransaction {
    remarks = List.copyOf(remarks);
  }

  /**
   * The data that is left at or above the log start; where it began, even if that lies below.
   *
   * @param firstEpoch producer epoch of the first batch
   * @param lastEpoch of the last one
   * @param firstOffset base offset of the first batch
   * @param lastOffset of the last batch
   * @param batches with or without records
   * @param emptyBatches of these, without
   * @param bytes of the batches
   * @param firstTimestampMs of the first batch, -1 if unknown
   * @param lastTimestampMs largest of the last batch, -1 if unknown
   */
  public record Data(
      short firstEpoch,
      short lastEpoch,
      long firstOffset,
      long lastOffset,
      long batches,
      long emptyBatches,
      long records,
      long bytes,
      long firstTimestampMs,
      long lastTimestampMs) {}

  /**
   * The end marker.
   *
   * @param coordinatorEpoch -1 if it cannot be read
   */
  public record End(long offset, short producerEpoch, int coordinatorEpoch, long timestampMs) {}

  public boolean isLoneMarker() {
    return data.isEmpty();
  }
}
