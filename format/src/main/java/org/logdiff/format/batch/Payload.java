package org.logdiff.format.batch;

import com.github.luben.zstd.ZstdInputStreamNoFinalizer;
import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.util.Optional;
import java.util.zip.GZIPInputStream;
import net.jpountz.lz4.LZ4FrameInputStream;
import org.logdiff.format.FormatLimits;
import org.xerial.snappy.SnappyInputStream;

/**
 * The records of one batch, uncompressed: a reusable buffer that decompression fills.
 *
 * <p>In magic 2 the compressed part is everything after the 61 header bytes: gzip, snappy in the
 * xerial frame, an lz4 frame, or a zstd frame. Source: {@code
 * org.apache.kafka.common.compress.Compression} and its implementations, Kafka 4.4.0.
 */
final class Payload {
  private static final int INITIAL_BYTES = 64 << 10;

  private byte[] buffer = new byte[0];
  private byte[] bytes;
  private int from;
  private int length;

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
    try (InputStream in = decompress(compression.get(), source, at, sourceLength)) {
      length = drain(in);
      bytes = buffer;
      from = 0;
      return length < 0
          ? "more than " + FormatLimits.LARGEST_DECOMPRESSED_BYTES + " decompressed bytes"
          : null;
    } catch (IOException | RuntimeException | InternalError e) {
      // Codec libraries answer damaged input with unchecked exceptions too; snappy-java with
      // errors.
      return compression.get().kafkaName() + ": " + e.getMessage();
    }
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

  private static InputStream decompress(
      Compression compression, byte[] source, int at, int sourceLength) throws IOException {
    InputStream in = new ByteArrayInputStream(source, at, sourceLength);
    return switch (compression) {
      case NONE -> in;
      case GZIP -> new GZIPInputStream(in, 8 << 10);
      case SNAPPY -> new SnappyInputStream(in);
      case LZ4 -> new LZ4FrameInputStream(in);
      case ZSTD -> new ZstdInputStreamNoFinalizer(in);
    };
  }

  private int drain(InputStream in) throws IOException {
    if (buffer.length == 0) {
      buffer = new byte[INITIAL_BYTES];
    }
    int filled = 0;
    while (true) {
      if (filled == buffer.length) {
        if (filled >= FormatLimits.LARGEST_DECOMPRESSED_BYTES) {
          return in.read() < 0 ? filled : -1;
        }
        int larger = (int) Math.min(FormatLimits.LARGEST_DECOMPRESSED_BYTES, buffer.length * 2L);
        buffer = java.util.Arrays.copyOf(buffer, larger);
      }
      int n = in.read(buffer, filled, buffer.length - filled);
      if (n < 0) {
        return filled;
      }
      filled += n;
    }
  }
}
