package org.logdiff.samples.generate;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Set;
import java.util.stream.Stream;

/** Writes the replicas of one partition, {@code foo-0}, as several brokers would hold them. */
public final class GenerateReplicas {
  private static final String DIRECTORY = "directory";
  private static final Set<String> NAMES =
      Set.of(
          "shape",
          "seed",
          "replicas",
          "records",
          "bytes",
          "value-bytes",
          "key-bytes",
          "versions",
          "records-per-batch",
          "tombstone-every",
          "producers",
          "segment-bytes",
          "codec");
  private static final Set<String> FLAGS = Set.of("lost-tombstone");

  private GenerateReplicas() {}

  /**
   * Runs the program. Exits with 2 if the arguments are wrong.
   *
   * @param arguments see samples/README.md
   */
  public static void main(String[] arguments) throws IOException {
    ReplicaOptions options;
    try {
      options = options(arguments);
      requireEmpty(options.directory());
    } catch (IllegalArgumentException e) {
      System.err.println("generate-replicas: " + e.getMessage());
      System.exit(2);
      return;
    }
    generate(options);
    if (options.losesTombstone()) {
      History history = new History(options);
      System.out.println(
          "kafka"
              + options.replicas()
              + " never received the tombstone at "
              + history.lostTombstone()
              + " of the value at "
              + history.orphan()
              + ", key "
              + history.keyText(history.orphan()));
    }
  }

  /**
   * Reads the program's arguments.
   *
   * @throws IllegalArgumentException if they are wrong
   */
  public static ReplicaOptions options(String... arguments) {
    return ReplicaOptions.of(new Arguments(arguments, DIRECTORY, NAMES, FLAGS));
  }

  /** Writes all replicas, one after the other. */
  public static void generate(ReplicaOptions options) throws IOException {
    for (int replica = 0; replica < options.replicas(); replica++) {
      new ReplicaWriter(options, replica).write();
    }
  }

  private static void requireEmpty(Path directory) throws IOException {
    if (directory.toString().isEmpty()) {
      throw new IllegalArgumentException("name a directory to write to");
    }
    if (!Files.exists(directory)) {
      return;
    }
    try (Stream<Path> entries = Files.list(directory)) {
      if (entries.findAny().isPresent()) {
        throw new IllegalArgumentException(directory + ": is not empty");
      }
    }
  }
}
