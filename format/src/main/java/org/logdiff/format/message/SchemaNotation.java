package org.logdiff.format.message;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalInt;

/** Reads the notation that {@link MessageSchema} describes. Its files are ours: a slip throws. */
final class SchemaNotation {
  private static final String STRUCT = "struct";

  /** A line, its words, and the lines below it that are indented deeper. */
  private record Line(int indent, List<String> words, List<Line> below) {}

  private SchemaNotation() {}

  static List<MessageSchema> parse(List<String> lines) {
    return tree(lines).stream().map(SchemaNotation::message).toList();
  }

  private static List<Line> tree(List<String> lines) {
    List<Line> path = new ArrayList<>();
    path.add(new Line(-1, List.of(), new ArrayList<>()));
    for (String text : lines) {
      if (text.isBlank() || text.startsWith("#")) {
        continue;
      }
      int indent = text.length() - text.stripLeading().length();
      Line line = new Line(indent, List.of(text.strip().split(" +")), new ArrayList<>());
      while (path.get(path.size() - 1).indent() >= indent) {
        path.remove(path.size() - 1);
      }
      path.get(path.size() - 1).below().add(line);
      path.add(line);
    }
    return path.get(0).below();
  }

  private static MessageSchema message(Line line) {
    List<String> words = new ArrayList<>(line.words());
    MessageSchema.Role role = MessageSchema.Role.valueOf(words.remove(0).toUpperCase(Locale.ROOT));
    OptionalInt type =
        role == MessageSchema.Role.MESSAGE
            ? OptionalInt.empty()
            : OptionalInt.of(Integer.parseInt(words.remove(0)));
    String name = words.remove(0);
    VersionRange versions = VersionRange.parse(words.remove(0), Integer.MAX_VALUE);
    VersionRange flexible =
        words.isEmpty()
            ? VersionRange.NONE
            : VersionRange.parse(following(words, "flexible"), versions.highest());
    return new MessageSchema(
        role, type, name, versions, flexible, new Fields(line, versions).of(line));
  }

  private static String following(List<String> words, String keyword) {
    if (!words.remove(0).equals(keyword)) {
      throw new IllegalArgumentException(keyword + " expected in " + words);
    }
    return words.remove(0);
  }

  /** The fields of one message, whose structures can be used by name. */
  private static final class Fields {
    private final VersionRange versions;
    private final Map<String, Line> structs = new HashMap<>();

    Fields(Line message, VersionRange versions) {
      this.versions = versions;
      message.below().stream()
          .filter(line -> line.words().get(0).equals(STRUCT))
          .forEach(line -> structs.put(line.words().get(1), line));
    }

    List<MessageSchema.Field> of(Line parent) {
      return parent.below().stream()
          .filter(line -> !line.words().get(0).equals(STRUCT))
          .map(this::field)
          .toList();
    }

    private MessageSchema.Field field(Line line) {
      List<String> words = new ArrayList<>(line.words());
      String name = words.remove(0);
      String type = words.remove(0);
      boolean isNullable = type.endsWith("?");
      String bare = isNullable ? type.substring(0, type.length() - 1) : type;
      boolean isArray = bare.startsWith("[]");
      String element = isArray ? bare.substring(2) : bare;
      Line struct = element.equals("{}") ? line : structs.get(element);
      VersionRange range = versions;
      if (!words.isEmpty() && Character.isDigit(words.get(0).charAt(0))) {
        range = VersionRange.parse(words.remove(0), versions.highest());
      }
      int tag = -1;
      if (!words.isEmpty() && words.get(0).equals("tag")) {
        tag = Integer.parseInt(following(words, "tag"));
      }
      boolean isPrivate = !words.isEmpty() && words.get(0).equals("private");
      if (isPrivate) {
        words.remove(0);
      }
      return new MessageSchema.Field(
          name,
          struct == null
              ? MessageSchema.Kind.valueOf(element.toUpperCase(Locale.ROOT))
              : MessageSchema.Kind.STRUCT,
          isArray,
          isNullable,
          range,
          tag,
          isPrivate,
          names(words),
          embedding(words),
          struct == null ? List.of() : of(struct));
    }

    private static List<String> names(List<String> words) {
      return words.isEmpty() || !words.get(0).equals("names")
          ? List.of()
          : List.of(following(words, "names").split(","));
    }

    private static Optional<MessageSchema.Embedding> embedding(List<String> words) {
      if (words.isEmpty()) {
        return Optional.empty();
      }
      String message = following(words, "embeds");
      return Optional.of(
          words.isEmpty()
              ? new MessageSchema.Embedding(message, null, null)
              : new MessageSchema.Embedding(message, following(words, "if"), words.remove(0)));
    }
  }
}
