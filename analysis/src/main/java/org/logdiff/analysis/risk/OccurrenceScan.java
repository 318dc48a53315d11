package org.logdiff.analysis.risk;

import java.util.Optional;
import java.util.concurrent.atomic.AtomicLongArray;
import org.logdiff.analysis.align.Alignment;
import org.logdiff.analysis.align.QuietScan;
import org.logdiff.analysis.align.ReplicaCursor;
import org.logdiff.analysis.key.KeyHash;
import org.logdiff.analysis.key.KeyOccurrences;
import org.logdiff.analysis.key.KeyTable;
import org.logdiff.analysis.replica.Replica;
import org.logdiff.format.batch.RecordCursor;
import org.logdiff.format.batch.SegmentCursor;

/**
 * Finds, per replica, the lowest offset at which a key occurs for the second time, and, in the
 * first round, what batches and tombstones show of its cleaner.
 */
final class OccurrenceScan extends QuietScan {
  private final KeyOccurrences occurrences;
  private final Optional<CleanerTraces> traces;
  private final Optional<CleanerTraces.Part> batches;

  OccurrenceScan(KeyTable table, AtomicLongArray lowestSecond, Optional<CleanerTraces> traces) {
    occurrences = new KeyOccurrences(table, lowestSecond);
    this.traces = traces;
    batches = traces.map(all -> all.new Part());
  }

  @Override
  public void batch(int mask, ReplicaCursor first, Alignment alignment) {
    batches.ifPresent(
        part -> part.batch(mask, first.span().baseOffset(), first.span().maxTimestamp()));
  }

  @Override
  public boolean wantsRecordsOf(int mask, ReplicaCursor first, Alignment alignment) {
    return !first.span().isControl()
        && first.span().recordsCount() > 0
        && occurrences.concerned(mask, first.span().baseOffset()) != 0;
  }

  @Override
  public void record(long offset, int mask, boolean areEqualBytes, Alignment alignment) {
    int concerned = occurrences.concerned(mask, offset);
    if (concerned == 0) {
      return;
    }
    ReplicaCursor first = alignment.cursor(Integer.numberOfTrailingZeros(mask));
    RecordCursor record = first.records();
    if (first.span().isControl() || !record.hasKey()) {
      return;
    }
    for (int r = 0; r < alignment.replicas().size(); r++) {
      Replica replica = alignment.replicas().get(r);
      concerned &= offset < replica.logStartOffset() ? ~(1 << r) : -1;
    }
    if (concerned == 0) {
      return;
    }
    occurrences.add(
        KeyHash.of(record.array(), record.keyAt(), record.keyLength()), concerned, offset);
    if (traces.isPresent() && !record.hasValue()) {
      traces
          .get()
          .unstamped(
              unstamped(concerned, first, areEqualBytes, alignment), offset, record.timestamp());
    }
  }

  /** The replicas of a mask on which the batch has no delete horizon and could have one. */
  private static int unstamped(
      int mask, ReplicaCursor first, boolean areEqualBytes, Alignment alignment) {
    int unstamped = 0;
    for (int r = 0; r < alignment.replicas().size(); r++) {
      if ((mask & 1 << r) != 0) {
        SegmentCursor batch = areEqualBytes ? first.span() : alignment.cursor(r).span();
        unstamped |= batch.hasDeleteHorizon() || batch.isLegacy() ? 0 : 1 << r;
      }
    }
    return unstamped;
  }

  @Override
  public void end() {
    occurrences.flush();
    batches.ifPresent(CleanerTraces.Part::flush);
  }
}
