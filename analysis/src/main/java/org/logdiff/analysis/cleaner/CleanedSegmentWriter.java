package org.logdiff.analysis.cleaner;

import java.io.IOException;
import java.nio.ByteBuffer;
import org.logdiff.format.index.AbortedTxn;
import org.logdiff.format.index.OffsetIndex;
import org.logdiff.format.index.TimeIndex;
import org.logdiff.format.index.TransactionIndex;
import org.logdiff.format.layout.LogFileName;

/**
 * Writes one cleaned segment with its indexes: an entry in both once more than {@code
 * index.interval.bytes} have been written since the last, before the batch that comes then; the
 * time index has the largest timestamp so far, if it has grown, and once more at the end.
 *
 * <p>Source: {@code LogSegment.append}, {@code onBecomeInactiveSegment}, {@code
 * TimeIndex.maybeAppend}, Kafka 4.4.0; the same in 4.2.1 and 3.9.1.
 */
final class CleanedSegmentWriter {
  private static final long NO_TIMESTAMP = -1;

  private final CleanedOutput out;
  private final long baseOffset;
  private final int indexIntervalBytes;
  private long position;
  private long bytesSinceEntry;
  private long largestTimestamp = NO_TIMESTAMP;
  private long offsetOfLargest;
  private long lastTimeEntry = NO_TIMESTAMP;
  private int offsetEntries;
  private int timeEntries;
  private int transactionEntries;

  CleanedSegmentWriter(CleanedOutput out, long baseOffset, int indexIntervalBytes)
      throws IOException {
    this.out = out;
    this.baseOffset = baseOffset;
    this.indexIntervalBytes = indexIntervalBytes;
    out.begin(baseOffset);
  }

  void append(byte[] batch, int at, int sizeBytes, long lastOffset, long maxTimestamp)
      throws IOException, UncleanableLog {
    if (lastOffset - baseOffset > Integer.MAX_VALUE || position + sizeBytes > Integer.MAX_VALUE) {
      throw new UncleanableLog(
          "the segment that begins at " + baseOffset + " would overflow at offset " + lastOffset);
    }
    if (maxTimestamp > largestTimestamp) {
      largestTimestamp = maxTimestamp;
      offsetOfLargest = lastOffset;
    }
    if (bytesSinceEntry > indexIntervalBytes) {
      ByteBuffer entry = ByteBuffer.allocate(OffsetIndex.ENTRY_SIZE_BYTES);
      entry.putInt((int) (lastOffset - baseOffset)).putInt((int) position);
      out.write(LogFileName.Kind.OFFSET_INDEX, entry.array(), 0, entry.capacity());
      offsetEntries++;
      timeEntry();
      bytesSinceEntry = 0;
    }
    out.write(LogFileName.Kind.LOG, batch, at, sizeBytes);
    position += sizeBytes;
    bytesSinceEntry += sizeBytes;
  }

  void append(AbortedTxn aborted) throws IOException {
    ByteBuffer entry = ByteBuffer.allocate(TransactionIndex.ENTRY_SIZE_BYTES);
    entry
        .putShort(TransactionIndex.VERSION)
        .putLong(aborted.producerId())
        .putLong(aborted.firstOffset())
        .putLong(aborted.lastOffset())
        .putLong(aborted.lastStableOffset());
    out.write(LogFileName.Kind.TRANSACTION_INDEX, entry.array(), 0, entry.capacity());
    transactionEntries++;
  }

  void end(long lastModifiedMs) throws IOException {
    timeEntry();
    out.end(lastModifiedMs);
  }

  private void timeEntry() throws IOException {
    if (largestTimestamp > lastTimeEntry) {
      ByteBuffer entry = ByteBuffer.allocate(TimeIndex.ENTRY_SIZE_BYTES);
      entry.putLong(largestTimestamp).putInt((int) (offsetOfLargest - baseOffset));
      out.write(LogFileName.Kind.TIME_INDEX, entry.array(), 0, entry.capacity());
      timeEntries++;
      lastTimeEntry = largestTimestamp;
    }
  }

  long sizeBytes() {
    return position;
  }

  int offsetEntries() {
    return offsetEntries;
  }

  int timeEntries() {
    return timeEntries;
  }

  int transactionEntries() {
    return transactionEntries;
  }
}
