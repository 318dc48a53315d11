package org.logdiff.analysis.compare;

import java.util.List;
import org.logdiff.analysis.align.Alignment;
import org.logdiff.analysis.align.AlignmentListener;
import org.logdiff.analysis.align.ReplicaCursor;
import org.logdiff.analysis.key.KeyHash;
import org.logdiff.analysis.key.KeyState;
import org.logdiff.analysis.key.KeyTable;
import org.logdiff.analysis.key.KeyUpdates;
import org.logdiff.analysis.key.ReplicaRange;
import org.logdiff.analysis.transaction.Outcomes;
import org.logdiff.format.batch.RecordCursor;
import org.logdiff.format.batch.SegmentCursor;

/**
 * The second pass over one chunk: the latest record of each touched key, per replica. A row of the
 * table holds first, per replica, the latest record that counts for certain, then, if there are
 * transactions, per replica, the latest one when records of transactions without a proven outcome
 * count as committed.
 */
final class KeyStateScan implements AlignmentListener {
  private final KeyUpdates table;
  private final boolean hasTransactions;
  private final ReplicaRange[] ranges;
  private final Outcomes outcomes;

  KeyStateScan(
      KeyTable table, List<ReplicaRange> ranges, Outcomes outcomes, boolean hasTransactions) {
    this.table = new KeyUpdates(table);
    this.hasTransactions = hasTransactions;
    this.ranges = ranges.toArray(ReplicaRange[]::new);
    this.outcomes = outcomes;
  }

  @Override
  public void batch(int mask, ReplicaCursor first, Alignment alignment) {}

  @Override
  public boolean wantsRecordsOf(int mask, ReplicaCursor first, Alignment alignment) {
    return !first.span().isControl() && first.span().recordsCount() > 0;
  }

  @Override
  public void record(long offset, int mask, boolean areEqualBytes, Alignment alignment) {
    ReplicaCursor first = alignment.cursor(Integer.numberOfTrailingZeros(mask));
    SegmentCursor batch = first.span();
    RecordCursor record = first.records();
    if (batch.isControl() || !record.hasKey()) {
      return;
    }
    int counting = counting(mask, offset);
    if (counting == 0) {
      return;
    }
    int states = statesToRaise(counting, batch);
    if (states != 0) {
      table.raise(
          KeyHash.of(record.array(), record.keyAt(), record.keyLength()),
          states,
          KeyState.of(offset, !record.hasValue()));
    }
  }

  /** The replicas within whose range the offset lies. */
  private int counting(int mask, long offset) {
    int counting = 0;
    for (int r = 0; r < ranges.length; r++) {
      if ((mask & 1 << r) != 0 && ranges[r].covers(offset)) {
        counting |= 1 << r;
      }
    }
    return counting;
  }

  private int statesToRaise(int counting, SegmentCursor batch) {
    if (!hasTransactions) {
      return counting;
    }
    int asCommitted = counting << ranges.length;
    if (!batch.isTransactional()) {
      return counting | asCommitted;
    }
    return switch (outcomes.of(batch.producerId(), batch.baseOffset())) {
      case COMMITTED -> counting | asCommitted;
      case UNPROVEN -> asCommitted;
      case ABORTED, OPEN -> 0;
    };
  }

  @Override
  public void span(ReplicaCursor cursor) {}

  @Override
  public void unknown(int replica, long first, long last) {}

  @Override
  public void undecodable(ReplicaCursor cursor, String trouble) {}

  @Override
  public void end() {
    table.flush();
  }
}
