package org.logdiff.analysis.model;

import java.io.ByteArrayOutputStream;
import java.util.List;
import java.util.function.UnaryOperator;

/** A segment as it lies on the disk. */
public record SegmentState(
    long baseOffset, List<ModelBatch> batches, List<AbortedTransaction> abortedTransactions) {

  public SegmentState {
    batches = List.copyOf(batches);
    abortedTransactions = List.copyOf(abortedTransactions);
  }

  /** The bytes of the {@code .log} file. */
  public byte[] logBytes() {
    ByteArrayOutputStream bytes = new ByteArrayOutputStream();
    batches.forEach(batch -> bytes.writeBytes(batch.encoded()));
    return bytes.toByteArray();
  }

  SegmentState shifted(long offsets) {
    return new SegmentState(
        baseOffset + offsets,
        batches.stream().map(batch -> batch.shifted(offsets)).toList(),
        abortedTransactions.stream().map(aborted -> aborted.shifted(offsets)).toList());
  }

  SegmentState withKeys(UnaryOperator<String> rename) {
    return new SegmentState(
        baseOffset,
        batches.stream().map(batch -> batch.withKeys(rename)).toList(),
        abortedTransactions);
  }
}
