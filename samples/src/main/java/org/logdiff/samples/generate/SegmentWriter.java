package org.logdiff.samples.generate;

import java.io.BufferedOutputStream;
import java.io.Closeable;
import java.io.DataOutputStream;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.file.Files;
import java.nio.file.Path;

/**
 * Appends batches to segments and notes them in the indexes as a broker does. Source: {@code
 * LogSegment.append} and {@code onBecomeInactiveSegment}, Kafka 4.4.0, with index.interval.bytes at
 * its default.
 */
final class SegmentWriter implements Closeable {
  private static final int INDEX_INTERVAL_BYTES = 4096;
  private static final int BUFFER_BYTES = 1 << 20;
  private static final short TXN_INDEX_VERSION = 0;

  private final Path partition;
  private final long segmentBytes;
  private DataOutputStream log;
  private DataOutputStream index;
  private DataOutputStream timeIndex;
  private DataOutputStream txnIndex;
  private long baseOffset;
  private long position;
  private long bytesSinceLastIndexEntry;
  private long maxTimestampMs;
  private long offsetOfMaxTimestamp;
  private long indexedTimestampMs;

  SegmentWriter(Path partition, long segmentBytes) throws IOException {
    this.partition = partition;
    this.segmentBytes = segmentBytes;
    open(0);
  }

  /** Starts a new segment. */
  void roll(long newBaseOffset) throws IOException {
    close();
    open(newBaseOffset);
  }

  void append(ByteBuffer bytes, WrittenBatch batch, long timestampMs, long timestampOffset)
      throws IOException {
    int size = bytes.remaining();
    boolean isFull =
        position + size > segmentBytes || batch.lastOffset() - baseOffset > Integer.MAX_VALUE;
    if (isFull && position > 0) {
      roll(batch.baseOffset());
    }
    log.write(bytes.array(), bytes.arrayOffset() + bytes.position(), size);
    if (timestampMs > maxTimestampMs) {
      maxTimestampMs = timestampMs;
      offsetOfMaxTimestamp = timestampOffset;
    }
    if (bytesSinceLastIndexEntry > INDEX_INTERVAL_BYTES) {
      index.writeInt((int) (batch.lastOffset() - baseOffset));
      index.writeInt((int) position);
      indexTimestamp();
      bytesSinceLastIndexEntry = 0;
    }
    position += size;
    bytesSinceLastIndexEntry += size;
    if (batch.isAbort()) {
      appendAborted(batch);
    }
  }

  private void indexTimestamp() throws IOException {
    if (maxTimestampMs > indexedTimestampMs) {
      timeIndex.writeLong(maxTimestampMs);
      timeIndex.writeInt((int) (offsetOfMaxTimestamp - baseOffset));
      indexedTimestampMs = maxTimestampMs;
    }
  }

  private void appendAborted(WrittenBatch abort) throws IOException {
    if (txnIndex == null) {
      txnIndex = file(".txnindex");
    }
    txnIndex.writeShort(TXN_INDEX_VERSION);
    txnIndex.writeLong(abort.producerId());
    txnIndex.writeLong(abort.transactionFirstOffset());
    txnIndex.writeLong(abort.lastOffset());
    txnIndex.writeLong(abort.lastStableOffset());
  }

  private void open(long newBaseOffset) throws IOException {
    baseOffset = newBaseOffset;
    position = 0;
    bytesSinceLastIndexEntry = 0;
    maxTimestampMs = -1;
    offsetOfMaxTimestamp = -1;
    indexedTimestampMs = -1;
    log = file(".log");
    index = file(".index");
    timeIndex = file(".timeindex");
    txnIndex = null;
  }

  private DataOutputStream file(String suffix) throws IOException {
    Path path = partition.resolve(String.format("%020d", baseOffset) + suffix);
    return new DataOutputStream(
        new BufferedOutputStream(Files.newOutputStream(path), BUFFER_BYTES));
  }

  /** Closes the segment as when it becomes inactive, or its broker stops. */
  @Override
  public void close() throws IOException {
    indexTimestamp();
    log.close();
    index.close();
    timeIndex.close();
    if (txnIndex != null) {
      txnIndex.close();
    }
  }
}
