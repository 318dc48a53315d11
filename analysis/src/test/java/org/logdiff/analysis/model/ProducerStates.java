package org.logdiff.analysis.model;

import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.TreeMap;

/**
 * A broker's producer state, replayed batch by batch. Source: {@code ProducerStateManager}, {@code
 * ProducerAppendInfo}.
 */
final class ProducerStates {

  private final Map<Long, ProducerEntry> entries = new TreeMap<>();

  /**
   * Takes a batch. An emptied control batch changes nothing, but makes a producer known, without
   * its epoch. Returns the entry of the transaction index if the batch aborted one.
   */
  Optional<AbortedTransaction> update(ModelBatch batch) {
    BatchHeader header = batch.header();
    if (!header.hasProducerId()) {
      return Optional.empty();
    }
    if (batch.isGravestone()) {
      entries.putIfAbsent(
          header.producerId(),
          ProducerEntry.unknown(header.producerId(), BatchHeader.NO_PRODUCER_EPOCH));
      return Optional.empty();
    }
    ProducerEntry before =
        entries.getOrDefault(
            header.producerId(),
            ProducerEntry.unknown(header.producerId(), header.producerEpoch()));
    if (batch.marker().isEmpty()) {
      entries.put(header.producerId(), before.afterData(header));
      return Optional.empty();
    }
    EndMarker marker = batch.marker().get();
    entries.put(header.producerId(), before.afterMarker(header, marker));
    if (marker.outcome() == Outcome.COMMIT || before.currentTxnFirstOffset().isEmpty()) {
      return Optional.empty();
    }
    return Optional.of(
        new AbortedTransaction(
            header.producerId(),
            before.currentTxnFirstOffset().getAsLong(),
            header.lastOffset(),
            firstOpenOffset().orElse(header.nextOffset())));
  }

  /** First offset of the oldest open transaction. */
  OptionalLong firstOpenOffset() {
    return entries.values().stream()
        .map(ProducerEntry::currentTxnFirstOffset)
        .filter(OptionalLong::isPresent)
        .mapToLong(OptionalLong::getAsLong)
        .min();
  }

  Optional<ProducerEntry> entry(long producerId) {
    return Optional.ofNullable(entries.get(producerId));
  }

  List<ProducerEntry> entries() {
    return List.copyOf(entries.values());
  }

  void expire(long nowMs, long producerIdExpirationMs) {
    entries
        .values()
        .removeIf(
            entry ->
                entry.currentTxnFirstOffset().isEmpty()
                    && nowMs - entry.lastTimestampMs() >= producerIdExpirationMs);
  }

  void takeOver(ProducerStates others) {
    entries.putAll(others.entries);
  }

  void load(List<ProducerEntry> snapshot) {
    snapshot.forEach(entry -> entries.put(entry.producerId(), entry));
  }

  void clear() {
    entries.clear();
  }
}
