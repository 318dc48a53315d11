package org.logdiff.cli.console;

/** When output is coloured. */
public enum ColorMode {
  /** On a terminal, unless the environment says otherwise. */
  AUTO,
  ALWAYS,
  NEVER
}
