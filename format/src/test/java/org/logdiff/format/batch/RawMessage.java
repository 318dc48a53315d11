package org.logdiff.format.batch;

import java.io.IOException;
import java.io.OutputStream;
import java.io.UncheckedIOException;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.util.zip.CRC32;
import org.apache.kafka.common.record.internal.CompressionType;
import org.apache.kafka.common.utils.internals.ByteBufferOutputStream;

/** Messages of magic 0 and 1 with whatever fields, whose checksum holds all the same. */
final class RawMessage {
  static final long TIMESTAMP = 1_700_000_000_000L;

  private RawMessage() {}

  static byte[] plain(long offset, int magic, String key, String value) {
    return of(offset, magic, 0, TIMESTAMP + offset, bytes(key), bytes(value));
  }

  /** A compressed message with these bytes, compressed, as its value. */
  static byte[] wrapper(long offset, int magic, Compression codec, byte[] set) {
    return of(offset, magic, codec.id(), TIMESTAMP, null, compress(magic, codec, set));
  }

  static byte[] of(
      long offset, int magic, int attributes, long timestamp, byte[] key, byte[] value) {
    int size =
        LegacyMessage.smallestSizeBytes((byte) magic)
            + (key == null ? 0 : key.length)
            + (value == null ? 0 : value.length);
    ByteBuffer message = ByteBuffer.allocate(size);
    message.putLong(offset).putInt(size - RecordBatchHeader.LOG_OVERHEAD_BYTES).putInt(0);
    message.put((byte) magic).put((byte) attributes);
    if (magic == 1) {
      message.putLong(timestamp);
    }
    put(message, key);
    put(message, value);
    return seal(message.array());
  }

  private static void put(ByteBuffer message, byte[] field) {
    message.putInt(field == null ? -1 : field.length);
    if (field != null) {
      message.put(field);
    }
  }

  /** Sets the checksum of a message; gives it back. */
  static byte[] seal(byte[] message) {
    CRC32 crc = new CRC32();
    crc.update(
        message, LegacyMessage.MAGIC_POSITION, message.length - LegacyMessage.MAGIC_POSITION);
    ByteBuffer.wrap(message).putInt(LegacyMessage.CRC_POSITION, (int) crc.getValue());
    return message;
  }

  static byte[] compress(int magic, Compression codec, byte[] content) {
    ByteBufferOutputStream out = new ByteBufferOutputStream(100);
    try (OutputStream in =
        org.apache.kafka.common.compress.Compression.of(CompressionType.forId(codec.id()))
            .build()
            .wrapForOutput(out, (byte) magic)) {
      in.write(content);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
    ByteBuffer buffer = out.buffer();
    buffer.flip();
    byte[] bytes = new byte[buffer.remaining()];
    buffer.get(bytes);
    return bytes;
  }

  private static byte[] bytes(String text) {
    return text == null ? null : text.getBytes(StandardCharsets.UTF_8);
  }
}
