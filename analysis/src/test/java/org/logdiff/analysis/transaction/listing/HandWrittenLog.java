package org.logdiff.analysis.transaction.listing;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.apache.kafka.common.compress.Compression;
import org.apache.kafka.common.record.TimestampType;
import org.apache.kafka.common.record.internal.ControlRecordType;
import org.apache.kafka.common.record.internal.DefaultRecordBatch;
import org.apache.kafka.common.record.internal.EndTransactionMarker;
import org.apache.kafka.common.record.internal.MemoryRecords;
import org.apache.kafka.common.record.internal.RecordBatch;
import org.apache.kafka.common.record.internal.SimpleRecord;
import org.logdiff.analysis.replica.LogDir;
import org.logdiff.analysis.replica.Replica;
import org.logdiff.analysis.replica.ReplicaOpener;
import org.logdiff.analysis.replica.ReplicaSource;
import org.logdiff.analysis.report.NotExamined;
import org.logdiff.format.TopicPartition;
import org.logdiff.format.index.TransactionIndex;

/** A log that no broker needs to have written: batches as they are put down, in one segment. */
final class HandWrittenLog {
  private static final long START_MS = 1_796_000_000_000L;
  private static final int COORDINATOR_EPOCH = 3;

  private final ByteArrayOutputStream log = new ByteArrayOutputStream();
  private final List<ByteBuffer> index = new ArrayList<>();
  private final List<Integer> positions = new ArrayList<>();
  private long nextOffset;

  /** One batch of records with a key of their own. */
  HandWrittenLog data(long producerId, int epoch, int records) {
    SimpleRecord[] written = new SimpleRecord[records];
    for (int i = 0; i < records; i++) {
      written[i] = record(("k" + (nextOffset + i)).getBytes());
    }
    return data(producerId, epoch, written);
  }

  private HandWrittenLog data(long producerId, int epoch, SimpleRecord... records) {
    return add(
        MemoryRecords.withTransactionalRecords(
                nextOffset, Compression.NONE, producerId, (short) epoch, 0, 0, records)
            .buffer(),
        records.length);
  }

  /** A record whose key has these bytes. */
  HandWrittenLog dataWithKey(long producerId, int epoch, byte[] key) {
    return data(producerId, epoch, record(key));
  }

  private SimpleRecord record(byte[] key) {
    return new SimpleRecord(START_MS + nextOffset, key, new byte[] {1});
  }

  HandWrittenLog plain(int records) {
    SimpleRecord[] written = new SimpleRecord[records];
    for (int i = 0; i < records; i++) {
      written[i] = record(("k" + (nextOffset + i)).getBytes());
    }
    return add(
        MemoryRecords.withRecords(nextOffset, Compression.NONE, 0, written).buffer(), records);
  }

  HandWrittenLog commit(long producerId, int epoch) {
    return marker(producerId, epoch, ControlRecordType.COMMIT);
  }

  HandWrittenLog abort(long producerId, int epoch) {
    return marker(producerId, epoch, ControlRecordType.ABORT);
  }

  private HandWrittenLog marker(long producerId, int epoch, ControlRecordType type) {
    return add(
        MemoryRecords.withEndTransactionMarker(
                nextOffset,
                START_MS + nextOffset,
                0,
                producerId,
                (short) epoch,
                new EndTransactionMarker(type, COORDINATOR_EPOCH))
            .buffer(),
        1);
  }

  /** A data batch that has lost its records. */
  HandWrittenLog emptyData(long producerId, int epoch) {
    return empty(producerId, epoch, false);
  }

  /** What the cleaner leaves of a marker. */
  HandWrittenLog gravestone(long producerId, int epoch) {
    return empty(producerId, epoch, true);
  }

  private HandWrittenLog empty(long producerId, int epoch, boolean isControl) {
    ByteBuffer header = ByteBuffer.allocate(DefaultRecordBatch.RECORD_BATCH_OVERHEAD);
    DefaultRecordBatch.writeEmptyHeader(
        header,
        RecordBatch.MAGIC_VALUE_V2,
        producerId,
        (short) epoch,
        0,
        nextOffset,
        nextOffset,
        0,
        TimestampType.CREATE_TIME,
        START_MS + nextOffset,
        true,
        isControl);
    header.rewind();
    return add(header, 1);
  }

  /** Offsets that hold nothing. */
  HandWrittenLog gap(int offsets) {
    nextOffset += offsets;
    return this;
  }

  /** An entry of the transaction index. */
  HandWrittenLog aborted(long producerId, long firstOffset, long lastOffset, long stable) {
    index.add(
        ByteBuffer.allocate(TransactionIndex.ENTRY_SIZE_BYTES)
            .putShort(TransactionIndex.VERSION)
            .putLong(producerId)
            .putLong(firstOffset)
            .putLong(lastOffset)
            .putLong(stable));
    return this;
  }

  private HandWrittenLog add(ByteBuffer batch, int offsets) {
    positions.add(log.size());
    byte[] bytes = new byte[batch.remaining()];
    batch.duplicate().get(bytes);
    log.writeBytes(bytes);
    nextOffset += offsets;
    return this;
  }

  /**
   * Writes it and lists its transactions.
   *
   * @param damagedBatch number of a batch of which a byte is changed; -1 for none
   */
  ReplicaTransactions list(Path directory, int damagedBatch, List<NotExamined> notes)
      throws IOException {
    byte[] bytes = log.toByteArray();
    if (damagedBatch >= 0) {
      bytes[positions.get(damagedBatch) + DefaultRecordBatch.RECORD_BATCH_OVERHEAD - 1] ^= 1;
    }
    Path partition = Files.createDirectories(directory.resolve("foo-0"));
    Files.write(partition.resolve("%020d.log".formatted(0)), bytes);
    ByteArrayOutputStream entries = new ByteArrayOutputStream();
    index.forEach(entry -> entries.writeBytes(entry.array()));
    Files.write(partition.resolve("%020d.txnindex".formatted(0)), entries.toByteArray());
    ReplicaSource source =
        new ReplicaSource(
            "kafka1",
            LogDir.unknown(directory),
            partition,
            TopicPartition.parse("foo-0").orElseThrow());
    List<String> failures = new ArrayList<>();
    try (Replica replica = ReplicaOpener.open(source, notes, failures).orElseThrow()) {
      return ReplicaTransactions.of(
          replica, TransactionFilter.ALL, Integer.MAX_VALUE, read -> {}, notes);
    }
  }
}
