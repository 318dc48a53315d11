package org.logdiff.analysis.inspect;

import java.io.IOException;
import java.io.RandomAccessFile;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import org.apache.kafka.common.compress.Compression;
import org.apache.kafka.common.record.TimestampType;
import org.apache.kafka.common.record.internal.ControlRecordType;
import org.apache.kafka.common.record.internal.EndTransactionMarker;
import org.apache.kafka.common.record.internal.MemoryRecords;
import org.apache.kafka.common.record.internal.MemoryRecordsBuilder;
import org.apache.kafka.common.record.internal.RecordBatch;

/** Writes a partition with its indexes, by Kafka's encoder. */
final class WrittenPartition {
  private static final int INDEX_INTERVAL_BYTES = 4096;
  private static final int LEADER_EPOCH_POSITION = 12;
  static final long FIRST_MS = 1_700_000_000_000L;

  private final Path directory;
  private final Random random;
  private long offset;
  private long timestamp = FIRST_MS;
  private long largestTimestamp;
  private long offsetOfLargest;
  private int leaderEpoch;

  WrittenPartition(Path directory, long seed) throws IOException {
    this.directory = Files.createDirectories(directory);
    this.random = new Random(seed);
  }

  Path directory() {
    return directory;
  }

  long nextOffset() {
    return offset;
  }

  long timestamp() {
    return timestamp;
  }

  /**
   * A segment.
   *
   * @param firstOffset its base offset
   * @param holeBytes zeros before its first batch; the indexes claim batches there
   */
  void segment(long firstOffset, long holeBytes, int batches) throws IOException {
    offset = firstOffset;
    String name = "%020d".formatted(firstOffset);
    List<long[]> offsetEntries = new ArrayList<>();
    List<long[]> timeEntries = new ArrayList<>();
    for (long at = INDEX_INTERVAL_BYTES; at < holeBytes; at += INDEX_INTERVAL_BYTES) {
      offset += 40;
      timestamp += 40;
      offsetEntries.add(new long[] {offset - firstOffset, at});
      timeEntries.add(new long[] {timestamp, offset - firstOffset});
    }
    largestTimestamp = timestamp;
    offset++;
    try (RandomAccessFile log =
        new RandomAccessFile(directory.resolve(name + ".log").toFile(), "rw")) {
      long position = holeBytes;
      long indexed = position;
      log.seek(position);
      for (int i = 0; i < batches; i++) {
        byte[] batch = batch();
        if (position - indexed > INDEX_INTERVAL_BYTES) {
          offsetEntries.add(new long[] {offset - 1 - firstOffset, position});
          timeEntries.add(new long[] {largestTimestamp, offsetOfLargest - firstOffset});
          indexed = position;
        }
        log.write(batch);
        position += batch.length;
      }
      timeEntries.add(new long[] {largestTimestamp, offsetOfLargest - firstOffset});
    }
    write(name + ".index", offsetEntries, false);
    write(name + ".timeindex", timeEntries, true);
  }

  private void write(String name, List<long[]> entries, boolean isTime) throws IOException {
    ByteBuffer out = ByteBuffer.allocate(entries.size() * (isTime ? 12 : 8));
    long last = -1;
    for (long[] entry : entries) {
      if (isTime && entry[0] > last) {
        out.putLong(entry[0]).putInt((int) entry[1]);
        last = entry[0];
      } else if (!isTime) {
        out.putInt((int) entry[0]).putInt((int) entry[1]);
      }
    }
    out.flip();
    byte[] bytes = new byte[out.remaining()];
    out.get(bytes);
    Files.write(directory.resolve(name), bytes);
  }

  private byte[] batch() {
    timestamp += random.nextInt(50);
    leaderEpoch += random.nextInt(4000) == 0 ? 1 : 0;
    boolean isTransactional = random.nextInt(4) == 0;
    boolean isMarker = isTransactional && random.nextInt(3) == 0;
    long producerId = isTransactional ? 2000 + random.nextInt(2) : random.nextInt(3) - 1;
    short epoch = producerId < 0 ? (short) -1 : (short) random.nextInt(2);
    offset += random.nextInt(6) == 0 ? random.nextInt(20) : 0;
    if (isMarker) {
      note(timestamp, offset);
      return bytes(
          MemoryRecords.withEndTransactionMarker(
              offset++,
              timestamp,
              leaderEpoch,
              producerId,
              epoch,
              new EndTransactionMarker(
                  random.nextBoolean() ? ControlRecordType.COMMIT : ControlRecordType.ABORT, 0)));
    }
    if (random.nextInt(12) == 0) {
      ByteBuffer empty = ByteBuffer.allocate(200);
      MemoryRecordsEmpty.write(empty, offset++, producerId, epoch, timestamp, isTransactional);
      empty.putInt(LEADER_EPOCH_POSITION, leaderEpoch);
      empty.flip();
      byte[] array = new byte[empty.remaining()];
      empty.get(array);
      return array;
    }
    MemoryRecordsBuilder builder =
        MemoryRecords.builder(
            ByteBuffer.allocate(2048),
            RecordBatch.MAGIC_VALUE_V2,
            random.nextInt(3) == 0 ? Compression.gzip().build() : Compression.NONE,
            TimestampType.CREATE_TIME,
            offset,
            RecordBatch.NO_TIMESTAMP,
            producerId,
            epoch,
            producerId < 0 ? -1 : 0,
            isTransactional,
            leaderEpoch);
    int records = 1 + random.nextInt(4);
    for (int i = 0; i < records; i++) {
      long at = timestamp - random.nextInt(200);
      byte[] key = random.nextInt(8) == 0 ? null : text("k" + random.nextInt(30));
      byte[] value = random.nextInt(5) == 0 ? null : text("v" + random.nextInt(1000));
      note(at, offset);
      builder.appendWithOffset(offset++, at, key, value);
    }
    return bytes(builder.build());
  }

  private void note(long at, long atOffset) {
    if (at > largestTimestamp) {
      largestTimestamp = at;
      offsetOfLargest = atOffset;
    }
  }

  private static byte[] text(String text) {
    return text.getBytes(StandardCharsets.UTF_8);
  }

  private static byte[] bytes(MemoryRecords records) {
    ByteBuffer buffer = records.buffer().duplicate();
    byte[] bytes = new byte[buffer.remaining()];
    buffer.get(bytes);
    return bytes;
  }

  /** An empty batch, as a cleaner leaves it. */
  private static final class MemoryRecordsEmpty {
    static void write(
        ByteBuffer out,
        long offset,
        long producerId,
        short epoch,
        long timestamp,
        boolean isTransactional) {
      org.apache.kafka.common.record.internal.DefaultRecordBatch.writeEmptyHeader(
          out,
          RecordBatch.MAGIC_VALUE_V2,
          producerId,
          epoch,
          producerId < 0 ? -1 : 0,
          offset,
          offset,
          0,
          TimestampType.CREATE_TIME,
          timestamp,
          isTransactional,
          false);
    }
  }
}
