package org.logdiff.cli.option;

import java.nio.file.Files;
import java.nio.file.InvalidPathException;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.Stream;
import picocli.CommandLine.TypeConversionException;

/** One DIR of the command line: one directory, or several of one broker joined by a comma. */
public final class BrokerArgument {
  private BrokerArgument() {}

  /** A path that exists as given is one path, even with a comma. */
  public static List<Path> paths(String argument) {
    Path whole = path(argument, argument);
    if (!argument.contains(",") || Files.exists(whole)) {
      return List.of(whole);
    }
    return Stream.of(argument.split(",", -1)).map(part -> path(part, argument)).toList();
  }

  private static Path path(String text, String argument) {
    if (text.isEmpty()) {
      throw new TypeConversionException("'" + argument + "' names an empty directory");
    }
    try {
      return Path.of(text);
    } catch (InvalidPathException e) {
      throw new TypeConversionException("'" + argument + "' is no path: " + e.getReason());
    }
  }
}
