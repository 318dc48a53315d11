package org.logdiff.format.disk;

import java.io.IOException;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import java.util.function.Function;
import org.logdiff.format.Damage;
import org.logdiff.format.DamageKind;
import org.logdiff.format.Decoded;

/** Decodes a small file that is read as a whole. */
public final class WholeFile {
  private WholeFile() {}

  /**
   * Reads a file and decodes it. A file above the limit is not read: that is damage of kind LENGTH.
   * If a broker shortens the file meanwhile, what is left of it is decoded.
   *
   * @throws java.nio.file.NoSuchFileException if it is not there (any more)
   * @throws IOException if it cannot be read
   */
  public static <T> Decoded<T> decode(
      Path path, int limitBytes, Function<byte[], Decoded<T>> decoder) throws IOException {
    try (ReadOnlyFile file = ReadOnlyFile.open(path)) {
      long sizeBytes = file.sizeBytes();
      if (sizeBytes > limitBytes) {
        return Decoded.nothing(List.of(tooLong(sizeBytes, limitBytes)));
      }
      byte[] bytes = new byte[(int) sizeBytes];
      int length = file.read(bytes, 0, bytes.length, 0);
      return decoder.apply(length == bytes.length ? bytes : Arrays.copyOf(bytes, length));
    }
  }

  private static Damage tooLong(long sizeBytes, int limitBytes) {
    return new Damage(
        DamageKind.LENGTH,
        "fileSize",
        0,
        sizeBytes,
        sizeBytes + " bytes",
        "at most " + limitBytes + " bytes");
  }
}
