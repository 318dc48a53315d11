package org.logdiff.format.batch;

import java.io.IOException;
import java.util.Arrays;
import org.xerial.snappy.Snappy;
import org.xerial.snappy.SnappyCodec;

/**
 * Snappy in the frame of the xerial library.
 *
 * <table>
 * <caption>Layout</caption>
 * <tr><th>bytes</th><th>field</th></tr>
 * <tr><td>8</td><td>magic: 0x82 SNAPPY 0x00</td></tr>
 * <tr><td>4</td><td>version</td></tr>
 * <tr><td>4</td><td>lowest compatible version</td></tr>
 * <tr><td>4</td><td>chunk size, big-endian; then so many bytes of a snappy block; repeated</td></tr>
 * </table>
 *
 * <p>A header may come again between chunks (concatenated frames). Without a header the whole is
 * one snappy block, as some clients send it. Fewer than four bytes at the end are not read.
 *
 * <p>{@code SnappyInputStream}, which Kafka reads it with, throws an {@code Error} at a chunk size
 * that cannot be right. What a block claims to give, the library checks against its size. Source:
 * {@code org.xerial.snappy.SnappyInputStream} 1.1.10.
 */
final class XerialSnappy implements Decompressor {
  private static final int HEADER_SIZE_BYTES = SnappyCodec.headerSize();
  private static final byte[] MAGIC = SnappyCodec.getMagicHeader();

  @Override
  public void decompress(byte[] source, int from, int length, PayloadBuffer into)
      throws MalformedPayload {
    int end = from + length;
    if (!isHeader(source, from, end)) {
      block(source, from, length, into);
      return;
    }
    int at = from + HEADER_SIZE_BYTES;
    while (end - at >= Integer.BYTES) {
      if (isHeader(source, at, end)) {
        at += HEADER_SIZE_BYTES;
        continue;
      }
      int chunkSize = BigEndian.getInt(source, at);
      at += Integer.BYTES;
      if (chunkSize < 0 || chunkSize > end - at) {
        throw new MalformedPayload("chunk size " + chunkSize + " of " + (end - at) + " bytes left");
      }
      block(source, at, chunkSize, into);
      at += chunkSize;
    }
  }

  private static boolean isHeader(byte[] source, int at, int end) {
    return end - at >= HEADER_SIZE_BYTES
        && Arrays.equals(source, at, at + MAGIC.length, MAGIC, 0, MAGIC.length);
  }

  private static void block(byte[] source, int at, int size, PayloadBuffer into)
      throws MalformedPayload {
    try {
      int decompressed = Snappy.uncompressedLength(source, at, size);
      into.reserve(decompressed);
      int n = Snappy.uncompress(source, at, size, into.array(), into.length());
      if (n != decompressed) {
        throw new MalformedPayload("a block gave " + n + " bytes of " + decompressed);
      }
      into.add(n);
    } catch (IOException e) {
      throw new MalformedPayload(String.valueOf(e.getMessage()));
    }
  }
}
