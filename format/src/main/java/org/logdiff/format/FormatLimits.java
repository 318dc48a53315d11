package org.logdiff.format;

/**
 * The named limits against which lengths and counts are checked before anything is allocated. Each
 * is far above what Kafka's defaults allow and low enough for a small heap.
 */
public final class FormatLimits {
  /**
   * The largest batch that is taken into memory. Brokers take 1 MiB by default (message.max.bytes)
   * and hardly any site allows more than some tens of MiB. The checksum of a larger batch is still
   * verified, in pieces; its records are not decoded.
   */
  public static final int LARGEST_BATCH_BYTES = 128 << 20;

  /**
   * The largest decompressed payload of one batch. Stops decompression bombs; a producer's batch of
   * 16 KiB (batch.size) would have to compress 16,000-fold.
   */
  public static final int LARGEST_DECOMPRESSED_BYTES = 256 << 20;

  private FormatLimits() {}
}
