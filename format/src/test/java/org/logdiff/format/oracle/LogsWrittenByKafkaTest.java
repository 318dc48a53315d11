package org.logdiff.format.oracle;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import org.apache.kafka.common.header.Header;
import org.apache.kafka.common.header.internals.RecordHeader;
import org.apache.kafka.common.message.KRaftVersionRecord;
import org.apache.kafka.common.message.LeaderChangeMessage;
import org.apache.kafka.common.message.SnapshotFooterRecord;
import org.apache.kafka.common.message.SnapshotHeaderRecord;
import org.apache.kafka.common.message.VotersRecord;
import org.apache.kafka.common.record.internal.ControlRecordType;
import org.apache.kafka.common.record.internal.EndTransactionMarker;
import org.apache.kafka.common.record.internal.MemoryRecords;
import org.apache.kafka.common.record.internal.MemoryRecords.RecordFilter;
import org.apache.kafka.common.record.internal.MemoryRecords.RecordFilter.BatchRetention;
import org.apache.kafka.common.record.internal.MemoryRecords.RecordFilter.BatchRetentionResult;
import org.apache.kafka.common.record.internal.Record;
import org.apache.kafka.common.record.internal.RecordBatch;
import org.apache.kafka.common.utils.internals.BufferSupplier;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.logdiff.format.batch.BatchWriter;
import org.logdiff.format.batch.RecordCursor;
import org.logdiff.format.batch.SealedBatch;

/** Logs with random content, written by Kafka's own classes, are read as Kafka reads them. */
class LogsWrittenByKafkaTest {
  private static final List<String> CODECS = List.of("none", "gzip", "snappy", "lz4", "zstd");
  private static final long NOW = 1_800_000_000_000L;
  private static final long DELETE_RETENTION_MS = 86_400_000;
  private static final int LEADER_EPOCH = 4;

  @TempDir Path directory;

  @ParameterizedTest
  @ValueSource(longs = {1, 2, 3, 4, 5, 6})
  void randomBatches(long seed) throws IOException {
    Random random = new Random(seed);
    long baseOffset = seed % 2 == 0 ? (1L << 33) + 5 : 0;
    byte[] log = randomLog(random, baseOffset, 400);
    SegmentOracle.Compared compared = compare(log, baseOffset);
    assertEquals(400, compared.batches());
    assertTrue(compared.records() > 400);
    assertTrue(compared.controlRecords() > 0);
    assertEquals(0, compared.legacyMessages());
  }

  /** The second pass finds the horizons of the first one set. */
  @ParameterizedTest
  @ValueSource(longs = {7, 8, 9})
  void cleanedBatches(long seed) throws IOException {
    byte[] log = randomLog(new Random(seed), 0, 300);
    for (int pass = 0; pass < 2; pass++) {
      log = clean(log, new Random(seed + pass));
      SegmentOracle.Compared compared = compare(log, 0);
      assertTrue(compared.records() < 2 * compared.batches(), compared::toString);
      long horizons = 0;
      long empty = 0;
      for (RecordBatch batch : MemoryRecords.readableRecords(ByteBuffer.wrap(log)).batches()) {
        horizons += batch.deleteHorizonMs().isPresent() ? 1 : 0;
        empty += batch.countOrNull() == 0 ? 1 : 0;
      }
      assertTrue(horizons > 5, "horizons " + horizons);
      assertTrue(empty > 5, "empty " + empty);
    }
  }

  @ParameterizedTest
  @ValueSource(strings = {"none", "gzip", "snappy", "lz4", "zstd"})
  void batchesLargerThanABlock(String codec) throws IOException {
    Random random = new Random(10);
    ByteArrayOutputStream log = new ByteArrayOutputStream();
    long offset = 0;
    for (int size : new int[] {1 << 20, 100, 2_500_000, 1_048_500, 5, 3 << 20}) {
      byte[] value = new byte[size];
      random.nextBytes(value);
      log.writeBytes(
          BatchWriter.batch(offset)
              .codec(codec)
              .record("before", "1")
              .record(offset + 1, NOW, new byte[] {1}, value)
              .record("after", "2")
              .build());
      offset += 3;
    }
    assertEquals(18, compare(log.toByteArray(), 0).records());
  }

  @Test
  void controlRecordsOfEveryType() throws IOException {
    ByteBuffer buffer = ByteBuffer.allocate(4096);
    for (EndTransactionMarker marker :
        List.of(
            new EndTransactionMarker(ControlRecordType.ABORT, 0),
            new EndTransactionMarker(ControlRecordType.COMMIT, Integer.MAX_VALUE))) {
      buffer.put(
          MemoryRecords.withEndTransactionMarker(
                  buffer.position(), NOW, LEADER_EPOCH, 77, (short) 3, marker)
              .buffer());
    }
    LeaderChangeMessage leader =
        new LeaderChangeMessage()
            .setLeaderId(3)
            .setVoters(List.of(new LeaderChangeMessage.Voter().setVoterId(3)));
    List<MemoryRecords> raft =
        List.of(
            MemoryRecords.withLeaderChangeMessage(
                1000, NOW, LEADER_EPOCH, ByteBuffer.allocate(500), leader),
            MemoryRecords.withSnapshotHeaderRecord(
                1001, NOW, LEADER_EPOCH, ByteBuffer.allocate(500), new SnapshotHeaderRecord()),
            MemoryRecords.withKRaftVersionRecord(
                1002, NOW, LEADER_EPOCH, ByteBuffer.allocate(500), new KRaftVersionRecord()),
            MemoryRecords.withVotersRecord(
                1003, NOW, LEADER_EPOCH, ByteBuffer.allocate(500), new VotersRecord()),
            MemoryRecords.withSnapshotFooterRecord(
                1004, NOW, LEADER_EPOCH, ByteBuffer.allocate(500), new SnapshotFooterRecord()));
    raft.forEach(records -> buffer.put(records.buffer()));
    for (short type : new short[] {7, 99, Short.MAX_VALUE}) {
      buffer.put(controlRecord(2000 + type, type));
    }
    byte[] log = new byte[buffer.flip().remaining()];
    buffer.get(log);
    assertEquals(new SegmentOracle.Compared(10, 10, 10, 0), compare(log, 0));
  }

  /** Kafka refuses to write a type that it does not know, so a known one is overwritten. */
  private static byte[] controlRecord(long offset, short type) {
    byte[] batch =
        BatchWriter.batch(offset)
            .leaderEpoch(LEADER_EPOCH)
            .control(ControlRecordType.COMMIT.recordKey(), ByteBuffer.wrap(new byte[] {1, 2}))
            .build();
    RecordCursor record = new RecordCursor();
    record.open(batch, 0);
    record.next();
    ByteBuffer.wrap(batch).putShort(record.keyAt() + Short.BYTES, type);
    return SealedBatch.seal(batch);
  }

  @Test
  void sequencesThatStartAgain() throws IOException {
    byte[] log =
        BatchWriter.batch(0)
            .producer(5, 0, Integer.MAX_VALUE - 1)
            .record("a", "1")
            .record("b", "2")
            .record("c", "3")
            .build();
    assertEquals(3, compare(log, 0).records());
  }

  @ParameterizedTest
  @ValueSource(ints = {0, 1})
  void legacyMessages(int magic) throws IOException {
    ByteArrayOutputStream log = new ByteArrayOutputStream();
    long offset = 0;
    for (String codec : List.of("none", "gzip", "snappy", "lz4")) {
      log.writeBytes(
          BatchWriter.batch(offset)
              .magic(magic)
              .codec(codec)
              .record("a", "1")
              .record(null, "2")
              .record("c", null)
              .build());
      offset += 3;
    }
    log.writeBytes(BatchWriter.batch(offset).record("d", "4").build());
    assertEquals(new SegmentOracle.Compared(1, 13, 0, 6), compare(log.toByteArray(), 0));
  }

  private SegmentOracle.Compared compare(byte[] log, long baseOffset) throws IOException {
    Path file = Files.createTempFile(directory, "written", ".log");
    Files.write(file, log);
    SegmentOracle.Compared compared = new SegmentOracle().compare(file, baseOffset);
    Files.delete(file);
    return compared;
  }

  private static byte[] randomLog(Random random, long baseOffset, int batches) {
    ByteArrayOutputStream log = new ByteArrayOutputStream();
    long offset = baseOffset;
    for (int i = 0; i < batches; i++) {
      if (random.nextInt(8) == 0) {
        log.writeBytes(
            BatchWriter.marker(offset, LEADER_EPOCH, random.nextInt(10), random.nextBoolean()));
        offset++;
        continue;
      }
      BatchWriter batch =
          BatchWriter.batch(offset)
              .codec(CODECS.get(random.nextInt(CODECS.size())))
              .leaderEpoch(LEADER_EPOCH);
      if (random.nextInt(3) == 0) {
        batch.logAppendTime(NOW - random.nextInt(100_000));
      }
      if (random.nextBoolean()) {
        batch.producer(random.nextLong() >>> 1, random.nextInt(1 << 15), random.nextInt() >>> 1);
        if (random.nextBoolean()) {
          batch.transactional();
        }
      }
      long first = offset;
      while (offset == first || random.nextInt(5) != 0) {
        batch.record(
            offset,
            NOW + random.nextInt(2_000_000) - 1_000_000,
            bytes(random, 20),
            bytes(random, random.nextInt(50) == 0 ? 20_000 : 60),
            headers(random));
        offset += 1 + (random.nextInt(4) == 0 ? random.nextInt(1000) : 0);
      }
      log.writeBytes(batch.build());
    }
    return log.toByteArray();
  }

  private static byte[] bytes(Random random, int largest) {
    if (random.nextInt(6) == 0) {
      return null;
    }
    byte[] bytes = new byte[random.nextInt(6) == 0 ? 0 : random.nextInt(largest)];
    random.nextBytes(bytes);
    return bytes;
  }

  private static Header[] headers(Random random) {
    List<Header> headers = new ArrayList<>();
    while (random.nextInt(3) == 0) {
      String key = random.nextInt(4) == 0 ? "" : "schlüssel" + random.nextInt(100);
      headers.add(new RecordHeader(key, bytes(random, 200)));
    }
    return headers.toArray(new Header[0]);
  }

  /** What the cleaner does, with a random choice of what goes. */
  private static byte[] clean(byte[] log, Random random) {
    RecordFilter filter =
        new RecordFilter(NOW, DELETE_RETENTION_MS) {
          @Override
          protected BatchRetentionResult checkBatchRetention(RecordBatch batch) {
            BatchRetention retention =
                random.nextInt(3) == 0 ? BatchRetention.RETAIN_EMPTY : BatchRetention.DELETE_EMPTY;
            return new BatchRetentionResult(
                retention, batch.isControlBatch() && random.nextBoolean());
          }

          @Override
          protected boolean shouldRetainRecord(RecordBatch batch, Record record) {
            return random.nextInt(3) == 0;
          }
        };
    ByteBuffer cleaned = ByteBuffer.allocate(2 * log.length);
    ByteBuffer output =
        MemoryRecords.readableRecords(ByteBuffer.wrap(log))
            .filterTo(filter, cleaned, BufferSupplier.NO_CACHING, Integer.MAX_VALUE)
            .outputBuffer();
    output.flip();
    byte[] bytes = new byte[output.remaining()];
    output.get(bytes);
    return bytes;
  }
}
