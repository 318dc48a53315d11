package org.logdiff.format.message;

import java.util.List;
import java.util.stream.Collectors;
import org.logdiff.format.internal.UnknownTaggedField;

/**
 * A message on one line, as in {@code OffsetCommitValue 4: offset=7, metadata="x"}. Texts in it are
 * as stored: whoever shows it makes it printable.
 */
public final class MessageText {
  private static final String HIDDEN = "(hidden)";

  private final boolean showsPrivate;

  private MessageText(boolean showsPrivate) {
    this.showsPrivate = showsPrivate;
  }

  /**
   * @param showsPrivate whether fields that may hold secrets or data of users are shown
   */
  public static String of(MessageReading reading, boolean showsPrivate) {
    return new MessageText(showsPrivate).text(reading);
  }

  private String text(MessageReading reading) {
    if (reading instanceof MessageReading.Read read) {
      String fields = fields(read.fields());
      return read.name()
          + " "
          + read.version()
          + (fields.isEmpty() ? "" : ": " + fields)
          + read.damage().map(damage -> "; damaged: " + damage).orElse("");
    } else if (reading instanceof MessageReading.UnknownType unknown) {
      return "type "
          + unknown.type()
          + (unknown.version().isPresent() ? " version " + unknown.version().getAsInt() : "")
          + ", which Kafka 4.4 does not know";
    } else if (reading instanceof MessageReading.UnknownVersion unknown) {
      return unknown.name()
          + " "
          + unknown.version()
          + ", a version that Kafka 4.4 does not know (up to "
          + unknown.highestKnownVersion()
          + ")";
    }
    return "damaged: " + ((MessageReading.Unreadable) reading).damage();
  }

  private String fields(MessageValue.Struct struct) {
    String known =
        struct.fields().stream()
            .map(entry -> entry.name() + "=" + shown(entry))
            .collect(Collectors.joining(", "));
    String unknown =
        struct.unknownTaggedFields().stream()
            .map(MessageText::unknown)
            .collect(Collectors.joining(", "));
    return known + (known.isEmpty() || unknown.isEmpty() ? "" : ", ") + unknown;
  }

  private static String unknown(UnknownTaggedField field) {
    return field + " of a later release";
  }

  private String shown(MessageValue.Entry entry) {
    boolean isHidden = entry.isPrivate() && !showsPrivate;
    return isHidden && !(entry.value() instanceof MessageValue.Null) ? HIDDEN : text(entry.value());
  }

  private String text(MessageValue value) {
    if (value instanceof MessageValue.Whole whole) {
      return Long.toString(whole.value());
    } else if (value instanceof MessageValue.Named named) {
      return named.name();
    } else if (value instanceof MessageValue.Real real) {
      return Double.toString(real.value());
    } else if (value instanceof MessageValue.Flag flag) {
      return Boolean.toString(flag.value());
    } else if (value instanceof MessageValue.Text text) {
      return '"' + text.value().replace("\\", "\\\\").replace("\"", "\\\"") + '"';
    } else if (value instanceof MessageValue.Id id) {
      return id.value().toString();
    } else if (value instanceof MessageValue.Raw raw) {
      return raw.embedded().map(message -> "(" + text(message) + ")").orElseGet(() -> bytes(raw));
    } else if (value instanceof MessageValue.Items items) {
      return list(items.values());
    } else if (value instanceof MessageValue.Struct struct) {
      return "{" + fields(struct) + "}";
    }
    return "null";
  }

  private String list(List<MessageValue> values) {
    return values.stream().map(this::text).collect(Collectors.joining(", ", "[", "]"));
  }

  private String bytes(MessageValue.Raw raw) {
    return showsPrivate
        ? '"' + raw.value().toString().replace("\"", "\\x22") + '"'
        : "(" + raw.value().length() + " bytes)";
  }
}
