package org.logdiff.analysis.transaction;

import java.util.Comparator;
import java.util.HashSet;
import java.util.List;
import java.util.PriorityQueue;
import java.util.Set;
import org.logdiff.format.batch.SegmentCursor;
import org.logdiff.format.index.AbortedTxn;

/**
 * Which batches of a fetch a consumer with {@code read_committed} drops: those of a producer from
 * an aborted transaction's first offset until that producer's ABORT. What it knows ends with the
 * fetch. Source: {@code CompletedFetch}, Kafka 4.4.0.
 */
final class AbortedProducers {
  private final PriorityQueue<AbortedTxn> ahead =
      new PriorityQueue<>(Comparator.comparingLong(AbortedTxn::firstOffset));
  private final Set<Long> aborted = new HashSet<>();

  /**
   * @param abortedTransactions as sent with the fetch
   */
  AbortedProducers(List<AbortedTxn> abortedTransactions) {
    ahead.addAll(abortedTransactions);
  }

  /** Whether the next batch of the fetch is dropped. */
  boolean drops(SegmentCursor batch, ProducerEvent.Kind kind) {
    if (batch.producerId() < 0) {
      return false;
    }
    while (!ahead.isEmpty() && ahead.peek().firstOffset() <= batch.lastOffset()) {
      aborted.add(ahead.poll().producerId());
    }
    if (kind == ProducerEvent.Kind.ABORT) {
      aborted.remove(batch.producerId());
      return false;
    }
    return batch.isTransactional() && aborted.contains(batch.producerId());
  }
}
