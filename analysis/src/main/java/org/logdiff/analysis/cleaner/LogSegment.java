package org.logdiff.analysis.cleaner;

import java.util.List;
import java.util.Optional;
import org.logdiff.format.batch.SegmentExtent;
import org.logdiff.format.disk.ReadOnlyFile;
import org.logdiff.format.index.AbortedTxn;
import org.logdiff.format.index.OffsetIndexLookup;

/**
 * What a pass asks of a segment.
 *
 * @param index where to begin to read; empty if there is none
 * @param offsetIndexBytes entries of the {@code .index} in use, in bytes
 * @param timeIndexBytes entries of the {@code .timeindex} in use, in bytes
 * @param largestTimestampMs by the {@code .timeindex}; -1 if it is empty
 * @param lastModifiedMs of the {@code .log}
 * @param abortedTransactions its {@code .txnindex}
 */
public record LogSegment(
    long baseOffset,
    ReadOnlyFile log,
    SegmentExtent extent,
    Optional<OffsetIndexLookup> index,
    long offsetIndexBytes,
    long timeIndexBytes,
    long largestTimestampMs,
    long lastModifiedMs,
    List<AbortedTxn> abortedTransactions) {
  public LogSegment {
    abortedTransactions = List.copyOf(abortedTransactions);
  }

  public long sizeBytes() {
    return log.sizeBytes();
  }

  /** As the broker takes it: without records' timestamps, the age of the file. */
  long ageTimestampMs() {
    return largestTimestampMs >= 0 ? largestTimestampMs : lastModifiedMs;
  }
}
