package org.logdiff.analysis.transaction;

import java.util.Comparator;
import java.util.HashMap;
import java.util.Map;
import java.util.Optional;
import org.logdiff.format.batch.SegmentCursor;

/**
 * The transactions that are open at some point of a replica's log, replayed batch by batch: any
 * transactional data, even an empty batch, opens one for its producer; any full end marker closes
 * what its producer has open. Source: {@code ProducerAppendInfo}, Kafka 4.4.0.
 */
final class OpenTransactions {
  /**
   * Where a transaction begins.
   *
   * @param segment number of the segment
   * @param position of its first batch in that segment's file
   */
  record Start(long producerId, long firstOffset, int segment, long position) {}

  private final Map<Long, Start> byProducer = new HashMap<>();

  void add(int segment, SegmentCursor batch, ProducerEvent.Kind kind) {
    if (batch.producerId() < 0) {
      return;
    }
    if (kind.isEnd()) {
      byProducer.remove(batch.producerId());
    } else if (kind == ProducerEvent.Kind.DATA && batch.isTransactional()) {
      byProducer.putIfAbsent(
          batch.producerId(),
          new Start(batch.producerId(), batch.baseOffset(), segment, batch.position()));
    }
  }

  /** The one that began first; empty if none is open. */
  Optional<Start> oldest() {
    return byProducer.values().stream().min(Comparator.comparingLong(Start::firstOffset));
  }
}
