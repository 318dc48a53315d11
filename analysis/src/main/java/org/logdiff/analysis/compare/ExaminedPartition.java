package org.logdiff.analysis.compare;

import java.util.List;
import org.logdiff.analysis.align.ParallelWalk;
import org.logdiff.analysis.key.ReplicaRange;
import org.logdiff.analysis.replica.Replica;
import org.logdiff.analysis.transaction.Outcomes;
import org.logdiff.analysis.transaction.ProducerEvent;
import org.logdiff.analysis.transaction.TransactionLedger;

/**
 * A partition whose replicas have been compared, still open.
 *
 * @param partition as in {@code foo-0}
 * @param topic as in {@code foo}
 * @param topicId null if unknown
 * @param ranges per replica: where its word counts
 * @param outcomes of transactions: what is proven, or else an ABORT that keys or clocks settle
 * @param events batches that concern transactions, of all replicas, by offset
 * @param lastStableOffsets per replica
 * @param walk for further passes
 * @param stopTheClock what keeps the cleaners off the topic, as a sentence with the command
 */
public record ExaminedPartition(
    String partition,
    String topic,
    String topicId,
    List<Replica> replicas,
    List<ReplicaRange> ranges,
    TransactionLedger ledger,
    Outcomes outcomes,
    List<ProducerEvent> events,
    long[] lastStableOffsets,
    ParallelWalk walk,
    String stopTheClock) {}
