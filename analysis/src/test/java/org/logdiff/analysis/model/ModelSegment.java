package org.logdiff.analysis.model;

import java.util.ArrayList;
import java.util.List;

/** A segment of a replica's log, while its history goes on. */
final class ModelSegment {

  final long baseOffset;
  final List<ModelBatch> batches = new ArrayList<>();
  final List<AbortedTransaction> abortedTransactions = new ArrayList<>();

  ModelSegment(long baseOffset) {
    this.baseOffset = baseOffset;
  }

  /** One past the last batch; the base offset if there is none. */
  long nextOffset() {
    return batches.isEmpty() ? baseOffset : batches.get(batches.size() - 1).nextOffset();
  }

  long sizeInBytes() {
    return batches.stream().mapToLong(ModelBatch::sizeInBytes).sum();
  }

  long largestTimestampMs() {
    return batches.stream().mapToLong(batch -> batch.header().maxTimestampMs()).max().orElse(-1);
  }

  ModelSegment copy() {
    ModelSegment copy = new ModelSegment(baseOffset);
    copy.batches.addAll(batches);
    copy.abortedTransactions.addAll(abortedTransactions);
    return copy;
  }

  SegmentState state() {
    return new SegmentState(baseOffset, batches, abortedTransactions);
  }
}
