package org.logdiff.cli.key;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.security.InvalidKeyException;
import java.security.NoSuchAlgorithmException;
import java.util.HexFormat;
import javax.crypto.Mac;
import javax.crypto.spec.SecretKeySpec;
import org.logdiff.format.disk.ReadOnlyFile;

/**
 * A secret of the user's. What is hashed with it (HMAC-SHA256) can be told apart and recognised by
 * who has the secret, and guessed by nobody else.
 */
public final class Salt {
  /** Before a digest. */
  public static final String PREFIX = "hmac-sha256:";

  /** Fewer could be tried out. */
  private static final int FEWEST_BYTES = 16;

  private static final int LONGEST_FILE_BYTES = 1 << 20;
  private static final String ALGORITHM = "HmacSHA256";

  private final SecretKeySpec secret;

  private Salt(byte[] secret) {
    this.secret = new SecretKeySpec(secret, ALGORITHM);
  }

  /**
   * Reads the file that holds the secret.
   *
   * @throws IOException if it cannot be read, or holds too little
   */
  public static Salt read(Path file) throws IOException {
    byte[] secret = ReadOnlyFile.readAll(file, LONGEST_FILE_BYTES);
    if (secret.length < FEWEST_BYTES) {
      throw new IOException(
          "%d bytes are no secret; make one of at least %d: head -c 32 /dev/urandom > FILE"
              .formatted(secret.length, FEWEST_BYTES));
    }
    return new Salt(secret);
  }

  static Salt of(byte[] secret) {
    return new Salt(secret);
  }

  /** 64 hexadecimal digits. */
  public String digest(byte[] bytes) {
    try {
      Mac mac = Mac.getInstance(ALGORITHM);
      mac.init(secret);
      return HexFormat.of().formatHex(mac.doFinal(bytes));
    } catch (NoSuchAlgorithmException | InvalidKeyException e) {
      throw new IllegalStateException(e); // every Java platform has it
    }
  }

  public String digest(String text) {
    return digest(text.getBytes(StandardCharsets.UTF_8));
  }
}
