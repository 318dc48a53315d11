package org.logdiff.cli;

import java.io.FileDescriptor;
import java.io.FileOutputStream;
import java.nio.charset.StandardCharsets;
import org.logdiff.cli.console.Console;

/** Where the JVM enters. */
public final class Main {
  private static final int NOT_DONE = 2;

  private Main() {}

  public static void main(String[] arguments) throws Exception {
    int status = NOT_DONE;
    try {
      status = Program.run(Console.ofProcess(), arguments);
    } catch (LinkageError e) { // left to the JVM, this would be status 1: an error was found
      try (var err = new FileOutputStream(FileDescriptor.err)) {
        err.write(
            ("logdiff: incomplete installation: " + e + "\n").getBytes(StandardCharsets.UTF_8));
      }
    }
    System.exit(status);
  }
}
