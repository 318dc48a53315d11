package org.logdiff.format.message;

import com.fasterxml.jackson.core.JsonParser;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import java.io.IOException;
import java.net.URI;
import java.nio.file.FileSystem;
import java.nio.file.FileSystems;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;

/** Kafka's own message definitions, which its jars carry. */
final class KafkaDefinitions {
  private static final ObjectMapper MAPPER =
      new ObjectMapper().configure(JsonParser.Feature.ALLOW_COMMENTS, true);

  private KafkaDefinitions() {}

  /**
   * The definitions in a jar.
   *
   * @param inJar a class of the jar
   * @param types as in {@code coordinator-key}
   */
  static List<JsonNode> of(Class<?> inJar, String... types) throws IOException {
    URI jar = URI.create("jar:" + inJar.getProtectionDomain().getCodeSource().getLocation());
    List<JsonNode> definitions = new ArrayList<>();
    try (FileSystem files = FileSystems.newFileSystem(jar, Map.of());
        Stream<Path> all = Files.walk(files.getPath("/"))) {
      for (Path file : all.filter(path -> path.toString().endsWith(".json")).sorted().toList()) {
        JsonNode definition = MAPPER.readTree(Files.readString(file));
        if (List.of(types).contains(definition.path("type").asText())) {
          definitions.add(definition);
        }
      }
    }
    return definitions;
  }
}
