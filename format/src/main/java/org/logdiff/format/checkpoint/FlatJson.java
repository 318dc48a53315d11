package org.logdiff.format.checkpoint;

import java.nio.charset.StandardCharsets;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Optional;

/**
 * Reads a JSON object of plain values, as small marker files hold one: {@code {"a":1,"b":"c"}}.
 * Nested values and escapes in names are beyond it.
 */
final class FlatJson {
  private final String text;
  private int at;

  private FlatJson(String text) {
    this.text = text;
  }

  /**
   * The fields with their values as written, strings without quotes; empty if it is no such object.
   */
  static Optional<Map<String, String>> parse(byte[] file) {
    return new FlatJson(new String(file, StandardCharsets.UTF_8)).object();
  }

  private Optional<Map<String, String>> object() {
    Map<String, String> fields = new LinkedHashMap<>();
    if (!take('{')) {
      return Optional.empty();
    }
    boolean isClosed = take('}');
    while (!isClosed) {
      String name = string();
      String value = name != null && take(':') ? value() : null;
      if (value == null) {
        return Optional.empty();
      }
      fields.put(name, value);
      isClosed = take('}');
      if (!isClosed && !take(',')) {
        return Optional.empty();
      }
    }
    skipWhiteSpace();
    return at == text.length() ? Optional.of(fields) : Optional.empty();
  }

  private String value() {
    skipWhiteSpace();
    if (at < text.length() && text.charAt(at) == '"') {
      return string();
    }
    int start = at;
    while (at < text.length() && isOfLiteral(text.charAt(at))) {
      at++;
    }
    return at == start ? null : text.substring(start, at);
  }

  private String string() {
    if (!take('"')) {
      return null;
    }
    int end = text.indexOf('"', at);
    if (end < 0 || text.substring(at, end).indexOf('\\') >= 0) {
      return null;
    }
    String string = text.substring(at, end);
    at = end + 1;
    return string;
  }

  private boolean take(char wanted) {
    skipWhiteSpace();
    if (at < text.length() && text.charAt(at) == wanted) {
      at++;
      return true;
    }
    return false;
  }

  private void skipWhiteSpace() {
    while (at < text.length() && " \t\r\n".indexOf(text.charAt(at)) >= 0) {
      at++;
    }
  }

  private static boolean isOfLiteral(char c) {
    return c == '-' || c == '+' || c == '.' || Character.isLetterOrDigit(c);
  }
}
