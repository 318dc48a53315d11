package org.logdiff.format.batch;

import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.util.zip.GZIPInputStream;

/**
 * One or more gzip members (RFC 1952), read by the class that Kafka reads them with. Source: {@code
 * org.apache.kafka.common.compress.GzipCompression}.
 */
final class GzipMembers implements Decompressor {
  private static final int INPUT_BYTES = 8 << 10;

  @Override
  public void decompress(byte[] source, int from, int length, PayloadBuffer into)
      throws MalformedPayload {
    try (InputStream in =
        new GZIPInputStream(new ByteArrayInputStream(source, from, length), INPUT_BYTES)) {
      drain(in, into);
    } catch (IOException e) {
      throw new MalformedPayload(String.valueOf(e.getMessage()));
    }
  }

  private static void drain(InputStream in, PayloadBuffer into)
      throws IOException, MalformedPayload {
    while (true) {
      if (into.allowance() == 0) {
        if (in.read() >= 0) {
          into.grow();
        }
        return;
      }
      if (into.room() == 0) {
        into.grow();
      }
      int n = in.read(into.array(), into.length(), into.room());
      if (n < 0) {
        return;
      }
      into.add(n);
    }
  }
}
