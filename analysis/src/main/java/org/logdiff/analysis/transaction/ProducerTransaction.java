package org.logdiff.analysis.transaction;

import java.util.List;
import java.util.Optional;

/**
 * A transaction as the replicas together show it: data of one producer at one epoch, and the first
 * end after it that fits.
 *
 * @param end empty if nobody has one
 * @param isEpochBumpedAfter whether the producer goes on at a higher epoch without an end between
 * @param nextOffset of the producer's next batch after data and end; MAX_VALUE for none
 */
public record ProducerTransaction(
    long producerId,
    short producerEpoch,
    List<DataRange> data,
    Optional<TransactionEnd> end,
    boolean isEpochBumpedAfter,
    long nextOffset,
    List<TransactionPart> parts) {
  public ProducerTransaction {
    data = List.copyOf(data);
    parts = List.copyOf(parts);
  }

  public long firstOffset() {
    return data.get(0).firstOffset();
  }

  public long lastOffset() {
    return data.get(data.size() - 1).lastOffset();
  }

  /** Replicas that have any of its data, even emptied. */
  public int holders() {
    return data.stream().mapToInt(DataRange::mask).reduce(0, (a, b) -> a | b);
  }
}
