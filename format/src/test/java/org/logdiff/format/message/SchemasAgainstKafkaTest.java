package org.logdiff.format.message;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.fasterxml.jackson.databind.JsonNode;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.apache.kafka.common.message.LeaderChangeMessage;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** Our schemas say, field by field, what the definitions in Kafka's jars say. */
class SchemasAgainstKafkaTest {
  @ParameterizedTest
  @EnumSource(value = Catalogs.class, names = "CONTROL", mode = EnumSource.Mode.EXCLUDE)
  void everyKindOfATopicIsKnown(Catalogs catalog) throws IOException {
    Map<String, String> theirs = new TreeMap<>();
    for (JsonNode definition : catalog.definitions()) {
      theirs.put(definition.get("name").asText(), described(definition));
    }
    Map<String, String> ours = new TreeMap<>();
    catalog.schemas().stream()
        .filter(schema -> schema.role() != MessageSchema.Role.MESSAGE)
        .forEach(schema -> ours.put(schema.name(), described(schema)));
    assertEquals(theirs, ours);
  }

  @Test
  void messagesWithinOthersAreAsDefined() throws IOException {
    List<JsonNode> definitions = KafkaDefinitions.of(LeaderChangeMessage.class, "data");
    List<MessageSchema> ours = new ArrayList<>(Catalogs.CONTROL.schemas());
    ours.add(Catalogs.CONSUMER_OFFSETS.catalog.named("ConsumerProtocolSubscription"));
    ours.add(Catalogs.CONSUMER_OFFSETS.catalog.named("ConsumerProtocolAssignment"));
    for (MessageSchema schema : ours) {
      JsonNode definition =
          definitions.stream()
              .filter(node -> node.get("name").asText().equals(schema.name()))
              .findFirst()
              .orElseThrow();
      assertEquals(described(definition), described(schema));
    }
  }

  @Test
  void secretsAreMarked() {
    MessageSchema scram = Catalogs.CLUSTER_METADATA.catalog.named("UserScramCredentialRecord");
    for (String secret : List.of("salt", "storedKey", "serverKey")) {
      assertTrue(
          scram.fields().stream().anyMatch(f -> f.name().equals(secret) && f.isPrivate()), secret);
    }
  }

  private static String described(MessageSchema schema) {
    StringBuilder text = new StringBuilder();
    text.append(schema.role()).append(' ').append(schema.type().orElse(-1));
    for (int version = 0; version <= schema.versions().highest(); version++) {
      if (schema.versions().contains(version)) {
        text.append("\nversion ").append(version);
        text.append(schema.flexibleVersions().contains(version) ? " flexible" : "");
        describe(schema.fields(), version, 1, text);
      }
    }
    return text.toString();
  }

  private static void describe(
      List<MessageSchema.Field> fields, int version, int depth, StringBuilder text) {
    for (MessageSchema.Field field : fields) {
      if (field.versions().contains(version)) {
        line(
            depth,
            field.name(),
            field.isArray(),
            field.kind().name(),
            field.isNullable(),
            field.tag(),
            text);
        describe(field.fields(), version, depth + 1, text);
      }
    }
  }

  private static void line(
      int depth,
      String name,
      boolean isArray,
      String kind,
      boolean isNullable,
      int tag,
      StringBuilder text) {
    text.append('\n')
        .append("  ".repeat(depth))
        .append(name)
        .append(isArray ? " []" : " ")
        .append(kind)
        .append(isNullable ? "?" : "")
        .append(tag < 0 ? "" : " tag " + tag);
  }

  private static String described(JsonNode definition) {
    VersionRange versions = range(definition.get("validVersions"), Integer.MAX_VALUE);
    VersionRange flexible = range(definition.path("flexibleVersions"), versions.highest());
    StringBuilder text = new StringBuilder();
    text.append(role(definition.get("type").asText()));
    text.append(' ').append(definition.path("apiKey").asInt(-1));
    for (int version = versions.lowest(); version <= versions.highest(); version++) {
      text.append("\nversion ").append(version);
      text.append(flexible.contains(version) ? " flexible" : "");
      describe(definition, definition.get("fields"), version, versions.highest(), 1, text);
    }
    return text.toString();
  }

  private static String role(String type) {
    return switch (type) {
      case "coordinator-key" -> "KEY";
      case "coordinator-value" -> "VALUE";
      case "metadata" -> "RECORD";
      default -> "MESSAGE";
    };
  }

  private static void describe(
      JsonNode definition,
      JsonNode fields,
      int version,
      int highest,
      int depth,
      StringBuilder text) {
    for (JsonNode field : fields) {
      boolean isTagged = field.has("tag");
      JsonNode versions = isTagged ? field.get("taggedVersions") : field.get("versions");
      if (!range(versions, highest).contains(version)) {
        continue;
      }
      String type = field.get("type").asText();
      boolean isArray = type.startsWith("[]");
      String element = isArray ? type.substring(2) : type;
      JsonNode struct = field.has("fields") ? field.get("fields") : struct(definition, element);
      String name = field.get("name").asText();
      line(
          depth,
          Character.toLowerCase(name.charAt(0)) + name.substring(1),
          isArray,
          struct == null ? element.toUpperCase(java.util.Locale.ROOT) : "STRUCT",
          range(field.path("nullableVersions"), highest).contains(version),
          isTagged ? field.get("tag").asInt() : -1,
          text);
      if (struct != null) {
        describe(definition, struct, version, highest, depth + 1, text);
      }
    }
  }

  private static JsonNode struct(JsonNode definition, String name) {
    for (JsonNode struct : definition.path("commonStructs")) {
      if (struct.get("name").asText().equals(name)) {
        return struct.get("fields");
      }
    }
    return null;
  }

  private static VersionRange range(JsonNode versions, int highest) {
    String text = versions.asText("none");
    return text.isEmpty() || text.equals("none")
        ? VersionRange.NONE
        : VersionRange.parse(text, highest);
  }
}
