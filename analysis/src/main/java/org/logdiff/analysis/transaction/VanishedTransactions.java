package org.logdiff.analysis.transaction;

import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.logdiff.analysis.replica.Replica;
import org.logdiff.format.snapshot.ProducerEntry;

/**
 * Finds transactions that a replica closed by an ABORT which may not have been their own, and whose
 * data its cleaner has removed since. What is left of such a fault looks like lost tombstones: each
 * key that the transaction deleted is alive there (docs/semantics.md, section 6).
 */
public final class VanishedTransactions {
  private VanishedTransactions() {}

  /**
   * @param events of all replicas, by offset
   */
  public static List<VanishedTransaction> find(
      List<Replica> replicas, List<ProducerEvent> events, CoordinatorWord coordinator) {
    List<VanishedTransaction> vanished = new ArrayList<>();
    for (int r = 0; r < replicas.size(); r++) {
      for (Replica.SnapshotAt snapshot : replicas.get(r).snapshots()) {
        if (isOffBoundary(replicas.get(r), snapshot)) {
          for (ProducerEntry entry : snapshot.state().producerEntries()) {
            if (entry.hasOpenTransaction()) {
              of(r, snapshot, entry, events, coordinator).ifPresent(vanished::add);
            }
          }
        }
      }
    }
    return vanished;
  }

  private static boolean isOffBoundary(Replica replica, Replica.SnapshotAt snapshot) {
    return snapshot.offset() < replica.logEndOffset()
        && replica.segments().stream().noneMatch(s -> s.baseOffset() == snapshot.offset());
  }

  private static Optional<VanishedTransaction> of(
      int r,
      Replica.SnapshotAt snapshot,
      ProducerEntry entry,
      List<ProducerEvent> events,
      CoordinatorWord coordinator) {
    ProducerEvent nextEnd = null;
    for (ProducerEvent event : events) {
      if (event.producerId() != entry.producerId()) {
        continue;
      }
      boolean isData = event.kind() == ProducerEvent.Kind.DATA;
      if (isData
          && event.firstOffset() >= entry.currentTxnFirstOffset()
          && event.firstOffset() < snapshot.offset()) {
        return Optional.empty();
      }
      if (nextEnd == null
          && event.kind().isEnd()
          && event.firstOffset() >= snapshot.offset()
          && (event.mask() & 1 << r) != 0) {
        nextEnd = event;
      }
    }
    if (nextEnd == null || nextEnd.kind() != ProducerEvent.Kind.ABORT) {
      return Optional.empty();
    }
    Optional<CoordinatorWord.Decision> decision =
        coordinator.decision(
            entry.producerId(), entry.epoch(), entry.timestamp(), entry.timestamp());
    return Optional.of(
        new VanishedTransaction(
            r,
            snapshot,
            entry.producerId(),
            entry.epoch(),
            entry.currentTxnFirstOffset(),
            Math.max(entry.lastOffset(), entry.currentTxnFirstOffset()),
            nextEnd,
            nextEnd.producerEpoch() > entry.epoch() + 1,
            decision));
  }
}
