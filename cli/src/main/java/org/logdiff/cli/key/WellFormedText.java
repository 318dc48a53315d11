package org.logdiff.cli.key;

import java.nio.ByteBuffer;
import java.nio.charset.CharacterCodingException;
import java.nio.charset.StandardCharsets;
import java.util.Optional;
import org.logdiff.format.Bytes;

/** Bytes that are UTF-8, as text. */
public final class WellFormedText {
  private WellFormedText() {}

  /** Empty if the bytes are not well-formed UTF-8. */
  public static Optional<String> of(Bytes bytes) {
    try {
      ByteBuffer encoded = ByteBuffer.wrap(bytes.toArray());
      return Optional.of(StandardCharsets.UTF_8.newDecoder().decode(encoded).toString());
    } catch (CharacterCodingException e) {
      return Optional.empty();
    }
  }
}
