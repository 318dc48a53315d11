package org.logdiff.analysis.risk;

import java.io.IOException;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.HashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.atomic.AtomicLongArray;
import org.logdiff.analysis.compare.ExaminedPartition;
import org.logdiff.analysis.key.HashRange;
import org.logdiff.analysis.key.KeyTable;
import org.logdiff.analysis.key.ReplicaRange;
import org.logdiff.analysis.replica.Replica;
import org.logdiff.analysis.report.OffsetRange;
import org.logdiff.analysis.report.ReplicaBounds;
import org.logdiff.analysis.report.ReplicaSummary;
import org.logdiff.analysis.transaction.ProducerEvent;
import org.logdiff.format.snapshot.ProducerEntry;

/** Computes MCCO and MXFO of each replica (docs/semantics.md, 8). */
final class RemovalBounds {
  private final ExaminedPartition partition;
  private final List<ReplicaSummary> summaries;
  private final KeyTable table;
  private final CleanerTraces traces;
  private final Steps steps;

  /**
   * @param traces filled on the way
   */
  RemovalBounds(
      ExaminedPartition partition,
      List<ReplicaSummary> summaries,
      KeyTable table,
      CleanerTraces traces,
      Steps steps) {
    this.partition = partition;
    this.traces = traces;
    this.summaries = summaries;
    this.table = table;
    this.steps = steps;
  }

  /**
   * By replica.
   *
   * @throws IOException if the medium fails
   */
  List<ReplicaBounds> bounds() throws IOException {
    AtomicLongArray second = secondOccurrences();
    List<ReplicaBounds> bounds = new ArrayList<>();
    for (int r = 0; r < summaries.size(); r++) {
      long hidden = firstHidden(partition.ranges().get(r));
      long transactionFree = firstOfTransactions(r);
      bounds.add(
          new ReplicaBounds(
              summaries.get(r),
              Math.min(second.get(r), hidden),
              Math.min(transactionFree, hidden),
              hidden < Math.max(second.get(r), transactionFree)));
    }
    return bounds;
  }

  /** In as many rounds as the table's budget wants; each looks only below what is known. */
  private AtomicLongArray secondOccurrences() throws IOException {
    int replicas = partition.replicas().size();
    AtomicLongArray second = new AtomicLongArray(replicas);
    for (int r = 0; r < replicas; r++) {
      second.set(r, partition.replicas().get(r).logEndOffset());
    }
    Deque<HashRange> ranges = new ArrayDeque<>(List.of(HashRange.ALL));
    Optional<CleanerTraces> toFill = Optional.of(traces);
    while (!ranges.isEmpty()) {
      Optional<CleanerTraces> now = toFill;
      table.restart(ranges.poll());
      table.giveStates(replicas);
      partition
          .walk()
          .walk(
              () -> new OccurrenceScan(table, second, now),
              scan -> {},
              steps.progress("keys that occur again"));
      ranges.addAll(table.postponed());
      toFill = Optional.empty();
    }
    return second;
  }

  private static long firstHidden(ReplicaRange range) {
    return range.unknown().stream().mapToLong(OffsetRange::first).min().orElse(Long.MAX_VALUE);
  }

  /** Any batch of data counts, even an empty one: a broker that copies it opens a transaction. */
  private long firstOfTransactions(int replica) {
    Replica log = partition.replicas().get(replica);
    long first = log.logEndOffset();
    for (ProducerEvent event : partition.events()) {
      boolean isData =
          event.kind() == ProducerEvent.Kind.DATA
              && (event.mask() & 1 << replica) != 0
              && event.lastOffset() >= log.logStartOffset();
      if (isData) {
        first = Math.min(first, Math.max(event.firstOffset(), log.logStartOffset()));
      }
    }
    return hasOlderOpen(replica)
        ? log.logStartOffset()
        : Math.min(first, partition.lastStableOffsets()[replica]);
  }

  /**
   * Whether a transaction is open whose data lies below the log start: a snapshot still has it, and
   * no marker has ended it since.
   */
  private boolean hasOlderOpen(int replica) {
    Replica log = partition.replicas().get(replica);
    if (log.snapshots().isEmpty()) {
      return false;
    }
    Replica.SnapshotAt last = log.snapshots().get(log.snapshots().size() - 1);
    Set<Long> open = new HashSet<>();
    for (ProducerEntry entry : last.state().producerEntries()) {
      if (entry.currentTxnFirstOffset() >= 0
          && entry.currentTxnFirstOffset() < log.logStartOffset()) {
        open.add(entry.producerId());
      }
    }
    for (ProducerEvent event : partition.events()) {
      boolean endsHere =
          event.kind().isEnd()
              && (event.mask() & 1 << replica) != 0
              && event.firstOffset() >= last.offset();
      if (endsHere) {
        open.remove(event.producerId());
      }
    }
    return !open.isEmpty();
  }
}
