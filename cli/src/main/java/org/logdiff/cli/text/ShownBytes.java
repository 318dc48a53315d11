package org.logdiff.cli.text;

import java.util.Optional;
import org.logdiff.cli.console.Printable;
import org.logdiff.cli.key.KeyDigest;
import org.logdiff.cli.key.WellFormedText;
import org.logdiff.format.Bytes;

/** Keys and values in a phrase: escaped, and cut at a stated width. */
final class ShownBytes {
  private static final int HASH_SHOWN = "sha256:".length() + 16;

  private static final int MESSAGE_FACTOR = 16;

  private final Printable printable;
  private final int cut;

  /**
   * @param cut bytes, or characters of a decoded text, that are shown; 0 for all
   */
  ShownBytes(Printable printable, int cut) {
    this.printable = printable;
    this.cut = cut;
  }

  /** Size and hash. */
  String hidden(Bytes bytes) {
    return Phrases.count(bytes.length(), "byte", "bytes")
        + " "
        + KeyDigest.of(bytes).substring(0, HASH_SHOWN)
        + "...";
  }

  /** In quotes, with the size if some of it is cut off. */
  String shown(Bytes bytes) {
    boolean whole = cut == 0 || bytes.length() <= cut;
    Bytes part = whole ? bytes : Bytes.copyOf(bytes.toArray(), 0, cut);
    Optional<String> text = whole ? WellFormedText.of(part) : Optional.empty();
    return text.map(printable::quoted).orElseGet(() -> quoted(part))
        + (whole ? "" : "... (" + cut + " of " + bytes.length() + " bytes)");
  }

  /** A decoded text, without quotes. */
  String decoded(String text) {
    return cut(text, cut);
  }

  /** A message of an internal topic: the names of its fields take room too. */
  String message(String text) {
    return cut(text, (int) Math.min(Integer.MAX_VALUE, (long) cut * MESSAGE_FACTOR));
  }

  private String cut(String text, int most) {
    boolean whole = most == 0 || text.length() <= most;
    return printable.text(whole ? text : text.substring(0, most))
        + (whole ? "" : "... (" + most + " of " + text.length() + " characters)");
  }

  private static String quoted(Bytes bytes) {
    return '"' + bytes.toString().replace("\"", "\\x22") + '"';
  }
}
