package org.logdiff.format.batch;

import com.github.luben.zstd.RecyclingBufferPool;
import com.github.luben.zstd.ZstdOutputStreamNoFinalizer;
import java.io.BufferedOutputStream;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.OutputStream;
import java.io.UncheckedIOException;
import java.util.zip.GZIPOutputStream;
import net.jpountz.lz4.LZ4Compressor;
import net.jpountz.lz4.LZ4Factory;
import net.jpountz.xxhash.XXHashFactory;
import org.xerial.snappy.SnappyOutputStream;

/**
 * Compresses the records of a batch as a broker does that has no compression level set. The bytes
 * are the broker's own as long as its libraries are of the same versions; what they decompress to
 * is the same in any case.
 *
 * <p>Source: {@code org.apache.kafka.common.compress}, Kafka 4.4.0.
 */
final class Compressor {
  private static final int INPUT_BUFFER_BYTES = 16 << 10;
  private static final int GZIP_OUTPUT_BUFFER_BYTES = 8 << 10;
  private static final int ZSTD_LEVEL = 3;

  private static final int LZ4_BLOCK_BYTES = 64 << 10;
  private static final int LZ4_STORED_BLOCK = 1 << 31;

  /** Magic, FLG (version 1, independent blocks), BD (64 KiB). The header's checksum follows. */
  private static final byte[] LZ4_HEADER = {0x04, 0x22, 0x4d, 0x18, 0x60, 0x40};

  private static final int LZ4_MAGIC_BYTES = Integer.BYTES;

  private Compressor() {}

  /** Appends the compressed bytes to an output. */
  static void compress(Compression codec, byte[] bytes, int length, ByteArrayOutputStream out) {
    try {
      switch (codec) {
        case NONE -> out.write(bytes, 0, length);
        case GZIP -> gzip(bytes, length, out);
        case SNAPPY -> snappy(bytes, length, out);
        case LZ4 -> lz4(bytes, length, out);
        case ZSTD -> zstd(bytes, length, out);
      }
    } catch (IOException e) {
      throw new UncheckedIOException("in memory", e);
    }
  }

  private static void gzip(byte[] bytes, int length, OutputStream out) throws IOException {
    try (OutputStream stream =
        new BufferedOutputStream(
            new GZIPOutputStream(out, GZIP_OUTPUT_BUFFER_BYTES), INPUT_BUFFER_BYTES)) {
      write(bytes, length, stream);
    }
  }

  private static void snappy(byte[] bytes, int length, OutputStream out) throws IOException {
    try (OutputStream stream = new SnappyOutputStream(out)) {
      write(bytes, length, stream);
    }
  }

  private static void zstd(byte[] bytes, int length, OutputStream out) throws IOException {
    try (OutputStream stream =
        new BufferedOutputStream(
            new ZstdOutputStreamNoFinalizer(out, RecyclingBufferPool.INSTANCE, ZSTD_LEVEL),
            INPUT_BUFFER_BYTES)) {
      write(bytes, length, stream);
    }
  }

  /** In pieces that never go past a stream's buffer: some decide by what they are given at once. */
  private static void write(byte[] bytes, int length, OutputStream stream) throws IOException {
    for (int at = 0; at < length; at += INPUT_BUFFER_BYTES / 2) {
      stream.write(bytes, at, Math.min(INPUT_BUFFER_BYTES / 2, length - at));
    }
  }

  private static void lz4(byte[] bytes, int length, OutputStream out) throws IOException {
    out.write(LZ4_HEADER);
    out.write(
        XXHashFactory.fastestInstance()
                .hash32()
                .hash(LZ4_HEADER, LZ4_MAGIC_BYTES, LZ4_HEADER.length - LZ4_MAGIC_BYTES, 0)
            >> 8);
    LZ4Compressor compressor = LZ4Factory.fastestInstance().fastCompressor();
    byte[] block = new byte[compressor.maxCompressedLength(LZ4_BLOCK_BYTES)];
    for (int at = 0; at < length; at += LZ4_BLOCK_BYTES) {
      int size = Math.min(LZ4_BLOCK_BYTES, length - at);
      int compressed = compressor.compress(bytes, at, size, block, 0);
      if (compressed < size) {
        littleEndian(compressed, out);
        out.write(block, 0, compressed);
      } else {
        littleEndian(size | LZ4_STORED_BLOCK, out);
        out.write(bytes, at, size);
      }
    }
    littleEndian(0, out);
  }

  private static void littleEndian(int value, OutputStream out) throws IOException {
    for (int shift = 0; shift < Integer.SIZE; shift += Byte.SIZE) {
      out.write(value >> shift);
    }
  }
}
