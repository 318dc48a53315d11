package org.logdiff.format.batch;

import java.nio.ByteBuffer;
import java.util.zip.CRC32C;

/** Batches with whatever content and a checksum that holds all the same. */
public final class SealedBatch {
  private SealedBatch() {}

  /** Sets the checksum of a batch; gives it back. */
  public static byte[] seal(byte[] batch) {
    CRC32C crc = new CRC32C();
    crc.update(
        batch,
        RecordBatchHeader.ATTRIBUTES_POSITION,
        batch.length - RecordBatchHeader.ATTRIBUTES_POSITION);
    ByteBuffer.wrap(batch).putInt(RecordBatchHeader.CRC_POSITION, (int) crc.getValue());
    return batch;
  }

  /** A batch at offset 0 with a payload as given. */
  public static byte[] of(Compression compression, int recordsCount, byte[] payload) {
    ByteBuffer batch = ByteBuffer.allocate(RecordBatchHeader.SIZE_BYTES + payload.length);
    batch.putInt(
        RecordBatchHeader.BATCH_LENGTH_POSITION,
        batch.capacity() - RecordBatchHeader.LOG_OVERHEAD_BYTES);
    batch.put(RecordBatchHeader.MAGIC_POSITION, RecordBatchHeader.MAGIC);
    batch.putShort(RecordBatchHeader.ATTRIBUTES_POSITION, (short) compression.id());
    batch.putInt(RecordBatchHeader.LAST_OFFSET_DELTA_POSITION, Math.max(0, recordsCount - 1));
    batch.putLong(RecordBatchHeader.PRODUCER_ID_POSITION, -1);
    batch.putShort(RecordBatchHeader.PRODUCER_EPOCH_POSITION, (short) -1);
    batch.putInt(RecordBatchHeader.BASE_SEQUENCE_POSITION, -1);
    batch.putInt(RecordBatchHeader.RECORDS_COUNT_POSITION, recordsCount);
    batch.put(RecordBatchHeader.SIZE_BYTES, payload);
    return seal(batch.array());
  }
}
