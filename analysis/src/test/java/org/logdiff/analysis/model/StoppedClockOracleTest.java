package org.logdiff.analysis.model;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.nio.ByteBuffer;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.apache.kafka.common.record.internal.MemoryRecords;
import org.apache.kafka.common.record.internal.RecordBatch;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/**
 * What stops Kafka's own cleaner from removing tombstones and markers, as findings advise. The log
 * holds a value, its tombstone and more, and passes are due.
 */
class StoppedClockOracleTest {
  private static final long DAY_MS = 86_400_000;
  private static final long LATER_MS = Cluster.START_MS + 1000 * DAY_MS;
  private static final TopicConfig FAST = TopicConfig.standard();

  @TempDir Path directory;

  @Test
  void withoutAnyMeasureTheTombstoneGoes() {
    assertEquals(List.of(1L, 2L), offsetsAfterHorizonIsSet(FAST));
    assertEquals(List.of(2L, 3L, 4L), offsetsLater(FAST));
  }

  @Test
  void aLongRetentionKeepsWhatHasNoHorizonYet() {
    TopicConfig stopped = retention(Long.MAX_VALUE);
    write(stopped);
    assertEquals(List.of(1L, 2L, 3L, 4L), offsetsLater(stopped));
  }

  @Test
  void aLongRetentionDoesNotSaveWhatHasItsHorizon() {
    offsetsAfterHorizonIsSet(FAST);
    assertEquals(List.of(2L, 3L, 4L), offsetsLater(retention(Long.MAX_VALUE)));
  }

  @Test
  void aLongCompactionLagSavesAll() {
    offsetsAfterHorizonIsSet(FAST);
    assertEquals(
        List.of(1L, 2L, 3L, 4L), offsetsLater(FAST.withMinCompactionLagMs(Long.MAX_VALUE)));
  }

  private static TopicConfig retention(long ms) {
    TopicConfig c = FAST;
    return new TopicConfig(
        ms,
        c.minCompactionLagMs(),
        c.segmentBytes(),
        c.keysPerPass(),
        c.producerIdExpirationMs(),
        c.profile());
  }

  private void write(TopicConfig config) {
    try (RealLog log = new RealLog(directory, config, 0, Cluster.START_MS)) {
      History.history("replicas 1 | k=1 | k=- | x=1")
          .replay()
          .replica(1)
          .batches()
          .forEach(log::append);
      log.roll();
    }
  }

  private List<Long> offsetsAfterHorizonIsSet(TopicConfig config) {
    write(config);
    try (RealLog log = new RealLog(directory, config, 0, Cluster.START_MS + 10)) {
      log.pass();
      return offsets(log);
    }
  }

  /** After new records and two passes, long past every horizon. */
  private List<Long> offsetsLater(TopicConfig config) {
    RealLog log = new RealLog(directory, config, 0, LATER_MS);
    for (int round = 0; round < 2; round++) {
      History.history("replicas 1 | k=1 | k=- | x=1 | y=" + round + (round > 0 ? " | z=1" : ""))
          .replay()
          .replica(1)
          .batches()
          .stream()
          .filter(batch -> batch.baseOffset() >= log.logEndOffset())
          .forEach(log::append);
      log.roll();
      log.setTime(LATER_MS + round * DAY_MS);
      log.pass();
    }
    List<Long> offsets = offsets(log);
    log.close();
    return offsets;
  }

  private static List<Long> offsets(RealLog log) {
    List<Long> offsets = new ArrayList<>();
    for (byte[] file : log.logFiles().values()) {
      for (RecordBatch batch : MemoryRecords.readableRecords(ByteBuffer.wrap(file)).batches()) {
        batch.iterator().forEachRemaining(record -> offsets.add(record.offset()));
      }
    }
    return offsets;
  }
}
