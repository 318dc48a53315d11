package org.logdiff.analysis.transaction;

import java.util.List;
import java.util.Optional;

/**
 * Data of a producer that certainly belongs to one transaction: no end can hide within. Under the
 * older protocol, which keeps epochs, a gap inside what looks like one transaction can hide an end;
 * then there are several parts, and each may have had an outcome of its own.
 *
 * @param outcome as the replicas together, or the coordinator, prove it
 * @param proof why; null without one
 * @param decision the coordinator's: what proves the outcome, or, if the outcome is unproven, a
 *     hint that rests on clocks
 * @param nextOffset of the producer's next batch of any kind, on any replica; MAX_VALUE for none
 */
public record TransactionPart(
    long producerId,
    short producerEpoch,
    List<DataRange> data,
    Outcomes.Outcome outcome,
    String proof,
    Optional<CoordinatorWord.Decision> decision,
    long nextOffset) {
  public TransactionPart {
    data = List.copyOf(data);
  }

  public long firstOffset() {
    return data.get(0).firstOffset();
  }

  public long lastOffset() {
    return data.get(data.size() - 1).lastOffset();
  }

  /** Last offset of the data that a replica has, even emptied; -1 if it has none. */
  public long lastOffsetOn(int replica) {
    return data.stream()
        .filter(range -> (range.mask() & 1 << replica) != 0)
        .mapToLong(DataRange::lastOffset)
        .max()
        .orElse(-1);
  }

  /** Replicas that have any of its data, even emptied. */
  public int holders() {
    return data.stream().mapToInt(DataRange::mask).reduce(0, (a, b) -> a | b);
  }
}
