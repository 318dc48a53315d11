package org.logdiff.analysis.model;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashSet;
import java.util.List;
import java.util.PriorityQueue;
import java.util.Set;

/**
 * What a consumer gets that reads the whole log from a replica that leads alone: batches below the
 * end of its isolation level, and the aborted transactions that the replica's own index gives.
 * Source: {@code CompletedFetch} of the consumer.
 */
public final class ConsumerView {

  private ConsumerView() {}

  /** The records, in the order of the log. */
  public static List<ModelRecord> of(ReplicaState replica, IsolationLevel isolation) {
    return isolation == IsolationLevel.READ_COMMITTED
        ? readCommitted(replica)
        : visible(replica, replica.batches());
  }

  private static List<ModelRecord> readCommitted(ReplicaState replica) {
    PriorityQueue<AbortedTransaction> ahead =
        new PriorityQueue<>(Comparator.comparingLong(AbortedTransaction::firstOffset));
    ahead.addAll(AbortedTransactions.forConsumer(replica));
    Set<Long> abortedProducers = new HashSet<>();
    List<ModelBatch> delivered = new ArrayList<>();
    for (ModelBatch batch : replica.batches()) {
      if (batch.baseOffset() >= replica.lastStableOffset()) {
        break;
      }
      while (!ahead.isEmpty() && ahead.peek().firstOffset() <= batch.lastOffset()) {
        abortedProducers.add(ahead.poll().producerId());
      }
      if (batch.marker().isPresent()) {
        if (batch.marker().get().outcome() == Outcome.ABORT) {
          abortedProducers.remove(batch.producerId());
        }
      } else if (!batch.isTransactionalData() || !abortedProducers.contains(batch.producerId())) {
        delivered.add(batch);
      }
    }
    return visible(replica, delivered);
  }

  private static List<ModelRecord> visible(ReplicaState replica, List<ModelBatch> batches) {
    return batches.stream()
        .flatMap(batch -> batch.records().stream())
        .filter(record -> record.offset() >= replica.logStartOffset())
        .toList();
  }
}
