package org.logdiff.cli.json;

import com.fasterxml.jackson.annotation.JsonInclude;
import com.fasterxml.jackson.annotation.JsonPropertyOrder;
import com.fasterxml.jackson.annotation.JsonRawValue;
import java.util.Base64;
import java.util.Optional;
import org.logdiff.cli.key.KeyDigest;
import org.logdiff.cli.key.WellFormedText;
import org.logdiff.format.Bytes;

/**
 * A key or a value of a record.
 *
 * @param size bytes
 * @param hash of the bytes
 * @param text if shown and well-formed UTF-8; else left out
 * @param base64 if shown and not well-formed UTF-8; else left out
 * @param decoded what the decoder made of it; left out if it made nothing, or nothing else than
 *     text
 * @param message what it says in an internal topic; else left out
 */
@JsonPropertyOrder({"size", "hash", "text", "base64", "decoded", "message"})
@JsonInclude(JsonInclude.Include.NON_NULL)
record BytesJson(
    @JsonInclude(JsonInclude.Include.ALWAYS) int size,
    @JsonInclude(JsonInclude.Include.ALWAYS) String hash,
    String text,
    String base64,
    @JsonRawValue String decoded,
    MessageJson message) {
  /**
   * @param decoded a JSON text, or null
   */
  static BytesJson of(Optional<Bytes> bytes, boolean shown, String decoded, MessageJson message) {
    if (bytes.isEmpty()) {
      return null;
    }
    Bytes content = bytes.get();
    Optional<String> text = shown ? WellFormedText.of(content) : Optional.empty();
    return new BytesJson(
        content.length(),
        KeyDigest.of(content),
        text.orElse(null),
        shown && text.isEmpty() ? Base64.getEncoder().encodeToString(content.toArray()) : null,
        decoded,
        message);
  }
}
