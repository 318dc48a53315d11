package org.logdiff.samples;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.Stream;

/** The captured samples of this checkout, below {@code samples/captured}. */
public final class Samples {
  private static final Path CAPTURED = Path.of("samples", "captured");

  private Samples() {}

  /**
   * The directory of all samples, found by walking up from the working directory, so that it does
   * not matter which module's tests are running.
   *
   * @throws IllegalStateException if the working directory is not below a checkout with samples
   */
  public static Path directory() {
    return directoryAbove(Path.of(""));
  }

  static Path directoryAbove(Path start) {
    Path absolute = start.toAbsolutePath().normalize();
    for (Path at = absolute; at != null; at = at.getParent()) {
      Path captured = at.resolve(CAPTURED);
      if (Files.isDirectory(captured)) {
        return captured;
      }
    }
    throw new IllegalStateException("no " + CAPTURED + " above " + absolute);
  }

  /** The names of all samples, sorted. */
  public static List<String> names() {
    try (Stream<Path> entries = Files.list(directory())) {
      return entries
          .filter(entry -> Files.exists(entry.resolve(Sample.MANIFEST)))
          .map(entry -> entry.getFileName().toString())
          .sorted()
          .toList();
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  /** All samples, sorted by name. */
  public static List<Sample> all() {
    return names().stream().map(Samples::named).toList();
  }

  /**
   * One sample.
   *
   * @throws IllegalArgumentException if there is none of this name
   */
  public static Sample named(String name) {
    Path directory = directory().resolve(name);
    if (!Files.exists(directory.resolve(Sample.MANIFEST))) {
      throw new IllegalArgumentException("no sample named " + name + "; there are " + names());
    }
    return new Sample(directory);
  }
}
