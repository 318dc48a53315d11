package org.logdiff.cli.console;

import static org.junit.jupiter.api.Assertions.assertEquals;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class PrintableTest {
  private final Printable unicode = new Printable(true);
  private final Printable ascii = new Printable(false);

  @ParameterizedTest
  @CsvSource({
    "plain, plain, plain",
    "<\u001b[0m, <\\x1b[0m, <\\x1b[0m",
    "a\u007fb, a\\x7fb, a\\x7fb",
    "<\u009b1m, <\\u{9b}1m, <\\u{9b}1m",
    "a\u202eb, a\\u{202e}b, a\\u{202e}b",
    "a\u2028b, a\\u{2028}b, a\\u{2028}b",
    "a\u00a0b, a\\u{a0}b, a\\u{a0}b",
    "\u05d0, \\u{5d0}, \\u{5d0}",
    "a\u3164b, a\\u{3164}b, a\\u{3164}b",
    "é, é, \\u{e9}",
    "e\u0301, e\u0301, e\\u{301}",
    "1\u0301, 1\\u{301}, 1\\u{301}",
    "漢, 漢, \\u{6f22}",
    "\ud83d\ude00, \ud83d\ude00, \\u{1f600}",
    "\ud83d, \\u{d83d}, \\u{d83d}",
    "a\\b, a\\b, a\\b",
  })
  void textForBothKindsOfReader(String raw, String shown, String inAscii) {
    assertEquals(shown, unicode.text(raw));
    assertEquals(inAscii, ascii.text(raw));
    assertEquals(shown, unicode.text(shown), "twice is as good as once");
  }

  @Test
  void everyCharacterIsShownAsItselfOrAsAscii() {
    // the planes that have characters to show
    for (int c = 0; c < 3 * 0x10000; c++) {
      String raw = Character.toString(c);
      String shown = unicode.text(raw);
      if (!shown.equals(raw)) {
        assertEquals(c < 0x80 ? "\\x%02x".formatted(c) : "\\u{%x}".formatted(c), shown);
      }
      assertEquals(ascii.text(raw).length(), Printable.columns(ascii.text(raw)));
    }
  }

  @Test
  void quotingIsUnambiguous() {
    assertEquals("\"a\\\"b\\\\x1b\"", unicode.quoted("a\"b\\x1b"));
    assertEquals("\"\\x1b\"", unicode.quoted("\u001b"));
  }

  @Test
  void columns() {
    assertEquals(0, Printable.columns(""));
    assertEquals(3, Printable.columns("abc"));
    assertEquals(4, Printable.columns("漢字"));
    assertEquals(1, Printable.columns("e\u0301"));
  }
}
