package org.logdiff.format.batch;

import java.util.zip.CRC32C;

/** The checksum of a batch of magic 2: CRC-32C over what follows the field {@code crc}. */
public final class BatchChecksum {
  private BatchChecksum() {}

  /**
   * Computes it.
   *
   * @param batch the whole batch, at least a header
   * @return an unsigned 32-bit value
   */
  public static long of(byte[] batch) {
    return of(batch, 0, batch.length);
  }

  /** Computes it of a batch that lies in an array. */
  static long of(byte[] batch, int at, int sizeBytes) {
    CRC32C crc = new CRC32C();
    crc.update(
        batch,
        at + RecordBatchHeader.ATTRIBUTES_POSITION,
        sizeBytes - RecordBatchHeader.ATTRIBUTES_POSITION);
    return crc.getValue();
  }
}
