package org.logdiff.format;

import java.io.ByteArrayOutputStream;
import java.nio.ByteBuffer;

/** Writes a file by hand, big-endian. */
public final class BytesBuilder {
  private final ByteArrayOutputStream out;

  public BytesBuilder() {
    this.out = new ByteArrayOutputStream();
  }

  public BytesBuilder int16(int value) {
    return bytes(ByteBuffer.allocate(Short.BYTES).putShort((short) value).array());
  }

  public BytesBuilder int32(long value) {
    return bytes(ByteBuffer.allocate(Integer.BYTES).putInt((int) value).array());
  }

  public BytesBuilder int64(long value) {
    return bytes(ByteBuffer.allocate(Long.BYTES).putLong(value).array());
  }

  public BytesBuilder zeros(int count) {
    return bytes(new byte[count]);
  }

  public BytesBuilder bytes(byte[] bytes) {
    out.writeBytes(bytes);
    return this;
  }

  public byte[] build() {
    return out.toByteArray();
  }
}
