package org.logdiff.analysis.inspect;

import java.nio.charset.StandardCharsets;
import java.util.HexFormat;
import java.util.regex.Pattern;
import org.logdiff.format.Bytes;

/** Which keys are looked for: one by its bytes, or those whose text a pattern finds. */
public final class KeyFilter {
  private static final String HEX = "0x";

  private final Bytes exact;
  private final Pattern pattern;

  private KeyFilter(Bytes exact, Pattern pattern) {
    this.exact = exact;
    this.pattern = pattern;
  }

  /**
   * Reads {@code 0x} and hexadecimal digits, a regular expression between slashes, or text.
   *
   * @throws IllegalArgumentException if the digits are none
   * @throws java.util.regex.PatternSyntaxException if it is no regular expression
   */
  public static KeyFilter parse(String text) {
    if (text.startsWith(HEX)) {
      return new KeyFilter(Bytes.copyOf(HexFormat.of().parseHex(text.substring(2))), null);
    }
    if (text.length() > 1 && text.startsWith("/") && text.endsWith("/")) {
      return new KeyFilter(null, Pattern.compile(text.substring(1, text.length() - 1)));
    }
    return new KeyFilter(Bytes.ofUtf8(text), null);
  }

  boolean matches(byte[] array, int at, int length) {
    if (length < 0) {
      return false;
    }
    return pattern == null
        ? exact.equals(Bytes.copyOf(array, at, length))
        : pattern.matcher(new String(array, at, length, StandardCharsets.UTF_8)).find();
  }
}
