package org.logdiff.cli.json;

import com.fasterxml.jackson.annotation.JsonInclude;
import com.fasterxml.jackson.annotation.JsonPropertyOrder;
import java.util.Base64;
import java.util.Optional;
import org.logdiff.analysis.report.KeyEvidence;
import org.logdiff.cli.key.KeyDisclosure;
import org.logdiff.cli.key.WellFormedText;

/**
 * A key.
 *
 * @param size bytes
 * @param hash of the bytes
 * @param text the key, if shown and well-formed UTF-8; else left out
 * @param base64 the key, if shown and not well-formed UTF-8; else left out
 */
@JsonPropertyOrder({"size", "hash", "text", "base64"})
record KeyJson(
    int size,
    String hash,
    @JsonInclude(JsonInclude.Include.NON_NULL) String text,
    @JsonInclude(JsonInclude.Include.NON_NULL) String base64) {
  static KeyJson of(KeyEvidence key, KeyDisclosure disclosure) {
    if (key == null) {
      return null;
    }
    boolean shown = disclosure.shows(key.bytes());
    Optional<String> text = WellFormedText.of(key.bytes());
    return new KeyJson(
        key.bytes().length(),
        disclosure.digest(key.bytes()),
        shown ? text.orElse(null) : null,
        shown && text.isEmpty() ? Base64.getEncoder().encodeToString(key.bytes().toArray()) : null);
  }
}
