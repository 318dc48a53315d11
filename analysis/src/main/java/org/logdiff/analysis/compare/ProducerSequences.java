package org.logdiff.analysis.compare;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.logdiff.analysis.replica.Replica;
import org.logdiff.analysis.report.OffsetRange;
import org.logdiff.format.batch.RecordBatchHeader;
import org.logdiff.format.snapshot.ProducerEntry;

/**
 * What the sequences of idempotent producers say of gaps: a sequence that runs on across a gap says
 * that the gap held nothing of that producer; one that jumps says how many of its records are gone.
 */
final class ProducerSequences {
  private final Map<Long, List<SequenceScan.SequencedBatch>> byProducer = new HashMap<>();
  private final List<Replica> replicas;

  ProducerSequences(List<Replica> replicas) {
    this.replicas = replicas;
  }

  /** Takes the next chunk's batches. */
  void take(SequenceScan scan) {
    for (SequenceScan.SequencedBatch batch : scan.batches) {
      byProducer.computeIfAbsent(batch.producerId(), id -> new ArrayList<>()).add(batch);
    }
  }

  /** To be called after the last chunk. */
  void finish() {
    byProducer
        .values()
        .forEach(
            list ->
                list.sort(
                    Comparator.comparingLong(SequenceScan.SequencedBatch::firstOffset)
                        .thenComparingLong(SequenceScan.SequencedBatch::lastOffset)));
  }

  /** Of some gaps, those that can hold a record of a producer; all if nothing speaks against it. */
  List<OffsetRange> thatMayHold(long producerId, List<OffsetRange> gaps) {
    List<SequenceScan.SequencedBatch> batches = byProducer.get(producerId);
    if (batches == null) {
      return gaps;
    }
    return gaps.stream().filter(gap -> mayHold(batches, producerId, gap)).toList();
  }

  private boolean mayHold(
      List<SequenceScan.SequencedBatch> batches, long producerId, OffsetRange gap) {
    SequenceScan.SequencedBatch before = null;
    for (SequenceScan.SequencedBatch batch : batches) {
      if (batch.firstOffset() > gap.last()) {
        return before == null || missingBetween(before, batch) != 0;
      }
      if (batch.lastOffset() < gap.first()) {
        before = batch;
      }
    }
    return before == null || !endsWith(producerId, before);
  }

  /** Records of the producer that are gone between two batches; -1 if it cannot be said. */
  private static int missingBetween(
      SequenceScan.SequencedBatch before, SequenceScan.SequencedBatch after) {
    if (before.producerEpoch() != after.producerEpoch()) {
      return -1;
    }
    int expected =
        RecordBatchHeader.plusSequence(
            before.baseSequence(), (int) (before.lastOffset() - before.firstOffset()) + 1);
    return RecordBatchHeader.plusSequence(after.baseSequence(), -expected);
  }

  /**
   * Whether a snapshot of any replica, taken later, still has this batch as the producer's last.
   */
  private boolean endsWith(long producerId, SequenceScan.SequencedBatch last) {
    ProducerEntry latest = null;
    long latestAt = -1;
    for (Replica replica : replicas) {
      for (Replica.SnapshotAt snapshot : replica.snapshots()) {
        for (ProducerEntry entry : snapshot.state().producerEntries()) {
          if (entry.producerId() == producerId && snapshot.offset() > latestAt) {
            latest = entry;
            latestAt = snapshot.offset();
          }
        }
      }
    }
    return latest != null
        && latestAt > last.lastOffset()
        && latest.lastOffset() == last.lastOffset()
        && latest.epoch() == last.producerEpoch();
  }
}
