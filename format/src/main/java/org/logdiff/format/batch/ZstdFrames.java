package org.logdiff.format.batch;

import com.github.luben.zstd.Zstd;
import com.github.luben.zstd.ZstdDecompressCtx;
import com.github.luben.zstd.ZstdException;
import java.lang.ref.Cleaner;
import java.lang.ref.Reference;

/**
 * One or more zstd frames (RFC 8878). The library's context is made once and used for every batch:
 * to make it costs as much as to decompress a usual batch. Its native memory goes when this object
 * becomes unreachable.
 *
 * <p>Source: {@code org.apache.kafka.common.compress.ZstdCompression}.
 */
final class ZstdFrames implements Decompressor {
  private static final Cleaner CLEANER = Cleaner.create();

  private ZstdDecompressCtx context;

  @Override
  public void decompress(byte[] source, int from, int length, PayloadBuffer into)
      throws MalformedPayload {
    try {
      if (into.room() == 0) {
        into.grow();
      }
      // Frames rarely tell their content's size, so the array grows until they fit.
      while (!fits(source, from, length, into)) {
        into.grow();
      }
    } finally {
      Reference.reachabilityFence(this);
    }
  }

  private boolean fits(byte[] source, int from, int length, PayloadBuffer into)
      throws MalformedPayload {
    try {
      into.add(
          context()
              .decompressByteArray(into.array(), into.length(), into.room(), source, from, length));
      return true;
    } catch (ZstdException e) {
      if (e.getErrorCode() == Zstd.errDstSizeTooSmall()) {
        return false;
      }
      throw new MalformedPayload(String.valueOf(e.getMessage()));
    }
  }

  private ZstdDecompressCtx context() {
    if (context == null) {
      ZstdDecompressCtx made = new ZstdDecompressCtx();
      CLEANER.register(this, made::close);
      context = made;
    }
    return context;
  }
}
