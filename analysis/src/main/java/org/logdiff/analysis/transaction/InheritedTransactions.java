package org.logdiff.analysis.transaction;

import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.OptionalLong;
import org.logdiff.analysis.replica.Replica;
import org.logdiff.format.snapshot.ProducerEntry;

/**
 * The transactions that a replica's broker knows to be open from a producer snapshot alone: they
 * began below the log start. What lies there may be deleted, but no transaction ends by that.
 * Source: {@code ProducerStateManager.truncateAndReload}, which loads the newest snapshot above the
 * log start, Kafka 4.4.0.
 */
public final class InheritedTransactions {
  private final long snapshotOffset;
  private final Map<Long, ProducerEntry> byProducer;

  private InheritedTransactions(long snapshotOffset, Map<Long, ProducerEntry> byProducer) {
    this.snapshotOffset = snapshotOffset;
    this.byProducer = byProducer;
  }

  /** For a log of which no snapshot is known. */
  static InheritedTransactions none() {
    return new InheritedTransactions(0, new HashMap<>());
  }

  public static InheritedTransactions of(Replica replica) {
    Map<Long, ProducerEntry> open = new HashMap<>();
    long newest = 0;
    for (Replica.SnapshotAt snapshot : replica.snapshots()) {
      if (snapshot.offset() > replica.logStartOffset()
          && snapshot.offset() <= replica.logEndOffset()) {
        newest = snapshot.offset();
        open.clear();
        for (ProducerEntry entry : snapshot.state().producerEntries()) {
          if (entry.hasOpenTransaction()
              && entry.currentTxnFirstOffset() < replica.logStartOffset()) {
            open.put(entry.producerId(), entry);
          }
        }
      }
    }
    return new InheritedTransactions(newest, open);
  }

  /** Takes out what an end marker of the log ends: the snapshot knows all that lies below it. */
  public void end(long producerId, long markerOffset) {
    if (markerOffset >= snapshotOffset) {
      byProducer.remove(producerId);
    }
  }

  /** The first offset of the oldest one; empty without any. */
  public OptionalLong oldest() {
    return byProducer.values().stream().mapToLong(ProducerEntry::currentTxnFirstOffset).min();
  }

  /** First offset of each, by producer id. */
  Map<Long, Long> firstOffsets() {
    Map<Long, Long> firstOffsets = new HashMap<>();
    byProducer.forEach((id, entry) -> firstOffsets.put(id, entry.currentTxnFirstOffset()));
    return firstOffsets;
  }

  /** The producers that have one, as the snapshot has them. */
  public List<ProducerEntry> producers() {
    return List.copyOf(byProducer.values());
  }
}
