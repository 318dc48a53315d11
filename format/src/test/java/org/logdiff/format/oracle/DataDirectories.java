package org.logdiff.format.oracle;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;
import org.junit.jupiter.api.Assumptions;
import org.junit.jupiter.api.DynamicTest;

/**
 * Cases captured from real brokers: directories that hold the log dirs of a cluster's brokers and
 * Kafka's own dumps of them.
 */
final class DataDirectories {
  /** A directory with further cases as {@code <name>.tar.gz}. */
  static final String CORPUS_PROPERTY = "logdiff.corpus";

  private static final Path CAPTURED = Path.of("samples", "captured");
  private static final Path CORPUS = Path.of("..", "shared", "corpus");

  private DataDirectories() {}

  /** A test in the place of cases that are not there, so that their absence is reported. */
  static DynamicTest skipped(String reason) {
    return DynamicTest.dynamicTest(reason, () -> Assumptions.abort(reason));
  }

  /** The cases in this checkout. */
  static List<Path> captured() throws IOException {
    Optional<Path> directory = aboveWorkingDirectory(CAPTURED);
    return directory.isEmpty() ? List.of() : directoriesIn(directory.get());
  }

  /** The archives of further cases, if there are any on this machine. */
  static List<Path> corpus() throws IOException {
    String property = System.getProperty(CORPUS_PROPERTY);
    Optional<Path> directory =
        property != null
            ? Optional.of(Path.of(property))
            : aboveWorkingDirectory(Path.of(".git")).map(git -> git.resolveSibling(CORPUS));
    if (directory.isEmpty() || !Files.isDirectory(directory.get())) {
      return List.of();
    }
    try (Stream<Path> entries = Files.list(directory.get())) {
      return entries.filter(entry -> entry.toString().endsWith(".tar.gz")).sorted().toList();
    }
  }

  /** Unpacks an archive; gives the cases in it. */
  static List<Path> unpack(Path archive, Path target) throws IOException {
    Process tar =
        new ProcessBuilder("tar", "-xzf", archive.toString(), "-C", target.toString())
            .redirectErrorStream(true)
            .start();
    String complaints = new String(tar.getInputStream().readAllBytes());
    try {
      if (tar.waitFor() != 0) {
        throw new IOException("cannot unpack " + archive + ": " + complaints);
      }
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new IOException(e);
    }
    return directoriesIn(target);
  }

  /** The log dirs of the brokers of a case. */
  static List<Path> logDirs(Path captured) throws IOException {
    List<Path> logDirs = new ArrayList<>();
    for (Path directory : directoriesIn(captured)) {
      if (Files.exists(directory.resolve("meta.properties"))) {
        logDirs.add(directory);
      }
    }
    return logDirs;
  }

  private static List<Path> directoriesIn(Path directory) throws IOException {
    try (Stream<Path> entries = Files.list(directory)) {
      return entries.filter(Files::isDirectory).sorted().toList();
    }
  }

  private static Optional<Path> aboveWorkingDirectory(Path wanted) {
    for (Path at = Path.of("").toAbsolutePath(); at != null; at = at.getParent()) {
      if (Files.exists(at.resolve(wanted))) {
        return Optional.of(at.resolve(wanted));
      }
    }
    return Optional.empty();
  }
}
