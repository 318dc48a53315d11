package org.logdiff.analysis.risk;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.logdiff.analysis.compare.ExaminedPartition;
import org.logdiff.analysis.key.CatchUp;
import org.logdiff.analysis.key.ReplicaRange;
import org.logdiff.analysis.report.RecordAtRisk;
import org.logdiff.analysis.transaction.Outcomes;
import org.logdiff.analysis.transaction.ProducerTransaction;
import org.logdiff.analysis.transaction.TransactionEnd;
import org.logdiff.analysis.transaction.TransactionPart;

/**
 * The end markers that some replica has in full and another lacks that still has a batch of the
 * transaction: rows i and l of table 5.2, and, before row l, every one that a replica which is
 * behind has yet to receive.
 */
final class MarkerNeeds {
  private final ExaminedPartition partition;
  private final List<ReplicaRange> ranges;
  private final CatchUp catchUp;
  private final Map<Long, MarkerNeed> byMarker = new HashMap<>();
  private final Map<Long, MarkerNeed> byData = new HashMap<>();

  MarkerNeeds(ExaminedPartition partition) {
    this.partition = partition;
    ranges = partition.ranges();
    catchUp = new CatchUp(ranges);
    for (ProducerTransaction transaction : partition.ledger().transactions()) {
      transaction.end().filter(end -> end.fullMask() != 0).ifPresent(end -> add(transaction, end));
    }
  }

  private void add(ProducerTransaction transaction, TransactionEnd end) {
    List<RecordAtRisk.Need> needs = new ArrayList<>();
    List<String> goneFrom = new ArrayList<>();
    boolean isProven = true;
    for (int q = 0; q < ranges.size(); q++) {
      if ((end.fullMask() & 1 << q) != 0) {
        continue;
      }
      if ((transaction.holders() & 1 << q) == 0) {
        if (ranges.get(q).covers(end.offset())) {
          goneFrom.add(name(q));
        }
        continue;
      }
      RecordAtRisk.Reason reason = reason(q, transaction, end.offset());
      if (reason != null) {
        TransactionPart part = lastPartOn(q, transaction);
        needs.add(new RecordAtRisk.Need(name(q), reason, part.firstOffset()));
        isProven &= part.outcome() != Outcomes.Outcome.UNPROVEN;
      }
    }
    if (!needs.isEmpty()) {
      MarkerNeed need =
          new MarkerNeed(transaction, needs, goneFrom, isProven, partition.replicas().size());
      byMarker.put(end.offset(), need);
      transaction.data().forEach(data -> byData.put(data.firstOffset(), need));
    }
  }

  private RecordAtRisk.Reason reason(int q, ProducerTransaction transaction, long marker) {
    ReplicaRange range = ranges.get(q);
    if (range.covers(marker)) {
      return range.mayHideAtOrAbove(marker) ? null : RecordAtRisk.Reason.LOST;
    }
    long orphan = lastPartOn(q, transaction).lastOffset();
    return marker >= range.end() && catchUp.hasSource(q, orphan, marker)
        ? RecordAtRisk.Reason.BEHIND
        : null;
  }

  private static TransactionPart lastPartOn(int q, ProducerTransaction transaction) {
    return transaction.parts().stream()
        .filter(part -> (part.holders() & 1 << q) != 0)
        .reduce((earlier, later) -> later)
        .orElseThrow();
  }

  private String name(int replica) {
    return partition.replicas().get(replica).name();
  }

  boolean isEmpty() {
    return byMarker.isEmpty();
  }

  /** By the marker's offset; null if nobody needs that one. */
  MarkerNeed ofMarker(long offset) {
    return byMarker.get(offset);
  }

  /**
   * By the base offset of a data batch of its transaction; null if nobody needs that one's marker.
   */
  MarkerNeed ofData(long baseOffset) {
    return byData.get(baseOffset);
  }

  Iterable<MarkerNeed> all() {
    return byMarker.values();
  }
}
