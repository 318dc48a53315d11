package org.logdiff.analysis.model;

import java.util.Collection;
import java.util.Comparator;
import java.util.HashMap;
import java.util.HashSet;
import java.util.Map;
import java.util.Optional;
import java.util.PriorityQueue;
import java.util.Set;

/**
 * Which transactions a cleaner pass has met so far. A batch is asked about once, in the order of
 * the log. Source: {@code CleanedTransactionMetadata}.
 */
final class CleanedTransactions {

  private static final class Aborted {
    private final AbortedTransaction entry;
    private boolean batchMet;

    Aborted(AbortedTransaction entry) {
      this.entry = entry;
    }
  }

  private final PriorityQueue<AbortedTransaction> ahead =
      new PriorityQueue<>(Comparator.comparingLong(AbortedTransaction::firstOffset));
  private final Map<Long, Aborted> abortedByProducer = new HashMap<>();
  private final Set<Long> othersMet = new HashSet<>();
  private Collection<AbortedTransaction> cleanedIndex;

  /** Aborted transactions of which a batch was met go to this index. */
  void writeTo(Collection<AbortedTransaction> index) {
    cleanedIndex = index;
  }

  void expect(Collection<AbortedTransaction> abortedTransactions) {
    ahead.addAll(abortedTransactions);
  }

  boolean isDiscardable(ModelBatch batch) {
    while (!ahead.isEmpty() && ahead.peek().firstOffset() <= batch.lastOffset()) {
      AbortedTransaction entry = ahead.poll();
      abortedByProducer.putIfAbsent(entry.producerId(), new Aborted(entry));
    }
    return batch.header().control() ? markerIsDiscardable(batch) : dataIsDiscardable(batch);
  }

  private boolean markerIsDiscardable(ModelBatch batch) {
    Optional<EndMarker> marker = batch.marker();
    if (marker.isEmpty()) {
      return true;
    }
    if (marker.get().outcome() == Outcome.COMMIT) {
      return !othersMet.remove(batch.producerId());
    }
    Aborted aborted = abortedByProducer.remove(batch.producerId());
    if (aborted == null || !aborted.batchMet) {
      return true;
    }
    if (cleanedIndex != null) {
      cleanedIndex.add(aborted.entry);
    }
    return false;
  }

  private boolean dataIsDiscardable(ModelBatch batch) {
    if (!batch.header().transactional()) {
      return false;
    }
    Aborted aborted = abortedByProducer.get(batch.producerId());
    if (aborted != null) {
      aborted.batchMet = true;
      return true;
    }
    othersMet.add(batch.producerId());
    return false;
  }
}
