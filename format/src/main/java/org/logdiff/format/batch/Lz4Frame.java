package org.logdiff.format.batch;

import net.jpountz.lz4.LZ4Exception;
import net.jpountz.lz4.LZ4Factory;
import net.jpountz.lz4.LZ4SafeDecompressor;
import net.jpountz.xxhash.XXHash32;
import net.jpountz.xxhash.XXHashFactory;

/**
 * One LZ4 frame, little-endian.
 *
 * <table>
 * <caption>Layout</caption>
 * <tr><th>bytes</th><th>field</th></tr>
 * <tr><td>4</td><td>magic 0x184D2204</td></tr>
 * <tr><td>1</td><td>FLG: bits 6-7 version (1), 5 independent blocks (set), 4 block checksums, 3
 *     content size, 2 content checksum, 0-1 unused</td></tr>
 * <tr><td>1</td><td>BD: bits 4-6 largest block (4: 64 KiB, 5: 256 KiB, 6: 1 MiB, 7: 4 MiB), the
 *     others unused</td></tr>
 * <tr><td>8</td><td>content size, if FLG says so; not read</td></tr>
 * <tr><td>1</td><td>HC: second byte of the xxHash32 of what follows the magic</td></tr>
 * <tr><td>4</td><td>block size, bit 31 set for a block stored as it is; then the block, then, if
 *     FLG says so, its xxHash32; repeated</td></tr>
 * <tr><td>4</td><td>0, the end mark</td></tr>
 * </table>
 *
 * <p>HC as Kafka's clients wrote it in magic 0 was computed over the magic too (KAFKA-3160); there
 * it is not verified. As in Kafka, the content checksum behind the end mark is not verified and
 * nothing after the frame is read. Source: {@code
 * org.apache.kafka.common.compress.Lz4BlockInputStream}, Kafka 4.4.0.
 */
final class Lz4Frame implements Decompressor {
  private static final int MAGIC = 0x184D2204;
  private static final int FLG_POSITION = Integer.BYTES;
  private static final int BD_POSITION = FLG_POSITION + Byte.BYTES;
  private static final int CONTENT_SIZE_POSITION = BD_POSITION + Byte.BYTES;
  private static final int SMALLEST_HEADER_BYTES = CONTENT_SIZE_POSITION + Byte.BYTES;

  private static final int VERSION_MASK = 0xc0;
  private static final int VERSION_1 = 0x40;
  private static final int INDEPENDENT_BLOCKS_MASK = 0x20;
  private static final int BLOCK_CHECKSUM_MASK = 0x10;
  private static final int CONTENT_SIZE_MASK = 0x08;
  private static final int UNUSED_FLG_MASK = 0x03;
  private static final int UNUSED_BD_MASK = 0x8f;
  private static final int SMALLEST_BLOCK_CODE = 4;
  private static final int STORED_BLOCK_MASK = 1 << 31;

  private final boolean verifiesHeader;

  /**
   * @param verifiesHeader whether HC must be right
   */
  Lz4Frame(boolean verifiesHeader) {
    this.verifiesHeader = verifiesHeader;
  }

  @Override
  public void decompress(byte[] source, int from, int length, PayloadBuffer into)
      throws MalformedPayload {
    int end = from + length;
    int at = afterHeader(source, from, end);
    boolean hasBlockChecksums = (source[from + FLG_POSITION] & BLOCK_CHECKSUM_MASK) != 0;
    int largestBlock = largestBlock(source[from + BD_POSITION] >> 4);
    while (true) {
      int sizeField = int32(source, at, end);
      at += Integer.BYTES;
      int size = sizeField & ~STORED_BLOCK_MASK;
      if (size == 0) {
        return;
      }
      if (size > largestBlock || size > end - at) {
        throw new MalformedPayload("block size " + size + " of " + (end - at) + " bytes left");
      }
      if (hasBlockChecksums
          && int32(source, at + size, end) != Library.HASH.hash(source, at, size, 0)) {
        throw new MalformedPayload("block checksum");
      }
      if ((sizeField & STORED_BLOCK_MASK) != 0) {
        into.reserve(size);
        System.arraycopy(source, at, into.array(), into.length(), size);
        into.add(size);
      } else {
        block(source, at, size, largestBlock, into);
      }
      at += size + (hasBlockChecksums ? Integer.BYTES : 0);
    }
  }

  private static void block(byte[] source, int at, int size, int largestBlock, PayloadBuffer into)
      throws MalformedPayload {
    int room = Math.min(largestBlock, into.allowance());
    into.reserve(room);
    try {
      into.add(Library.BLOCKS.decompress(source, at, size, into.array(), into.length(), room));
    } catch (LZ4Exception e) {
      if (room < largestBlock) {
        into.reserve(largestBlock);
      }
      throw new MalformedPayload("block: " + e.getMessage());
    }
  }

  private int afterHeader(byte[] source, int from, int end) throws MalformedPayload {
    if (end - from < SMALLEST_HEADER_BYTES || int32(source, from, end) != MAGIC) {
      throw new MalformedPayload("no frame");
    }
    int flg = source[from + FLG_POSITION];
    int bd = source[from + BD_POSITION];
    if ((flg & VERSION_MASK) != VERSION_1
        || (flg & UNUSED_FLG_MASK) != 0
        || (bd & UNUSED_BD_MASK) != 0
        || bd >> 4 < SMALLEST_BLOCK_CODE) {
      throw new MalformedPayload(String.format("frame flags %02x %02x", flg & 0xff, bd & 0xff));
    }
    if ((flg & INDEPENDENT_BLOCKS_MASK) == 0) {
      throw new MalformedPayload("dependent blocks, which Kafka does not read");
    }
    boolean hasContentSize = (flg & CONTENT_SIZE_MASK) != 0;
    int checksumAt = from + CONTENT_SIZE_POSITION + (hasContentSize ? Long.BYTES : 0);
    if (checksumAt >= end) {
      throw new MalformedPayload("frame ends in its header");
    }
    int hash = Library.HASH.hash(source, from + FLG_POSITION, checksumAt - from - FLG_POSITION, 0);
    if (verifiesHeader && source[checksumAt] != (byte) (hash >> 8)) {
      throw new MalformedPayload("header checksum");
    }
    return checksumAt + Byte.BYTES;
  }

  private static int largestBlock(int code) {
    return 1 << (2 * code + 8);
  }

  private static int int32(byte[] source, int at, int end) throws MalformedPayload {
    if (end - at < Integer.BYTES) {
      throw new MalformedPayload("frame ends early");
    }
    return Integer.reverseBytes(BigEndian.getInt(source, at));
  }

  /** Loaded when the first batch needs it. */
  private static final class Library {
    static final LZ4SafeDecompressor BLOCKS = LZ4Factory.fastestInstance().safeDecompressor();
    static final XXHash32 HASH = XXHashFactory.fastestInstance().hash32();
  }
}
