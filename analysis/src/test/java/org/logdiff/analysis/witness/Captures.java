package org.logdiff.analysis.witness;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.stream.IntStream;
import java.util.stream.Stream;

/**
 * Cases captured from real brokers that lie beside the checkout, in {@code ../shared/corpus}, or in
 * the directory that a system property names.
 */
final class Captures {
  private static final String CORPUS_PROPERTY = "logdiff.corpus";
  private static final Path CORPUS = Path.of("..", "shared", "corpus");

  private Captures() {}

  /** The archive of a case; empty if it is not on this machine. */
  static Optional<Path> archive(String name) {
    String property = System.getProperty(CORPUS_PROPERTY);
    if (property != null) {
      return Optional.of(Path.of(property, name + ".tar.gz")).filter(Files::exists);
    }
    for (Path at = Path.of("").toAbsolutePath(); at != null; at = at.getParent()) {
      Path archive = at.resolve(CORPUS).resolve(name + ".tar.gz");
      if (Files.exists(archive)) {
        return Optional.of(archive.normalize());
      }
    }
    return Optional.empty();
  }

  /** Unpacks a case; gives its directory. */
  static Path unpack(Path archive, Path target) throws IOException, InterruptedException {
    Process tar =
        new ProcessBuilder("tar", "-xzf", archive.toString(), "-C", target.toString())
            .inheritIO()
            .start();
    if (tar.waitFor() != 0) {
      throw new IOException("cannot unpack " + archive);
    }
    try (Stream<Path> entries = Files.list(target)) {
      return entries.filter(Files::isDirectory).findFirst().orElseThrow();
    }
  }

  /** The log dirs of the three brokers of a case. */
  static List<Path> brokers(Path directory) {
    return IntStream.rangeClosed(1, 3).mapToObj(n -> directory.resolve("kafka" + n)).toList();
  }

  /** The times of the lines of a timeline, in TRUTH.md, that contain a text; milliseconds. */
  static List<Long> times(Path directory, String text) {
    try (Stream<String> lines = Files.lines(directory.resolve("TRUTH.md"))) {
      List<Long> times = new ArrayList<>();
      lines
          .filter(line -> line.matches("\\d{13} .*") && line.contains(text))
          .forEach(line -> times.add(Long.parseLong(line.substring(0, 13))));
      return times;
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }
}
