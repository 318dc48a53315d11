package org.logdiff.format.batch;

import java.nio.ByteBuffer;
import java.util.List;
import org.apache.kafka.common.record.TimestampType;
import org.apache.kafka.common.record.internal.DefaultRecordBatch;
import org.apache.kafka.common.record.internal.RecordBatch;

/** Small logs of a segment with base offset 100, with gaps as cleaning leaves them. */
final class SmallLogs {
  static final long BASE_OFFSET = 100;
  private static final long TIMESTAMP = 1_700_000_000_000L;

  private SmallLogs() {}

  /** Offsets 100-101, 105-106, 107 (COMMIT), 110-112 (empty), 120-121, 130; epochs 3 to 5. */
  static List<byte[]> magic2() {
    return List.of(
        BatchWriter.batch(100).leaderEpoch(3).record("a", "1").record("b", null).build(),
        BatchWriter.batch(105)
            .leaderEpoch(3)
            .codec("gzip")
            .producer(9, 1, 0)
            .transactional()
            .record("c", "3")
            .record("d", "4")
            .build(),
        BatchWriter.marker(107, 3, 9, true),
        empty(110, 112, 4),
        BatchWriter.batch(120)
            .leaderEpoch(5)
            .codec("zstd")
            .record("e", "5")
            .record("f", "")
            .build(),
        BatchWriter.batch(130).leaderEpoch(5).logAppendTime(TIMESTAMP).record("g", "7").build());
  }

  /**
   * Messages of magic 0 and 1, compressed ones with offsets 106-107, 111-113 and 115-116 among
   * them, before a batch of magic 2.
   */
  static List<byte[]> legacy() {
    return List.of(
        BatchWriter.batch(100).magic(0).record("a", "1").build(),
        BatchWriter.batch(104).magic(1).record("b", null).build(),
        BatchWriter.batch(106).magic(1).codec("gzip").record("c", "2").record("d", "3").build(),
        BatchWriter.batch(110).magic(0).record(null, "4").build(),
        BatchWriter.batch(111)
            .magic(0)
            .codec("lz4")
            .record(111, "e", "5")
            .record(113, "f", null)
            .build(),
        BatchWriter.batch(115)
            .magic(1)
            .codec("snappy")
            .logAppendTime(TIMESTAMP)
            .record("g", "6")
            .record("h", "7")
            .build(),
        BatchWriter.batch(120).leaderEpoch(3).record("i", "8").build());
  }

  /** What cleaning leaves of the last batch of a producer. */
  static byte[] empty(long baseOffset, long lastOffset, int leaderEpoch) {
    ByteBuffer batch = ByteBuffer.allocate(RecordBatchHeader.SIZE_BYTES);
    DefaultRecordBatch.writeEmptyHeader(
        batch,
        RecordBatch.CURRENT_MAGIC_VALUE,
        9,
        (short) 1,
        4,
        baseOffset,
        lastOffset,
        leaderEpoch,
        TimestampType.CREATE_TIME,
        TIMESTAMP,
        false,
        false);
    return batch.array();
  }
}
