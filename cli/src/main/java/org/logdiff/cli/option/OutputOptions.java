package org.logdiff.cli.option;

import picocli.CommandLine.Option;

/** Where results go and what they show of the evidence. */
public final class OutputOptions extends FormOptions {
  @Option(
      names = {"-k", "--show-keys"},
      description = "Show record keys themselves; else only their sizes and hashes.")
  private boolean showKeys;

  public boolean showsKeys() {
    return showKeys;
  }
}
