package org.logdiff.format.batch;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertNotNull;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.nio.ByteBuffer;
import java.util.Arrays;
import java.util.Random;
import net.jpountz.lz4.LZ4Factory;
import net.jpountz.lz4.LZ4FrameOutputStream;
import net.jpountz.xxhash.XXHashFactory;
import org.apache.kafka.common.record.internal.CompressionType;
import org.apache.kafka.common.utils.internals.BufferSupplier;
import org.apache.kafka.common.utils.internals.ByteBufferOutputStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.xerial.snappy.Snappy;

/** What the codecs give, and what they give on damaged or hostile input. */
class PayloadTest {
  private static final int LIMIT_BYTES = 1 << 20;

  @ParameterizedTest
  @EnumSource(mode = EnumSource.Mode.EXCLUDE, names = "NONE")
  void readsWhatKafkaWrites(Compression codec) throws IOException {
    Payload payload = new Payload(LIMIT_BYTES);
    Random random = new Random(1);
    for (int size : new int[] {1, 100, 32 << 10, 64 << 10, (64 << 10) + 1, 300_000, LIMIT_BYTES}) {
      for (int step = 1; step <= 1000; step *= 10) {
        byte[] content = new byte[size];
        for (int i = 0; i < size; i += step) {
          content[i] = (byte) random.nextInt();
        }
        assertArrayEquals(content, fill(payload, codec, compress(codec, content)));
      }
    }
  }

  @ParameterizedTest
  @EnumSource(
      value = Compression.class,
      names = {"GZIP", "SNAPPY", "ZSTD"})
  void readsFramesBehindEachOther(Compression codec) throws IOException {
    byte[] first = "first".getBytes();
    byte[] second = "second ".repeat(20_000).getBytes();
    byte[] frames = ScratchLog.concat(compress(codec, first), compress(codec, second));
    byte[] both = ScratchLog.concat(first, second);
    assertArrayEquals(both, fill(new Payload(LIMIT_BYTES), codec, frames));
    assertArrayEquals(both, byKafka(codec, frames));
  }

  @Test
  void readsTheFirstLz4FrameAsKafkaDoes() throws IOException {
    byte[] first = "first".getBytes();
    byte[] frames =
        ScratchLog.concat(compress(Compression.LZ4, first), compress(Compression.LZ4, first));
    assertArrayEquals(first, fill(new Payload(LIMIT_BYTES), Compression.LZ4, frames));
    assertArrayEquals(first, byKafka(Compression.LZ4, frames));
  }

  @Test
  void readsLz4FramesOfOtherClients() throws IOException {
    byte[] content = "some content ".repeat(30_000).getBytes();
    ByteBufferOutputStream out = new ByteBufferOutputStream(100);
    try (OutputStream frame =
        new LZ4FrameOutputStream(
            out,
            LZ4FrameOutputStream.BLOCKSIZE.SIZE_256KB,
            content.length,
            LZ4Factory.fastestInstance().fastCompressor(),
            XXHashFactory.fastestInstance().hash32(),
            LZ4FrameOutputStream.FLG.Bits.BLOCK_INDEPENDENCE,
            LZ4FrameOutputStream.FLG.Bits.BLOCK_CHECKSUM,
            LZ4FrameOutputStream.FLG.Bits.CONTENT_CHECKSUM,
            LZ4FrameOutputStream.FLG.Bits.CONTENT_SIZE)) {
      frame.write(content);
    }
    byte[] frame = bytes(out);
    assertArrayEquals(content, fill(new Payload(LIMIT_BYTES), Compression.LZ4, frame));
    frame[frame.length / 2] ^= 1;
    assertEquals("lz4: block checksum", trouble(new Payload(LIMIT_BYTES), Compression.LZ4, frame));
  }

  @Test
  void readsASnappyBlockWithoutAFrame() throws IOException {
    byte[] content = "some content".getBytes();
    byte[] block = Snappy.compress(content);
    assertArrayEquals(content, fill(new Payload(LIMIT_BYTES), Compression.SNAPPY, block));
    assertArrayEquals(content, byKafka(Compression.SNAPPY, block));
  }

  @ParameterizedTest
  @EnumSource(mode = EnumSource.Mode.EXCLUDE, names = "NONE")
  void aBombStopsAtTheLimit(Compression codec) throws IOException {
    Payload payload = new Payload(LIMIT_BYTES);
    byte[] bomb = compress(codec, new byte[LIMIT_BYTES + 1]);
    assertEquals(
        codec.kafkaName() + ": more than " + LIMIT_BYTES + " decompressed bytes",
        trouble(payload, codec, bomb));
    byte[] content = {1, 2, 3};
    assertArrayEquals(content, fill(payload, codec, compress(codec, content)));
  }

  @ParameterizedTest
  @EnumSource(mode = EnumSource.Mode.EXCLUDE, names = "NONE")
  void damageIsTroubleOrOtherBytesButNoException(Compression codec) throws IOException {
    byte[] whole = compress(codec, "some content to be damaged ".repeat(20).getBytes());
    Payload payload = new Payload(LIMIT_BYTES);
    int troubles = 0;
    for (int bit = 0; bit < whole.length * Byte.SIZE; bit++) {
      byte[] flipped = whole.clone();
      flipped[bit / Byte.SIZE] ^= (byte) (1 << bit % Byte.SIZE);
      troubles += payload.fill(codec.id(), flipped, 0, flipped.length) == null ? 0 : 1;
    }
    assertTrue(troubles > whole.length, "only " + troubles);
    for (int length = 0; length < whole.length; length++) {
      byte[] cut = Arrays.copyOf(whole, length);
      payload.fill(codec.id(), cut, 0, cut.length);
    }
    Random random = new Random(2);
    for (int i = 0; i < 2000; i++) {
      byte[] noise = whole.clone();
      for (int n = random.nextInt(8); n >= 0; n--) {
        noise[random.nextInt(noise.length)] = (byte) random.nextInt();
      }
      payload.fill(codec.id(), noise, 0, noise.length);
    }
  }

  @ParameterizedTest
  @EnumSource(mode = EnumSource.Mode.EXCLUDE, names = "NONE")
  void nothingIsNoPayload(Compression codec) {
    Payload payload = new Payload(LIMIT_BYTES);
    String trouble = payload.fill(codec.id(), new byte[10], 10, 0);
    assertTrue(trouble != null || payload.length() == 0);
  }

  @ParameterizedTest
  @EnumSource(mode = EnumSource.Mode.EXCLUDE, names = "NONE")
  void readsFromWithinAnArray(Compression codec) throws IOException {
    byte[] content = "some content".getBytes();
    byte[] compressed = compress(codec, content);
    byte[] array = new byte[compressed.length + 20];
    Arrays.fill(array, (byte) 0x55);
    System.arraycopy(compressed, 0, array, 7, compressed.length);
    Payload payload = new Payload(LIMIT_BYTES);
    assertNull(payload.fill(codec.id(), array, 7, compressed.length));
    assertArrayEquals(content, content(payload));
  }

  @Test
  void aSnappyChunkThatCannotGiveSoMuchIsNotBelieved() {
    // A block that claims 200 MiB, in a frame of one chunk.
    byte[] block = {(byte) 0x80, (byte) 0x80, (byte) 0x80, 0x64, 0x00, 0x41};
    byte[] frame =
        ByteBuffer.allocate(20 + block.length)
            .put(new byte[] {(byte) 0x82, 'S', 'N', 'A', 'P', 'P', 'Y', 0, 0, 0, 0, 1, 0, 0, 0, 1})
            .putInt(block.length)
            .put(block)
            .array();
    String trouble = trouble(new Payload(Integer.MAX_VALUE), Compression.SNAPPY, frame);
    assertTrue(trouble.contains("209,715,200 declared in 6 bytes"), trouble);
    frame[16] = 0x7f;
    assertEquals(
        "snappy: chunk size 2130706438 of 6 bytes left",
        trouble(new Payload(Integer.MAX_VALUE), Compression.SNAPPY, frame));
  }

  @Test
  void unknownCodecsAreNamed() {
    for (int id = 5; id < 8; id++) {
      assertEquals("unknown compression codec " + id, new Payload(1).fill(id, new byte[10], 0, 10));
    }
  }

  @Test
  void aLargeArrayIsLetGoAfterItsBatch() throws IOException {
    Payload payload = new Payload(64 << 20);
    fill(payload, Compression.ZSTD, compress(Compression.ZSTD, new byte[32 << 20]));
    assertTrue(payload.bytes().length >= 32 << 20);
    fill(payload, Compression.ZSTD, compress(Compression.ZSTD, new byte[3]));
    assertTrue(payload.bytes().length < 1 << 20);
  }

  @Test
  void whatIsNotCompressedIsNotCopied() {
    byte[] batch = new byte[10];
    Payload payload = new Payload(1);
    assertNull(payload.fill(Compression.NONE.id(), batch, 3, 7));
    assertEquals(batch, payload.bytes());
    assertEquals(3, payload.from());
    assertEquals(7, payload.length());
    assertFalse(payload.bytes().length == payload.length());
  }

  private static byte[] fill(Payload payload, Compression codec, byte[] compressed) {
    assertNull(payload.fill(codec.id(), compressed, 0, compressed.length));
    return content(payload);
  }

  private static byte[] content(Payload payload) {
    return Arrays.copyOfRange(payload.bytes(), payload.from(), payload.from() + payload.length());
  }

  private static String trouble(Payload payload, Compression codec, byte[] compressed) {
    String trouble = payload.fill(codec.id(), compressed, 0, compressed.length);
    assertNotNull(trouble);
    return trouble;
  }

  private static byte[] compress(Compression codec, byte[] content) throws IOException {
    ByteBufferOutputStream out = new ByteBufferOutputStream(100);
    try (OutputStream in = kafka(codec).wrapForOutput(out, RecordBatchHeader.MAGIC)) {
      in.write(content);
    }
    return bytes(out);
  }

  private static byte[] byKafka(Compression codec, byte[] compressed) throws IOException {
    try (InputStream in =
        kafka(codec)
            .wrapForInput(
                ByteBuffer.wrap(compressed), RecordBatchHeader.MAGIC, BufferSupplier.NO_CACHING)) {
      return in.readAllBytes();
    }
  }

  private static org.apache.kafka.common.compress.Compression kafka(Compression codec) {
    return org.apache.kafka.common.compress.Compression.of(CompressionType.forId(codec.id()))
        .build();
  }

  private static byte[] bytes(ByteBufferOutputStream out) {
    ByteBuffer buffer = out.buffer();
    buffer.flip();
    byte[] bytes = new byte[buffer.remaining()];
    buffer.get(bytes);
    return bytes;
  }
}
