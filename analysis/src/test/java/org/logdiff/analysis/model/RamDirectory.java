package org.logdiff.analysis.model;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Comparator;
import java.util.List;
import java.util.stream.Stream;

/** A temporary directory, in memory where the system offers that; deleted when closed. */
public final class RamDirectory implements AutoCloseable {

  private static final Path SHARED_MEMORY = Path.of("/dev/shm");

  private final Path path;

  public RamDirectory() {
    try {
      path =
          Files.isWritable(SHARED_MEMORY)
              ? Files.createTempDirectory(SHARED_MEMORY, "logdiff")
              : Files.createTempDirectory("logdiff");
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  public Path path() {
    return path;
  }

  @Override
  public void close() {
    try (Stream<Path> tree = Files.walk(path)) {
      List<Path> deepestFirst = tree.sorted(Comparator.reverseOrder()).toList();
      for (Path each : deepestFirst) {
        Files.deleteIfExists(each);
      }
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }
}
