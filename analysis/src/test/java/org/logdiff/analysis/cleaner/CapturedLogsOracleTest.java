package org.logdiff.analysis.cleaner;

import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.logdiff.analysis.model.RamDirectory;
import org.logdiff.analysis.replica.LogEnd;
import org.logdiff.format.TopicPartition;
import org.logdiff.format.disk.ReadOnlyFile;
import org.logdiff.format.layout.LogFileName;
import org.logdiff.format.layout.PartitionDirectoryName;
import org.logdiff.samples.Sample;
import org.logdiff.samples.Samples;

/**
 * The replay against the cleaners of three versions of Kafka, over every captured partition that is
 * not the cluster's metadata, three passes each. Once as captured; once more after a roll, so that
 * what was the active segment is cleaned too.
 */
class CapturedLogsOracleTest {
  private static final String METADATA = "__cluster_metadata";
  private static final long RETENTION_MS = 1500;
  static final CleanerConfig CONFIG =
      new CleanerConfig(
          true,
          RETENTION_MS,
          0,
          0,
          Long.MAX_VALUE,
          1 << 20,
          8192,
          4096,
          86_400_000L,
          4096L * CleanerConfig.BYTES_PER_SLOT,
          0.9);

  @ParameterizedTest
  @EnumSource
  void leavesTheSameBytes(BrokerVersion version) throws Exception {
    int passes = 0;
    for (Sample sample : Samples.all()) {
      try (RamDirectory directory = new RamDirectory()) {
        Sample copy = sample.copyTo(directory.path());
        for (Path broker : copy.brokers()) {
          for (TopicPartition partition : partitions(broker)) {
            passes += compare(version, sample.name(), broker, partition);
          }
        }
      }
    }
    assertTrue(passes > 100, "passes: " + passes);
  }

  private static int compare(
      BrokerVersion version, String sample, Path broker, TopicPartition partition)
      throws Exception {
    ComparedPasses compared = new ComparedPasses(version, CONFIG);
    String name = sample + "/" + broker.getFileName() + "/" + partition;
    Path log = lastLog(broker.resolve(partition.toString()));
    long nowMs = Files.getLastModifiedTime(log).toMillis();
    long[] times = {nowMs, nowMs + RETENTION_MS, nowMs + 2 * RETENTION_MS};
    compared.compare(name, broker, partition, times);
    if (roll(log)) {
      Files.write(broker.resolve("cleaner-offset-checkpoint"), new byte[0]);
      compared.compare(name + ", rolled", broker, partition, times);
    }
    return compared.passes();
  }

  /** Begins a new segment at the log's end, as a broker does that was stopped cleanly. */
  static boolean roll(Path log) throws IOException {
    long base = LogFileName.parse(log.getFileName().toString()).offset().orElseThrow();
    Path timeIndex =
        log.resolveSibling(LogFileName.of(LogFileName.Kind.TIME_INDEX, base).toString());
    boolean isPreallocated = Files.size(timeIndex) >= CONFIG.segmentIndexBytes() / 12 * 12;
    long end;
    try (ReadOnlyFile file = ReadOnlyFile.open(log)) {
      end = LogEnd.of(file, base, java.util.Optional.empty());
    }
    if (isPreallocated || end == base) {
      return false;
    }
    Files.createFile(log.resolveSibling(LogFileName.of(LogFileName.Kind.LOG, end).toString()));
    return true;
  }

  static Path lastLog(Path partition) throws IOException {
    try (Stream<Path> files = Files.list(partition)) {
      return files
          .filter(file -> file.getFileName().toString().endsWith(".log"))
          .max(java.util.Comparator.comparing(file -> file.getFileName().toString()))
          .orElseThrow();
    }
  }

  private static List<TopicPartition> partitions(Path broker) throws IOException {
    try (Stream<Path> directories = Files.list(broker)) {
      return directories
          .filter(Files::isDirectory)
          .map(directory -> directory.getFileName().toString())
          .filter(name -> !name.startsWith(METADATA))
          .flatMap(name -> PartitionDirectoryName.parse(name).stream())
          .filter(name -> name.state() == PartitionDirectoryName.State.CURRENT)
          .map(PartitionDirectoryName::partition)
          .sorted()
          .toList();
    }
  }
}
