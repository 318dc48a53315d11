package org.logdiff.cli.console;

import java.util.Locale;

/** When output is coloured. */
public enum ColorMode {
  /** On a terminal, unless the environment says otherwise. */
  AUTO,
  ALWAYS,
  NEVER;

  /** As on the command line. */
  @Override
  public String toString() {
    return name().toLowerCase(Locale.ROOT);
  }
}
