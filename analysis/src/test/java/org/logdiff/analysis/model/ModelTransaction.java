package org.logdiff.analysis.model;

import java.util.List;
import java.util.Optional;
import java.util.OptionalLong;

/**
 * A transaction as it truly was.
 *
 * @param producer its name in the history
 * @param producerEpoch of its data
 * @param batches its data as written, before any cleaning
 * @param endOffset of its end marker; empty while it is open
 * @param outcome empty while it is open
 */
public record ModelTransaction(
    String producer,
    long producerId,
    short producerEpoch,
    List<ModelBatch> batches,
    OptionalLong endOffset,
    Optional<Outcome> outcome) {

  public ModelTransaction {
    batches = List.copyOf(batches);
  }

  public long firstOffset() {
    return batches.get(0).baseOffset();
  }

  public long lastDataOffset() {
    return batches.get(batches.size() - 1).lastOffset();
  }

  public boolean isOpen() {
    return outcome.isEmpty();
  }

  ModelTransaction shifted(long offsets) {
    return new ModelTransaction(
        producer,
        producerId,
        producerEpoch,
        batches.stream().map(batch -> batch.shifted(offsets)).toList(),
        endOffset.isPresent() ? OptionalLong.of(endOffset.getAsLong() + offsets) : endOffset,
        outcome);
  }
}
