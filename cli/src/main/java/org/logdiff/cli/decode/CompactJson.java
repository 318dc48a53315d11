package org.logdiff.cli.decode;

import com.fasterxml.jackson.databind.DeserializationFeature;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import java.io.IOException;
import java.util.Optional;
import org.logdiff.format.Bytes;

/** Values that are JSON. */
final class CompactJson {
  private static final ObjectMapper MAPPER =
      new ObjectMapper()
          .enable(DeserializationFeature.FAIL_ON_TRAILING_TOKENS)
          .enable(DeserializationFeature.USE_BIG_DECIMAL_FOR_FLOATS);

  private CompactJson() {}

  /** Empty if the value is not one whole JSON text. */
  static Optional<String> of(Bytes value) {
    try {
      JsonNode node = MAPPER.readTree(value.toArray());
      return node.isMissingNode() ? Optional.empty() : Optional.of(node.toString());
    } catch (IOException e) {
      return Optional.empty();
    }
  }
}
