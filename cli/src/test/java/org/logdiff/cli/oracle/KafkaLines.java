package org.logdiff.cli.oracle;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import com.fasterxml.jackson.databind.node.TextNode;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Base64;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;

/** Reduces our JSON lines to what Kafka's dump tool prints, file by file. */
final class KafkaLines {
  private static final ObjectMapper MAPPER = new ObjectMapper();

  private final Map<Path, StringBuilder> sections = new LinkedHashMap<>();

  /** Whether records are shown by one of Kafka's decoders. */
  private final boolean isDecoded;

  KafkaLines(boolean isDecoded) {
    this.isDecoded = isDecoded;
  }

  Map<Path, String> of(String jsonLines) throws IOException {
    for (String line : jsonLines.lines().toList()) {
      JsonNode item = MAPPER.readTree(line);
      if (item.has("file")) {
        StringBuilder section =
            sections.computeIfAbsent(
                Path.of(item.get("file").asText()), file -> new StringBuilder());
        String reduced = reduced(item);
        if (reduced != null) {
          section.append(reduced).append('\n');
        }
      }
    }
    Map<Path, String> texts = new LinkedHashMap<>();
    sections.forEach((file, text) -> texts.put(file, text.toString()));
    return texts;
  }

  private String reduced(JsonNode item) {
    return switch (item.get("type").asText()) {
      case "batch" -> batch(item);
      case "record" -> record(item);
      case "offsetIndexEntry" ->
          "offset: %s position: %s".formatted(text(item, "offset"), text(item, "position"));
      case "timeIndexEntry" ->
          "timestamp: %s offset: %s".formatted(text(item, "timestamp"), text(item, "offset"));
      case "abortedTransaction" ->
          named(item, "version", "producerId", "firstOffset", "lastOffset", "lastStableOffset");
      case "producer" -> producer(item);
      default -> null;
    };
  }

  private static String batch(JsonNode item) {
    if (item.get("magic").asInt() < 2) {
      return "offset: %s position: %s %s: %s "
              .formatted(
                  text(item, "lastOffset"),
                  text(item, "position"),
                  text(item, "timestampType"),
                  text(item, "maxTimestamp"))
          + named(item, "size", "magic", "compresscodec", "crc", "isvalid");
    }
    return named(
            item,
            "baseOffset",
            "lastOffset",
            "count",
            "baseSequence",
            "lastSequence",
            "producerId",
            "producerEpoch",
            "partitionLeaderEpoch",
            "isTransactional",
            "isControl")
        + " deleteHorizonMs: "
        + optional(item.get("deleteHorizonMs"))
        + " position: "
        + text(item, "position")
        + " "
        + text(item, "timestampType")
        + ": "
        + text(item, "maxTimestamp")
        + " "
        + named(item, "size", "magic", "compresscodec", "crc", "isvalid");
  }

  private String record(JsonNode item) {
    JsonNode key = item.get("key");
    JsonNode value = item.get("value");
    List<String> headerKeys = new ArrayList<>();
    item.get("headers").forEach(header -> headerKeys.add(string(header.get("key"))));
    String form = "| offset: %s %s: %s keySize: %s valueSize: %s";
    boolean isLegacy = item.get("magic").asInt() < 2;
    String line =
        (isLegacy ? form : form + " sequence: %s headerKeys: [%s]")
            .formatted(
                text(item, "offset"),
                text(item, "timestampType"),
                text(item, "timestamp"),
                size(key),
                size(value),
                text(item, "sequence"),
                String.join(",", headerKeys));
    if (item.has("control")) {
      return line + control(item);
    }
    return isDecoded ? line + decoded(key, value) : line + plain(key, value);
  }

  private static String plain(JsonNode key, JsonNode value) {
    return (key.isNull() ? "" : " key: " + string(key))
        + (value.isNull() ? "" : " payload: " + string(value));
  }

  private static String decoded(JsonNode key, JsonNode value) {
    StringBuilder line = new StringBuilder();
    if (!key.isNull()) {
      JsonNode message = key.get("message");
      line.append(" key: {\"type\":\"")
          .append(message.get("kind").asText())
          .append("\",\"data\":")
          .append(plain(message.get("data"), ""))
          .append("}");
    }
    if (!value.isNull()) {
      JsonNode message = value.get("message");
      String name = message.get("name").asText();
      JsonNode data = plain(message.get("data"), name);
      line.append(
          key.isNull()
              ? " payload: {\"type\":\"%s\",\"version\":%s,\"data\":%s}"
                  .formatted(upper(name), message.get("version").asText(), data)
              : " payload: {\"version\":\"%s\",\"data\":%s}"
                  .formatted(message.get("version").asText(), data));
    } else {
      line.append(" payload: <DELETE>");
    }
    return line.toString();
  }

  /** Kafka's converters give bytes as base64; its tool reads those of consumers' groups. */
  private static JsonNode plain(JsonNode node, String message) {
    if (node.isObject() && node.has("size") && node.has("base64")) {
      boolean isRead = message.equals("GroupMetadataValue") && node.has("message");
      return isRead ? plain(node.get("message").get("data"), "") : node.get("base64");
    } else if (node.isObject()) {
      ObjectNode object = JsonNodeFactory.instance.objectNode();
      node.properties()
          .forEach(
              field -> {
                if (!field.getKey().equals("unknownTaggedFields")) {
                  object.set(field.getKey(), plain(field.getValue(), message));
                }
              });
      return object;
    } else if (node.isArray()) {
      ArrayNode array = JsonNodeFactory.instance.arrayNode();
      node.forEach(element -> array.add(plain(element, message)));
      return array;
    }
    return node.isTextual() ? TextNode.valueOf(node.asText()) : node;
  }

  private static String upper(String camelCase) {
    return camelCase.replaceAll("(?<=[a-z])(?=[A-Z])", "_").toUpperCase(Locale.ROOT);
  }

  private static String control(JsonNode item) {
    String type = item.get("control").get("type").asText();
    JsonNode message = item.get("value").path("message");
    return switch (type) {
      case "COMMIT", "ABORT" ->
          " endTxnMarker: "
              + type
              + " coordinatorEpoch: "
              + item.get("control").get("coordinatorEpoch").asText();
      case "LEADER_CHANGE" -> " LeaderChange: " + plain(message.get("data"), "");
      case "SNAPSHOT_HEADER" -> " SnapshotHeader " + plain(message.get("data"), "");
      case "SNAPSHOT_FOOTER" -> " SnapshotFooter " + plain(message.get("data"), "");
      case "KRAFT_VERSION" -> " KRaftVersion " + plain(message.get("data"), "");
      case "KRAFT_VOTERS" -> " KRaftVoters " + plain(message.get("data"), "");
      default -> throw new IllegalStateException(type);
    };
  }

  private static String producer(JsonNode item) {
    String line =
        "producerId: %s producerEpoch: %s coordinatorEpoch: %s currentTxnFirstOffset: %s lastTimestamp: %s"
            .formatted(
                text(item, "producerId"),
                text(item, "producerEpoch"),
                text(item, "coordinatorEpoch"),
                optional(item.get("currentTxnFirstOffset")),
                text(item, "lastTimestamp"));
    return item.get("firstSequence").isNull()
        ? line
        : line
            + " firstSequence: %s lastSequence: %s lastOffset: %s offsetDelta: %s timestamp: %s"
                .formatted(
                    text(item, "firstSequence"),
                    text(item, "lastSequence"),
                    text(item, "lastOffset"),
                    text(item, "offsetDelta"),
                    text(item, "lastTimestamp"));
  }

  private static String named(JsonNode item, String... names) {
    List<String> fields = new ArrayList<>();
    for (String name : names) {
      fields.add(name + ": " + text(item, name));
    }
    return String.join(" ", fields);
  }

  private static String optional(JsonNode value) {
    return value.isNull() ? "OptionalLong.empty" : "OptionalLong[" + value.asText() + "]";
  }

  private static String text(JsonNode item, String name) {
    return item.get(name).asText();
  }

  private static String size(JsonNode bytes) {
    return bytes.isNull() ? "-1" : bytes.get("size").asText();
  }

  private static String string(JsonNode bytes) {
    return bytes.has("text")
        ? bytes.get("text").asText()
        : new String(
            Base64.getDecoder().decode(bytes.get("base64").asText()), StandardCharsets.UTF_8);
  }
}
