package org.logdiff.format.message;

import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStream;
import java.io.InputStreamReader;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Function;
import java.util.stream.Collectors;

/** The schemas of one file of ours. */
final class SchemaCatalog {
  private final List<MessageSchema> schemas;
  private final Map<String, MessageSchema> byName;

  private SchemaCatalog(List<MessageSchema> schemas) {
    this.schemas = schemas;
    this.byName =
        schemas.stream().collect(Collectors.toMap(MessageSchema::name, Function.identity()));
  }

  /** Reads a file that lies beside this class. */
  static SchemaCatalog load(String fileName) {
    try (InputStream in = SchemaCatalog.class.getResourceAsStream(fileName);
        BufferedReader lines =
            new BufferedReader(new InputStreamReader(in, StandardCharsets.UTF_8))) {
      return new SchemaCatalog(SchemaNotation.parse(lines.lines().toList()));
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  List<MessageSchema> schemas() {
    return schemas;
  }

  /** The schema of a kind that a topic names by a number; empty for one that is not known. */
  Optional<MessageSchema> find(MessageSchema.Role role, int type) {
    return schemas.stream()
        .filter(schema -> schema.role() == role && schema.type().orElse(-1) == type)
        .findFirst();
  }

  MessageSchema named(String name) {
    return byName.get(name);
  }
}
