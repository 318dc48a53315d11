package org.logdiff.cli.verify;

import com.fasterxml.jackson.databind.JsonNode;
import com.networknt.schema.Error;
import com.networknt.schema.Schema;
import com.networknt.schema.SchemaRegistry;
import com.networknt.schema.SpecificationVersion;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.util.List;

/** The JSON Schema of evidence, {@code docs/schema}, which the program carries with it. */
public final class EvidenceSchema {
  private static final String NAME = "logdiff-evidence-1.schema.json";

  private EvidenceSchema() {}

  /** As it was written. */
  public static String text() {
    try (InputStream in =
        EvidenceSchema.class.getResourceAsStream("/org/logdiff/cli/schema/" + NAME)) {
      if (in == null) {
        throw new IllegalStateException("built without " + NAME);
      }
      return new String(in.readAllBytes(), StandardCharsets.UTF_8);
    } catch (IOException e) {
      throw new UncheckedIOException(NAME + " cannot be read", e);
    }
  }

  /** What is wrong with a document's shape, each with its place; empty if nothing. */
  static List<Problem> problems(JsonNode document) {
    return problems(
        document,
        SchemaRegistry.withDefaultDialect(SpecificationVersion.DRAFT_2020_12).getSchema(text()));
  }

  /** By another schema. */
  static List<Problem> problems(JsonNode document, JsonNode schema) {
    return problems(
        document,
        SchemaRegistry.withDefaultDialect(SpecificationVersion.DRAFT_2020_12).getSchema(schema));
  }

  private static List<Problem> problems(JsonNode document, Schema schema) {
    return schema.validate(document).stream().map(EvidenceSchema::problem).toList();
  }

  private static Problem problem(Error error) {
    return new Problem(error.getInstanceLocation().toString(), error.getMessage());
  }
}
