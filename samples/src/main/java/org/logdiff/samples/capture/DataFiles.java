package org.logdiff.samples.capture;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.util.Collection;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.stream.Stream;
import org.logdiff.samples.DirectoryFingerprint;

/** The log segments of a scenario's own topics. */
final class DataFiles {
  private DataFiles() {}

  /** SHA-256 by broker and file name of every {@code .log} file. */
  static Map<String, String> digests(Collection<Node> brokers, Set<String> topics)
      throws IOException {
    Map<String, String> digests = new TreeMap<>();
    for (Node broker : brokers) {
      for (Path partition : partitions(broker.dataDirectory(), topics)) {
        for (Path file : list(partition)) {
          if (file.toString().endsWith(".log")) {
            digests.put(
                broker.dataDirectory().getParent().relativize(file).toString(),
                DirectoryFingerprint.sha256(file));
          }
        }
      }
    }
    return digests;
  }

  /** The partition directories of these topics in a log dir, sorted. */
  static List<Path> partitions(Path logDirectory, Set<String> topics) throws IOException {
    return list(logDirectory).stream()
        .filter(Files::isDirectory)
        .filter(path -> topics.contains(path.getFileName().toString().replaceAll("-\\d+$", "")))
        .toList();
  }

  static List<Path> list(Path directory) throws IOException {
    try (Stream<Path> entries = Files.list(directory)) {
      return entries.sorted().toList();
    } catch (UncheckedIOException e) {
      throw new NoSuchFileException(e.getMessage());
    }
  }
}
