package org.logdiff.analysis.model;

import java.nio.ByteBuffer;
import java.util.Random;
import org.apache.kafka.common.record.TimestampType;
import org.apache.kafka.common.record.internal.MemoryRecordsBuilder;
import org.apache.kafka.common.record.internal.RecordBatch;
import org.apache.kafka.common.utils.internals.ByteBufferOutputStream;

/**
 * A topic whose message format was raised twice: what was written first is of magic 0, then 1, then
 * 2. On some replicas a newer cleaner has rewritten the old messages as magic 2, which does not
 * give them what they never had: leader epoch, producer, sequence, and the timestamp of magic 0.
 *
 * <p>There were no transactions before magic 2, so all of them come after. Empty batches stay as
 * they are: only magic 2 can hold them.
 */
public final class UpgradedFormats implements BatchEncoding {
  private static final int INITIAL_CAPACITY_BYTES = 512;

  private final long firstOfMagic1;
  private final long firstOfMagic2;
  private final int rewrittenOn;

  private UpgradedFormats(long firstOfMagic1, long firstOfMagic2, int rewrittenOn) {
    this.firstOfMagic1 = firstOfMagic1;
    this.firstOfMagic2 = firstOfMagic2;
    this.rewrittenOn = rewrittenOn;
  }

  /** Formats raised at random offsets; rewritten on a random choice of replicas. */
  public static UpgradedFormats random(Aftermath aftermath, long seed) {
    Random random = new Random(seed);
    long end =
        aftermath.replicas().stream().mapToLong(ReplicaState::logEndOffset).max().orElseThrow();
    int span = (int) Math.max(1, end + 1);
    long one = random.nextInt(span);
    long other = random.nextInt(span);
    return new UpgradedFormats(
        Math.min(one, other) / 2,
        Math.min(Math.max(one, other), firstOfTransactions(aftermath)),
        random.nextInt(1 << 8));
  }

  private static long firstOfTransactions(Aftermath aftermath) {
    return aftermath.replicas().stream()
        .flatMap(replica -> replica.batches().stream())
        .filter(batch -> batch.header().transactional())
        .mapToLong(ModelBatch::baseOffset)
        .min()
        .orElse(Long.MAX_VALUE);
  }

  @Override
  public byte[] encode(ReplicaState replica, ModelBatch batch) {
    BatchHeader header = batch.header();
    if (header.baseOffset() >= firstOfMagic2 || batch.isEmpty()) {
      return batch.encoded();
    }
    boolean isRewritten = (rewrittenOn & 1 << replica.nodeId()) != 0;
    byte magic = header.baseOffset() < firstOfMagic1 ? RecordBatch.MAGIC_VALUE_V0 : 1;
    return isRewritten || mustCarryLogEnd(replica, batch)
        ? encode(batch, magic, RecordBatch.MAGIC_VALUE_V2)
        : encode(batch, magic, magic);
  }

  /** An old message ends with its last record, and so would the log. */
  private static boolean mustCarryLogEnd(ReplicaState replica, ModelBatch batch) {
    long lastRecord = batch.records().get(batch.records().size() - 1).offset();
    return batch.nextOffset() == replica.logEndOffset() && lastRecord < batch.lastOffset();
  }

  private static byte[] encode(ModelBatch batch, byte writtenAs, byte magic) {
    BatchHeader header = batch.header();
    Codec codec = header.codec() == Codec.ZSTD ? Codec.GZIP : header.codec();
    boolean isRewritten = magic == RecordBatch.MAGIC_VALUE_V2;
    try (MemoryRecordsBuilder builder =
        new MemoryRecordsBuilder(
            new ByteBufferOutputStream(INITIAL_CAPACITY_BYTES),
            magic,
            codec.compression(),
            magic == 0 ? TimestampType.NO_TIMESTAMP_TYPE : TimestampType.CREATE_TIME,
            batch.records().get(0).offset(),
            RecordBatch.NO_TIMESTAMP,
            RecordBatch.NO_PRODUCER_ID,
            RecordBatch.NO_PRODUCER_EPOCH,
            RecordBatch.NO_SEQUENCE,
            false,
            false,
            RecordBatch.NO_PARTITION_LEADER_EPOCH,
            Integer.MAX_VALUE,
            isRewritten
                ? header.deleteHorizonMs().orElse(RecordBatch.NO_TIMESTAMP)
                : RecordBatch.NO_TIMESTAMP)) {
      for (ModelRecord record : batch.records()) {
        builder.appendWithOffset(
            record.offset(),
            writtenAs == 0 ? RecordBatch.NO_TIMESTAMP : record.timestampMs(),
            record.keyBytes(),
            record.valueBytes());
      }
      if (isRewritten) {
        builder.overrideLastOffset(header.lastOffset());
      }
      ByteBuffer written = builder.build().buffer();
      byte[] bytes = new byte[written.remaining()];
      written.get(bytes);
      return bytes;
    }
  }
}
