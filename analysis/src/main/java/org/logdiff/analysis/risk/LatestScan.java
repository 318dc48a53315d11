package org.logdiff.analysis.risk;

import java.util.List;
import org.logdiff.analysis.align.Alignment;
import org.logdiff.analysis.align.QuietScan;
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
 * The latest record of each touched key. A row of the table holds first, per replica, the latest
 * record that counts for certain, then, per replica, the latest one when records of transactions
 * without a proven outcome count as committed. Those of aborted and open transactions never count.
 */
final class LatestScan extends QuietScan {
  private final KeyUpdates table;
  private final List<ReplicaRange> ranges;
  private final Outcomes outcomes;

  LatestScan(KeyTable table, List<ReplicaRange> ranges, Outcomes outcomes) {
    this.table = new KeyUpdates(table);
    this.ranges = ranges;
    this.outcomes = outcomes;
  }

  @Override
  public boolean wantsRecordsOf(int mask, ReplicaCursor first, Alignment alignment) {
    return !first.span().isControl() && first.span().recordsCount() > 0;
  }

  @Override
  public void record(long offset, int mask, boolean areEqualBytes, Alignment alignment) {
    ReplicaCursor first = alignment.cursor(Integer.numberOfTrailingZeros(mask));
    RecordCursor record = first.records();
    if (first.span().isControl() || !record.hasKey()) {
      return;
    }
    Outcomes.Outcome outcome = outcomeOf(first.span(), outcomes);
    int counting = within(ranges, mask, offset);
    if (counting == 0 || !mayCount(outcome)) {
      return;
    }
    int asCommitted = counting << ranges.size();
    table.raise(
        KeyHash.of(record.array(), record.keyAt(), record.keyLength()),
        outcome == Outcomes.Outcome.COMMITTED ? counting | asCommitted : asCommitted,
        KeyState.of(offset, !record.hasValue()));
  }

  @Override
  public void end() {
    table.flush();
  }

  /** What became of a data batch; committed if it belongs to no transaction. */
  static Outcomes.Outcome outcomeOf(SegmentCursor batch, Outcomes outcomes) {
    return batch.isTransactional()
        ? outcomes.of(batch.producerId(), batch.baseOffset())
        : Outcomes.Outcome.COMMITTED;
  }

  /** Whether consumers get records of such an outcome, or may. */
  static boolean mayCount(Outcomes.Outcome outcome) {
    return outcome == Outcomes.Outcome.COMMITTED || outcome == Outcomes.Outcome.UNPROVEN;
  }

  /** The replicas of a mask within whose range an offset lies. */
  static int within(List<ReplicaRange> ranges, int mask, long offset) {
    int within = 0;
    for (int r = 0; r < ranges.size(); r++) {
      if ((mask & 1 << r) != 0 && ranges.get(r).covers(offset)) {
        within |= 1 << r;
      }
    }
    return within;
  }
}
