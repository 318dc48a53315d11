package org.logdiff.format.batch;

import java.util.Optional;

/**
 * The records of one batch, uncompressed: the batch itself, or a reusable buffer that decompression
 * fills.
 *
 * <p>In magic 2 the compressed part is everything after the 61 header bytes; in magic 0 and 1 it is
 * the value of a message. Source: {@code org.apache.kafka.common.compress.Compression} and its
 * implementations, Kafka 4.4.0.
 */
final class Payload {
  private final PayloadBuffer buffer;
  private final Decompressor gzip = new GzipMembers();
  private final Decompressor snappy = new XerialSnappy();
  private final Decompressor lz4 = new Lz4Frame(true);
  private final Decompressor lz4OfMagic0 = new Lz4Frame(false);
  private final Decompressor zstd = new ZstdFrames();

  private byte[] bytes;
  private int from;
  private int length;

  /**
   * @param limitBytes what a batch may decompress to
   */
  Payload(int limitBytes) {
    buffer = new PayloadBuffer(limitBytes);
  }

  /**
   * Makes the payload of a batch available.
   *
   * @param compressionId of the attributes
   * @return why it cannot be had, or null if it can
   */
  String fill(int compressionId, byte[] source, int at, int sourceLength) {
    Optional<Compression> compression = Compression.of(compressionId);
    if (compression.isEmpty()) {
      return "unknown compression codec " + compressionId;
    }
    if (compression.get() == Compression.NONE) {
      bytes = source;
      from = at;
      length = sourceLength;
      return null;
    }
    return fill(compression.get(), decompressor(compression.get()), source, at, sourceLength);
  }

  /**
   * Makes the set in a compressed message of magic 0 or 1 available.
   *
   * @param compressionId of the attributes; not that of no compression
   * @return why it cannot be had, or null if it can
   */
  String fillLegacy(int compressionId, byte magic, byte[] source, int at, int sourceLength) {
    Optional<Compression> compression = Compression.of(compressionId);
    if (compression.isEmpty()) {
      return "unknown compression codec " + compressionId;
    }
    if (compression.get() == Compression.ZSTD) {
      return "zstd, which only magic 2 has";
    }
    Decompressor decompressor =
        compression.get() == Compression.LZ4 && magic == 0
            ? lz4OfMagic0
            : decompressor(compression.get());
    return fill(compression.get(), decompressor, source, at, sourceLength);
  }

  private String fill(
      Compression compression, Decompressor decompressor, byte[] source, int at, int sourceLength) {
    buffer.clear();
    try {
      decompressor.decompress(source, at, sourceLength, buffer);
    } catch (MalformedPayload e) {
      return compression.kafkaName() + ": " + e.getMessage();
    }
    bytes = buffer.array();
    from = 0;
    length = buffer.length();
    return null;
  }

  byte[] bytes() {
    return bytes;
  }

  int from() {
    return from;
  }

  int length() {
    return length;
  }

  private Decompressor decompressor(Compression compression) {
    return switch (compression) {
      case NONE -> throw new IllegalArgumentException("nothing to decompress");
      case GZIP -> gzip;
      case SNAPPY -> snappy;
      case LZ4 -> lz4;
      case ZSTD -> zstd;
    };
  }
}
