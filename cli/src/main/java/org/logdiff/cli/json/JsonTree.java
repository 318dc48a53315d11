package org.logdiff.cli.json;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.json.JsonMapper;

/** Documents as trees. */
public final class JsonTree {
  private static final JsonMapper MAPPER = JsonMapper.builder().build();

  private JsonTree() {}

  /**
   * Reads a document.
   *
   * @throws JsonProcessingException if it is no JSON; the message says where
   */
  public static JsonNode read(byte[] document) throws java.io.IOException {
    return MAPPER.readTree(document);
  }

  /** The tree that a value would be written as. */
  public static JsonNode of(Object value) {
    return MAPPER.valueToTree(value);
  }
}
