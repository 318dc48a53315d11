package org.logdiff.samples.generate;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.file.Files;
import java.nio.file.Path;

/** Writes what one broker holds of the partition, as its cleaner has left it. */
final class ReplicaWriter {
  private static final String PARTITION = "foo-0";
  private static final long DAY_MS = 24 * 60 * 60 * 1000L;

  /** The part of the log that cleaners have not come to: one of so many batches. */
  private static final long UNCLEANED_ONE_OF = 64;

  private final ReplicaOptions options;
  private final int replica;
  private final History history;
  private final WrittenBatches batches;
  private final BatchEncoder encoder;
  private final long cleanedBatches;
  private final long cleanedRecords;

  ReplicaWriter(ReplicaOptions options, int replica) {
    this.options = options;
    this.replica = replica;
    history = new History(options);
    batches = WrittenBatches.of(options);
    encoder = new BatchEncoder(options, history);
    cleanedBatches = batches.count() - batches.count() / UNCLEANED_ONE_OF - 1;
    cleanedRecords = cleanedBatches * options.recordsPerBatch();
  }

  void write() throws IOException {
    Path logDir = options.directory().resolve("kafka" + (replica + 1));
    Path partition = Files.createDirectories(logDir.resolve(PARTITION));
    long endOffset = 0;
    long cleanedTo = 0;
    try (SegmentWriter segments = new SegmentWriter(partition, options.segmentBytes())) {
      for (WrittenBatch batch = batches.next(); batch != null; batch = batches.next()) {
        if (batch.number() >= cleanedBatches && cleanedTo == 0) {
          segments.roll(batch.baseOffset());
          cleanedTo = batch.baseOffset();
        }
        write(batch, segments);
        endOffset = batch.lastOffset() + 1;
      }
    }
    boolean isCleaned = options.shape().isCleaned(replica);
    new LogDirFiles(logDir, partition, replica + 1)
        .write(endOffset, isCleaned ? cleanedTo : -1, options.seed());
  }

  private void write(WrittenBatch batch, SegmentWriter segments) throws IOException {
    boolean isCleaned = options.shape().isCleaned(replica) && batch.number() < cleanedBatches;
    if (isCleaned && batch.abortedBy() < cleanedBatches) {
      return;
    }
    ByteBuffer bytes =
        batch.marker() != null
            ? encoder.marker(batch, isCleaned && batch.isAbort() ? horizonMs() : -1)
            : encoder.data(
                batch, record -> isKept(record, isCleaned), isCleaned ? horizonMs() : -1);
    if (bytes != null) {
      segments.append(bytes, batch, encoder.maxTimestampMs(), encoder.offsetOfMaxTimestamp());
    }
  }

  private boolean isKept(long record, boolean isCleaned) {
    if (record == history.lostTombstone()) {
      return false;
    }
    boolean isSupersededHere =
        record == history.orphan()
            ? replica < options.replicas() - 1
            : isCleaned && history.supersededBy(record) < cleanedRecords;
    return !isSupersededHere;
  }

  /** Each cleaner came at another time. */
  private long horizonMs() {
    return history.endMs() + DAY_MS + replica * DAY_MS / 10;
  }
}
