package org.logdiff.samples.generate;

import java.util.HashMap;
import java.util.Map;
import java.util.Set;

/** Arguments of the form {@code --name value} or {@code --flag}, and one without a name. */
final class Arguments {
  private static final Map<Character, Long> UNITS =
      Map.of('k', 1L << 10, 'm', 1L << 20, 'g', 1L << 30);

  private final Map<String, String> values = new HashMap<>();

  /**
   * @throws IllegalArgumentException if a name is not known or a value is missing
   */
  Arguments(String[] arguments, String unnamed, Set<String> names, Set<String> flags) {
    for (int i = 0; i < arguments.length; i++) {
      String argument = arguments[i];
      if (!argument.startsWith("--")) {
        put(unnamed, argument);
        continue;
      }
      String name = argument.substring(2);
      if (flags.contains(name)) {
        put(name, "");
      } else if (names.contains(name) && i + 1 < arguments.length) {
        put(name, arguments[++i]);
      } else {
        throw new IllegalArgumentException(
            argument + (names.contains(name) ? ": no value" : ": no such option"));
      }
    }
  }

  private void put(String name, String value) {
    if (values.put(name, value) != null) {
      throw new IllegalArgumentException(name + ": given twice");
    }
  }

  String text(String name, String otherwise) {
    return values.getOrDefault(name, otherwise);
  }

  /** A number, with k, m or g for powers of 1024. */
  long number(String name, long otherwise) {
    String value = values.get(name);
    if (value == null || value.isEmpty()) {
      return otherwise;
    }
    char last = Character.toLowerCase(value.charAt(value.length() - 1));
    Long unit = UNITS.get(last);
    return unit == null
        ? Long.parseLong(value)
        : Math.multiplyExact(Long.parseLong(value.substring(0, value.length() - 1)), unit);
  }

  boolean flag(String name) {
    return values.containsKey(name);
  }
}
