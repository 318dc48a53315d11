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
    CRC32C crc = new CRC32C();
    crc.update(
        batch,
        RecordBatchHeader.ATTRIBUTES_POSITION,
        batch.length - RecordBatchHeader.ATTRIBUTES_POSITION);
    return crc.getValue();
  }
}
