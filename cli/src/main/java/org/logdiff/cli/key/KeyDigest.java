package org.logdiff.cli.key;

import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.HexFormat;
import org.logdiff.format.Bytes;

/**
 * What stands for a key that is not shown: anyone who has the key can compute it, by any tool. It
 * does not protect a key that can be guessed.
 */
public final class KeyDigest {
  private KeyDigest() {}

  /** {@code sha256:} and 64 hexadecimal digits. */
  public static String of(Bytes key) {
    try {
      byte[] hash = MessageDigest.getInstance("SHA-256").digest(key.toArray());
      return "sha256:" + HexFormat.of().formatHex(hash);
    } catch (NoSuchAlgorithmException e) {
      throw new IllegalStateException(e); // every Java platform has it
    }
  }
}
