package org.logdiff.cli;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;

/** Compares with a file beside the tests; -Dlogdiff.transcripts.update=true rewrites it instead. */
public final class Golden {
  /** The tests run in the checkout's root, as a user would. */
  public static final Path RESOURCES = Path.of("cli/src/test/resources");

  private Golden() {}

  public static boolean isUpdating() {
    return Boolean.getBoolean("logdiff.transcripts.update");
  }

  public static void check(String name, String actual) throws IOException {
    Path file = RESOURCES.resolve(name);
    if (isUpdating()) {
      Files.createDirectories(file.getParent());
      Files.writeString(file, actual);
    }
    assertEquals(Files.readString(file), actual, name);
  }
}
