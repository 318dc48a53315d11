package org.logdiff.cli.console;

/** Colours text for a terminal, or leaves it alone. */
public final class Paint {
  /** What a piece of text means to the reader. */
  public enum Style {
    PLAIN(""),
    STRONG("1"),
    GOOD("32"),
    WARNING("33"),
    BAD("1;31"),
    FAINT("2");

    private final String sgr;

    Style(String sgr) {
      this.sgr = sgr;
    }
  }

  private final boolean on;

  public Paint(boolean on) {
    this.on = on;
  }

  public String apply(Style style, String text) {
    return on && style != Style.PLAIN && !text.isEmpty()
        ? "\u001b[" + style.sgr + "m" + text + "\u001b[0m"
        : text;
  }
}
