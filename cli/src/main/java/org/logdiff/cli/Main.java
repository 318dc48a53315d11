package org.logdiff.cli;

import org.logdiff.cli.console.Console;

/** Where the JVM enters. */
public final class Main {
  private Main() {}

  public static void main(String[] arguments) {
    System.exit(Program.run(Console.ofProcess(), arguments));
  }
}
