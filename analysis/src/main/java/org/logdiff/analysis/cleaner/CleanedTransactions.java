package org.logdiff.analysis.cleaner;

import java.util.Collection;
import java.util.Comparator;
import java.util.HashMap;
import java.util.HashSet;
import java.util.Map;
import java.util.Optional;
import java.util.PriorityQueue;
import java.util.Set;
import org.logdiff.format.index.AbortedTxn;

/**
 * Which transactions a pass has met so far. A batch is shown once, in the order of the log. Holds
 * one entry for each aborted transaction that is expected or begun, and one producer id for each
 * other transaction begun.
 *
 * <p>Source: {@code CleanedTransactionMetadata}, Kafka 4.4.0; the same in 4.2.1 and 3.9.1.
 */
final class CleanedTransactions {
  static final Ended NOTHING_ENDED = new Ended(false, Optional.empty());

  private final PriorityQueue<AbortedTxn> ahead =
      new PriorityQueue<>(Comparator.comparingLong(AbortedTxn::firstOffset));
  private final Map<Long, Aborted> abortedByProducer = new HashMap<>();
  private final Set<Long> othersMet = new HashSet<>();

  private static final class Aborted {
    private final AbortedTxn entry;
    private boolean isMet;

    private Aborted(AbortedTxn entry) {
      this.entry = entry;
    }
  }

  /**
   * What a marker ends.
   *
   * @param isMet whether a batch of its transaction was met
   * @param cleanedEntry of an aborted one that was met: it stays in the {@code .txnindex}
   */
  record Ended(boolean isMet, Optional<AbortedTxn> cleanedEntry) {}

  void expect(Collection<AbortedTxn> abortedTransactions) {
    ahead.addAll(abortedTransactions);
  }

  /** Whether a data batch belongs to an aborted transaction. */
  boolean isAborted(boolean isTransactional, long producerId, long lastOffset) {
    begin(lastOffset);
    if (!isTransactional) {
      return false;
    }
    Aborted aborted = abortedByProducer.get(producerId);
    if (aborted != null) {
      aborted.isMet = true;
      return true;
    }
    othersMet.add(producerId);
    return false;
  }

  Ended commit(long producerId, long lastOffset) {
    begin(lastOffset);
    return othersMet.remove(producerId) ? new Ended(true, Optional.empty()) : NOTHING_ENDED;
  }

  Ended abort(long producerId, long lastOffset) {
    begin(lastOffset);
    Aborted aborted = abortedByProducer.remove(producerId);
    return aborted == null || !aborted.isMet
        ? NOTHING_ENDED
        : new Ended(true, Optional.of(aborted.entry));
  }

  /** A control batch that ends nothing. */
  void pass(long lastOffset) {
    begin(lastOffset);
  }

  private void begin(long upTo) {
    while (!ahead.isEmpty() && ahead.peek().firstOffset() <= upTo) {
      AbortedTxn entry = ahead.poll();
      abortedByProducer.putIfAbsent(entry.producerId(), new Aborted(entry));
    }
  }
}
