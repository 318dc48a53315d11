package org.logdiff.samples;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.Path;
import java.nio.file.attribute.FileTime;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;

/**
 * One captured case: the log directories of a cluster's brokers, with what Kafka's own tools and
 * consumers said about them, and the truth.
 *
 * @see Samples#named(String)
 */
public final class Sample {
  static final String MANIFEST = "MANIFEST.json";

  private final Path directory;

  Sample(Path directory) {
    this.directory = directory;
  }

  /** The name, such as {@code lost-tombstone}. */
  public String name() {
    return directory.getFileName().toString();
  }

  /** Where the sample lies. */
  public Path directory() {
    return directory;
  }

  /**
   * A broker's log dir.
   *
   * @param broker such as {@code kafka1}
   */
  public Path broker(String broker) {
    return existing(directory.resolve(broker));
  }

  /** The log dirs of all brokers, in the order of their node ids: {@code kafka1}, ... */
  public List<Path> brokers() {
    try (Stream<Path> entries = Files.list(directory)) {
      return entries
          .filter(entry -> entry.getFileName().toString().matches("kafka\\d+"))
          .filter(Files::isDirectory)
          .sorted()
          .toList();
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  /** What {@code DumpLogSegments} printed for the topic partitions of a broker. */
  public Path dump(String broker) {
    return existing(directory.resolve("dump-" + broker + ".txt"));
  }

  /**
   * What a consumer saw of {@code foo-0} with this broker as leader, from the beginning: lines of
   * offset, timestamp, key and value, parted by tabs.
   *
   * @param isolation {@code read_committed} or {@code read_uncommitted}
   */
  public Path consumed(String broker, String isolation) {
    return existing(directory.resolve("consume-" + broker + "-" + isolation + ".tsv"));
  }

  /** The settings of all nodes, as {@code kafkaN.properties}. */
  public Path brokerConf() {
    return existing(directory.resolve("broker-conf"));
  }

  /** What really happened, for people. */
  public Path truth() {
    return existing(directory.resolve("TRUTH.md"));
  }

  /** What really happened, for programs. */
  public Path truthJson() {
    return existing(directory.resolve("truth.json"));
  }

  /** Every file with its size, digest and modification time at capture. */
  public Path manifest() {
    return directory.resolve(MANIFEST);
  }

  /**
   * Copies the whole sample, to be damaged or to be examined by a test that must not touch the
   * original. The files get the modification times that they had on the broker, which a checkout
   * does not keep.
   *
   * @param target an empty directory, or one to be created
   * @return the copy
   * @throws IllegalArgumentException if the target is not empty
   */
  public Sample copyTo(Path target) throws IOException {
    Files.createDirectories(target);
    requireEmpty(target);
    Path root = Files.createDirectories(target.resolve(name()));
    try (Stream<Path> walk = Files.walk(directory)) {
      for (Path source : walk.sorted().toList()) {
        Path to = root.resolve(directory.relativize(source).toString());
        if (Files.isDirectory(source, LinkOption.NOFOLLOW_LINKS)) {
          Files.createDirectories(to);
        } else {
          Files.copy(source, to);
        }
      }
    }
    Sample copy = new Sample(root);
    copy.restoreModificationTimes();
    return copy;
  }

  private void restoreModificationTimes() throws IOException {
    Map<String, Long> lastModifiedMs = ManifestTimes.read(manifest());
    for (Map.Entry<String, Long> entry : lastModifiedMs.entrySet()) {
      Files.setLastModifiedTime(
          existing(directory.resolve(entry.getKey())), FileTime.fromMillis(entry.getValue()));
    }
  }

  private static void requireEmpty(Path target) throws IOException {
    try (Stream<Path> entries = Files.list(target)) {
      if (entries.findAny().isPresent()) {
        throw new IllegalArgumentException(target + " is not empty");
      }
    }
  }

  private static Path existing(Path path) {
    if (!Files.exists(path)) {
      throw new IllegalArgumentException("no " + path);
    }
    return path;
  }

  @Override
  public String toString() {
    return name();
  }
}
