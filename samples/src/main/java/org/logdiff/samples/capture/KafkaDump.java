package org.logdiff.samples.capture;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;

/** Kafka's own {@code DumpLogSegments}, run in a process of its own on a copy. */
final class KafkaDump {
  private static final List<String> SUFFIXES =
      List.of(".log", ".index", ".timeindex", ".txnindex", ".snapshot");

  private final Path copies;
  private final KafkaRelease release;

  /**
   * @param copies where copies of the brokers' data directories lie; the tool may write to them
   */
  KafkaDump(Path copies, KafkaRelease release) {
    this.copies = copies;
    this.release = release;
  }

  /** Dumps every file of the scenario's own topics that the tool can read. */
  void dump(String broker, Set<String> topics, Path into) throws IOException, InterruptedException {
    List<String> files = new ArrayList<>();
    for (Path partition : DataFiles.partitions(copies.resolve(broker), topics)) {
      for (Path file : DataFiles.list(partition)) {
        if (SUFFIXES.stream().anyMatch(file.toString()::endsWith)) {
          files.add(copies.relativize(file).toString());
        }
      }
    }
    int status =
        new ProcessBuilder(
                Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                "-Xmx256m",
                "-XX:TieredStopAtLevel=1",
                "-cp",
                release.classPath(),
                release.dumpLogSegments(),
                "--print-data-log",
                "--deep-iteration",
                "--files",
                String.join(",", files))
            .directory(copies.toFile())
            .redirectErrorStream(true)
            .redirectOutput(into.toFile())
            .start()
            .waitFor();
    if (status != 0) {
      throw new IOException("DumpLogSegments ended with " + status + ", see " + into);
    }
    // Some of its lines give absolute paths; where the copy lay is nobody's business.
    Files.writeString(into, Files.readString(into).replace(copies + "/", ""));
  }
}
