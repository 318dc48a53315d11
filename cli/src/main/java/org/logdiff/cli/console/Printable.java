package org.logdiff.cli.console;

import org.jline.utils.WCWidth;

/**
 * Makes text from the evidence fit to be shown. Characters that a terminal would obey instead of
 * show, that are invisible, or that change the order of others become {@code \xNN} below 128 and
 * {@code \\u{N}} from there on; so do all but ASCII if the reader does not understand UTF-8.
 */
public final class Printable {
  private final boolean unicode;

  public Printable(boolean unicode) {
    this.unicode = unicode;
  }

  /** A name, a path, a sentence. A backslash stays as it is. */
  public String text(CharSequence raw) {
    return escape(raw, false);
  }

  /** In double quotes, with quotes and backslashes escaped: no two texts look alike. */
  public String quoted(CharSequence raw) {
    return '"' + escape(raw, true) + '"';
  }

  /** How many columns printable text takes. */
  public static int columns(CharSequence text) {
    return text.codePoints().map(c -> Math.max(0, WCWidth.wcwidth(c))).sum();
  }

  private String escape(CharSequence raw, boolean quotes) {
    StringBuilder shown = new StringBuilder(raw.length());
    boolean afterLetter = false;
    for (int at = 0; at < raw.length(); ) {
      int c = Character.codePointAt(raw, at);
      at += Character.charCount(c);
      boolean kept = isShown(c) && (afterLetter || !isCombining(c));
      if (!kept) {
        shown.append(c < 0x80 ? "\\x%02x".formatted(c) : "\\u{%x}".formatted(c));
      } else {
        if (quotes && (c == '"' || c == '\\')) {
          shown.append('\\');
        }
        shown.appendCodePoint(c);
      }
      afterLetter = kept && (Character.isLetter(c) || isCombining(c));
    }
    return shown.toString();
  }

  private boolean isShown(int c) {
    if (c < 0x80) {
      return c >= ' ' && c < 0x7f;
    }
    return unicode && !isControl(c) && !isBlank(c) && !isRightToLeft(c);
  }

  private static boolean isControl(int c) {
    return switch (Character.getType(c)) {
      case Character.CONTROL,
          Character.FORMAT,
          Character.SURROGATE,
          Character.PRIVATE_USE,
          Character.UNASSIGNED,
          Character.ENCLOSING_MARK ->
          true;
      default -> false;
    };
  }

  /** Looks like nothing, or like a plain space, and is neither. */
  private static boolean isBlank(int c) {
    return switch (c) {
      case 0x034f, 0x115f, 0x1160, 0x2800, 0x3164, 0xffa0 -> true;
      default -> Character.isSpaceChar(c) || isVariationSelector(c);
    };
  }

  private static boolean isVariationSelector(int c) {
    return (c >= 0xfe00 && c <= 0xfe0f) || (c >= 0xe0100 && c <= 0xe01ef);
  }

  /** A terminal may move the digits beside it. */
  private static boolean isRightToLeft(int c) {
    byte direction = Character.getDirectionality(c);
    return direction == Character.DIRECTIONALITY_RIGHT_TO_LEFT
        || direction == Character.DIRECTIONALITY_RIGHT_TO_LEFT_ARABIC
        || direction == Character.DIRECTIONALITY_ARABIC_NUMBER;
  }

  private static boolean isCombining(int c) {
    return Character.getType(c) == Character.NON_SPACING_MARK;
  }
}
