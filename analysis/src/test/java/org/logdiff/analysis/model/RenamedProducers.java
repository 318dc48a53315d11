package org.logdiff.analysis.model;

import java.util.List;
import java.util.NavigableMap;
import java.util.TreeMap;
import java.util.function.UnaryOperator;

/** Replicas as other producers would have left them: for ids and epochs that no history reaches. */
public final class RenamedProducers {

  /** Who wrote a batch. */
  public record Producer(long id, short epoch) {}

  private final UnaryOperator<Producer> rename;

  private RenamedProducers(UnaryOperator<Producer> rename) {
    this.rename = rename;
  }

  /** The same replicas; what was true of them is not renamed, and left out. */
  public static Aftermath of(Aftermath aftermath, UnaryOperator<Producer> rename) {
    RenamedProducers renamed = new RenamedProducers(rename);
    return new Aftermath(
        aftermath.replicas().stream().map(renamed::replica).toList(),
        new Truth(List.of(), List.of(), List.of()),
        List.of(),
        aftermath.nowMs());
  }

  private ReplicaState replica(ReplicaState replica) {
    NavigableMap<Long, List<ProducerEntry>> snapshots = new TreeMap<>();
    replica
        .snapshots()
        .forEach((at, entries) -> snapshots.put(at, entries.stream().map(this::entry).toList()));
    return new ReplicaState(
        replica.nodeId(),
        replica.segments().stream().map(this::segment).toList(),
        replica.logStartOffset(),
        replica.logEndOffset(),
        replica.lastStableOffset(),
        replica.cleanerCheckpoint(),
        replica.leaderEpochs(),
        snapshots,
        replica.inSync(),
        replica.cleanlyStopped());
  }

  private SegmentState segment(SegmentState segment) {
    return new SegmentState(
        segment.baseOffset(),
        segment.batches().stream().map(this::batch).toList(),
        segment.abortedTransactions().stream().map(this::aborted).toList());
  }

  private ModelBatch batch(ModelBatch batch) {
    BatchHeader header = batch.header();
    if (!header.hasProducerId()) {
      return batch;
    }
    Producer producer = rename.apply(new Producer(header.producerId(), header.producerEpoch()));
    return batch.withHeader(
        new BatchHeader(
            header.baseOffset(),
            header.lastOffset(),
            header.leaderEpoch(),
            producer.id(),
            producer.epoch(),
            header.baseSequence(),
            header.transactional(),
            header.control(),
            header.codec(),
            header.maxTimestampMs(),
            header.deleteHorizonMs()));
  }

  private AbortedTransaction aborted(AbortedTransaction aborted) {
    return new AbortedTransaction(
        rename.apply(new Producer(aborted.producerId(), (short) 0)).id(),
        aborted.firstOffset(),
        aborted.lastOffset(),
        aborted.lastStableOffset());
  }

  private ProducerEntry entry(ProducerEntry entry) {
    Producer producer = rename.apply(new Producer(entry.producerId(), entry.producerEpoch()));
    return new ProducerEntry(
        producer.id(),
        producer.epoch(),
        entry.lastSequence(),
        entry.lastDataOffset(),
        entry.offsetDelta(),
        entry.lastTimestampMs(),
        entry.coordinatorEpoch(),
        entry.currentTxnFirstOffset());
  }
}
