package org.logdiff.cli.json;

import com.fasterxml.jackson.annotation.JsonInclude;
import com.fasterxml.jackson.annotation.JsonPropertyOrder;
import java.util.Base64;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.logdiff.format.internal.UnknownTaggedField;
import org.logdiff.format.message.MessageReading;
import org.logdiff.format.message.MessageValue;

/**
 * What a key or a value of an internal topic says.
 *
 * @param name of the message; null for a kind that is not known
 * @param kind the number by which its topic names it; null where it has none
 * @param version null if it could not be read
 * @param data its fields by Kafka's names; null if it was not read at all
 * @param trouble what could not be read, and why; null if nothing
 */
@JsonPropertyOrder({"name", "kind", "version", "data", "trouble"})
record MessageJson(
    String name, Integer kind, Integer version, Map<String, Object> data, String trouble) {

  /** A field that may hold a secret, or data of users, and is not shown. */
  @JsonPropertyOrder("hidden")
  record Hidden(boolean hidden) {}

  /**
   * Bytes.
   *
   * @param base64 if shown
   * @param message what they say, if that is known
   */
  @JsonPropertyOrder({"size", "base64", "message"})
  @JsonInclude(JsonInclude.Include.NON_NULL)
  record RawJson(
      @JsonInclude(JsonInclude.Include.ALWAYS) int size, String base64, MessageJson message) {}

  /** A tagged field of a later release. */
  @JsonPropertyOrder({"tag", "base64"})
  record TaggedJson(long tag, String base64) {
    static TaggedJson of(UnknownTaggedField field) {
      return new TaggedJson(
          Integer.toUnsignedLong(field.tag()),
          Base64.getEncoder().encodeToString(field.value().toArray()));
    }
  }

  static MessageJson of(MessageReading reading, boolean showsPrivate) {
    if (reading instanceof MessageReading.Read read) {
      return new MessageJson(
          read.name(),
          read.type().isPresent() ? read.type().getAsInt() : null,
          read.version(),
          fields(read.fields(), showsPrivate),
          read.damage().map(damage -> "damaged: " + damage).orElse(null));
    } else if (reading instanceof MessageReading.UnknownType unknown) {
      return new MessageJson(
          null,
          unknown.type(),
          unknown.version().isPresent() ? unknown.version().getAsInt() : null,
          null,
          "a kind that Kafka 4.4 does not know");
    } else if (reading instanceof MessageReading.UnknownVersion unknown) {
      return new MessageJson(
          unknown.name(),
          unknown.type().isPresent() ? unknown.type().getAsInt() : null,
          unknown.version(),
          null,
          "a version that Kafka 4.4 does not know; the highest is "
              + unknown.highestKnownVersion());
    }
    return new MessageJson(
        null, null, null, null, "damaged: " + ((MessageReading.Unreadable) reading).damage());
  }

  private static Map<String, Object> fields(MessageValue.Struct struct, boolean showsPrivate) {
    Map<String, Object> fields = new LinkedHashMap<>();
    for (MessageValue.Entry entry : struct.fields()) {
      boolean isHidden =
          entry.isPrivate() && !showsPrivate && !(entry.value() instanceof MessageValue.Null);
      fields.put(entry.name(), isHidden ? new Hidden(true) : value(entry.value(), showsPrivate));
    }
    if (!struct.unknownTaggedFields().isEmpty()) {
      fields.put(
          "unknownTaggedFields",
          struct.unknownTaggedFields().stream().map(TaggedJson::of).toList());
    }
    return fields;
  }

  private static Object value(MessageValue value, boolean showsPrivate) {
    if (value instanceof MessageValue.Whole whole) {
      return whole.value();
    } else if (value instanceof MessageValue.Named named) {
      return named.name();
    } else if (value instanceof MessageValue.Real real) {
      return real.value();
    } else if (value instanceof MessageValue.Flag flag) {
      return flag.value();
    } else if (value instanceof MessageValue.Text text) {
      return text.value();
    } else if (value instanceof MessageValue.Id id) {
      return id.value().toString();
    } else if (value instanceof MessageValue.Raw raw) {
      return raw(raw, showsPrivate);
    } else if (value instanceof MessageValue.Items items) {
      List<MessageValue> values = items.values();
      return values.stream().map(item -> value(item, showsPrivate)).toList();
    } else if (value instanceof MessageValue.Struct struct) {
      return fields(struct, showsPrivate);
    }
    return null;
  }

  private static RawJson raw(MessageValue.Raw raw, boolean showsPrivate) {
    return new RawJson(
        raw.value().length(),
        showsPrivate ? Base64.getEncoder().encodeToString(raw.value().toArray()) : null,
        raw.embedded().map(message -> of(message, showsPrivate)).orElse(null));
  }
}
