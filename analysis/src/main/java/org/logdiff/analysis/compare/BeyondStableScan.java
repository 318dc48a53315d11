package org.logdiff.analysis.compare;

import org.logdiff.analysis.align.Alignment;
import org.logdiff.analysis.align.QuietScan;
import org.logdiff.analysis.align.ReplicaCursor;
import org.logdiff.analysis.report.BeyondStable;
import org.logdiff.format.batch.SegmentCursor;

/**
 * A pass over headers that counts what each replica holds at or above its last stable offset
 * (docs/semantics.md, section 7). Brokers serve whole batches, so a batch that reaches it counts
 * whole.
 */
final class BeyondStableScan extends QuietScan {
  private final long[] lastStableOffsets;
  private final long[] records;
  private final long[] batches;
  private final long[] bytes;

  /**
   * @param lastStableOffsets per replica
   */
  BeyondStableScan(long[] lastStableOffsets) {
    this.lastStableOffsets = lastStableOffsets;
    this.records = new long[lastStableOffsets.length];
    this.batches = new long[lastStableOffsets.length];
    this.bytes = new long[lastStableOffsets.length];
  }

  void add(BeyondStableScan other) {
    for (int r = 0; r < records.length; r++) {
      records[r] += other.records[r];
      batches[r] += other.batches[r];
      bytes[r] += other.bytes[r];
    }
  }

  BeyondStable of(int replica) {
    return new BeyondStable(records[replica], batches[replica], bytes[replica]);
  }

  @Override
  public void batch(int mask, ReplicaCursor first, Alignment alignment) {
    SegmentCursor batch = first.span();
    for (int r = 0; r < records.length; r++) {
      if ((mask & 1 << r) != 0 && batch.lastOffset() >= lastStableOffsets[r]) {
        records[r] += batch.isControl() ? 0 : batch.recordsCount();
        batches[r]++;
        bytes[r] += batch.length();
      }
    }
  }
}
