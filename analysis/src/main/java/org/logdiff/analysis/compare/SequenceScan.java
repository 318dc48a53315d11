package org.logdiff.analysis.compare;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.logdiff.analysis.align.Alignment;
import org.logdiff.analysis.align.OffsetRanges;
import org.logdiff.analysis.align.QuietScan;
import org.logdiff.analysis.align.ReplicaCursor;
import org.logdiff.format.batch.SegmentCursor;

/**
 * A pass over headers: the batches of some idempotent producers next to gaps, which tell what lay
 * there. A producer may have written all of a log, so batches far from gaps are not kept.
 */
final class SequenceScan extends QuietScan {
  private final Map<Long, OffsetRanges> gapsOf;
  private final Map<Long, SequencedBatch> latest = new HashMap<>();

  final List<SequencedBatch> batches = new ArrayList<>();

  /**
   * @param gapsOf by producer id: the gaps in which it may have written
   */
  SequenceScan(Map<Long, OffsetRanges> gapsOf) {
    this.gapsOf = gapsOf;
  }

  /** A data batch of an idempotent producer, as it was when it was written. */
  record SequencedBatch(
      long producerId, short producerEpoch, long firstOffset, long lastOffset, int baseSequence) {}

  @Override
  public void batch(int mask, ReplicaCursor first, Alignment alignment) {
    SegmentCursor batch = first.span();
    if (batch.isControl() || batch.baseSequence() < 0) {
      return;
    }
    OffsetRanges gaps = gapsOf.get(batch.producerId());
    if (gaps == null) {
      return;
    }
    SequencedBatch here =
        new SequencedBatch(
            batch.producerId(),
            batch.producerEpoch(),
            batch.baseOffset(),
            batch.lastOffset(),
            batch.baseSequence());
    SequencedBatch before = latest.put(batch.producerId(), here);
    if (before == null) {
      batches.add(here);
    } else if (before.firstOffset() >= here.firstOffset()
        || gaps.intersects(before.firstOffset(), here.lastOffset())) {
      batches.add(before);
      batches.add(here);
    }
  }

  /** What comes next may lie behind a gap. */
  @Override
  public void end() {
    batches.addAll(latest.values());
  }
}
