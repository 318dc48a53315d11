package org.logdiff.analysis.compare;

import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import org.logdiff.analysis.align.Alignment;
import org.logdiff.analysis.align.AlignmentListener;
import org.logdiff.analysis.align.ReplicaCursor;
import org.logdiff.format.batch.SegmentCursor;

/** A pass over headers: the batches of some idempotent producers, which tell what lay in gaps. */
final class SequenceScan implements AlignmentListener {
  private final Set<Long> producerIds;

  final List<SequencedBatch> batches = new ArrayList<>();

  SequenceScan(Set<Long> producerIds) {
    this.producerIds = producerIds;
  }

  /** A data batch of an idempotent producer, as it was when it was written. */
  record SequencedBatch(
      long producerId, short producerEpoch, long firstOffset, long lastOffset, int baseSequence) {}

  @Override
  public void batch(int mask, ReplicaCursor first, Alignment alignment) {
    SegmentCursor batch = first.span();
    if (!batch.isControl()
        && batch.baseSequence() >= 0
        && producerIds.contains(batch.producerId())) {
      batches.add(
          new SequencedBatch(
              batch.producerId(),
              batch.producerEpoch(),
              batch.baseOffset(),
              batch.lastOffset(),
              batch.baseSequence()));
    }
  }

  @Override
  public boolean wantsRecordsOf(int mask, ReplicaCursor first, Alignment alignment) {
    return false;
  }

  @Override
  public void record(long offset, int mask, boolean areEqualBytes, Alignment alignment) {}

  @Override
  public void span(ReplicaCursor cursor) {}

  @Override
  public void unknown(int replica, long first, long last) {}

  @Override
  public void undecodable(ReplicaCursor cursor, String trouble) {}
}
