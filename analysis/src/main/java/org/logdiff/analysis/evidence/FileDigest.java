package org.logdiff.analysis.evidence;

import java.io.IOException;
import java.nio.file.Path;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.HexFormat;
import org.logdiff.format.disk.ReadOnlyFile;

/** SHA-256 of files, or of parts of them, in hexadecimal digits. */
public final class FileDigest {
  private static final int BLOCK_BYTES = 1 << 20;

  private final MessageDigest digest;
  private final byte[] block = new byte[BLOCK_BYTES];

  public FileDigest() {
    try {
      digest = MessageDigest.getInstance("SHA-256");
    } catch (NoSuchAlgorithmException e) {
      throw new IllegalStateException("every JDK has SHA-256", e);
    }
  }

  /**
   * Of a whole file.
   *
   * @throws IOException if it cannot be read
   */
  public String of(Path path) throws IOException {
    try (ReadOnlyFile file = ReadOnlyFile.open(path)) {
      return of(file, 0, file.sizeBytes());
    }
  }

  /**
   * Of a part of a file.
   *
   * @throws IOException if it cannot be read, or ends before
   */
  public String of(ReadOnlyFile file, long position, long length) throws IOException {
    digest.reset();
    for (long done = 0; done < length; ) {
      int wanted = (int) Math.min(BLOCK_BYTES, length - done);
      file.readFully(block, 0, wanted, position + done);
      digest.update(block, 0, wanted);
      done += wanted;
    }
    return HexFormat.of().formatHex(digest.digest());
  }

  /** Of bytes in memory. */
  public String of(byte[] bytes) {
    digest.reset();
    return HexFormat.of().formatHex(digest.digest(bytes));
  }
}
