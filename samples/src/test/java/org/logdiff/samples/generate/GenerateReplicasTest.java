package org.logdiff.samples.generate;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertNotEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;
import org.apache.kafka.common.record.internal.CompressionType;
import org.apache.kafka.common.record.internal.FileRecords;
import org.apache.kafka.common.record.internal.Record;
import org.apache.kafka.common.record.internal.RecordBatch;
import org.apache.kafka.common.utils.Utils;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** What is generated is what the shape says, by Kafka's own reading of it. */
class GenerateReplicasTest {
  private static final int RECORDS = 20_000;

  @TempDir Path directory;

  @ParameterizedTest
  @EnumSource(Shape.class)
  void batchesAreValidAndInOrder(Shape shape) throws IOException {
    GenerateReplicas.generate(options("a", shape, "--replicas", "3", "--codec", "zstd"));
    for (String broker : List.of("kafka1", "kafka2", "kafka3")) {
      List<Path> logs = logs(directory.resolve("a").resolve(broker));
      assertTrue(logs.size() > 1, "one segment");
      long expected = 0;
      for (Path log : logs) {
        try (FileRecords records = FileRecords.open(log.toFile(), false)) {
          for (RecordBatch batch : records.batches()) {
            batch.ensureValid();
            assertTrue(batch.baseOffset() >= expected);
            expected = batch.nextOffset();
          }
        }
      }
      assertTrue(expected >= RECORDS);
    }
  }

  @ParameterizedTest
  @EnumSource(Shape.class)
  void sameSeedSameBytes(Shape shape) throws IOException {
    GenerateReplicas.generate(options("a", shape, "--seed", "7"));
    GenerateReplicas.generate(options("b", shape, "--seed", "7"));
    GenerateReplicas.generate(options("c", shape, "--seed", "8"));
    assertEquals(bytes("a"), bytes("b"));
    assertNotEquals(bytes("a"), bytes("c"));
  }

  @Test
  void equalIsEqual() throws IOException {
    GenerateReplicas.generate(options("a", Shape.EQUAL));
    assertEquals(bytes("a/kafka1/foo-0"), bytes("a/kafka2/foo-0"));
  }

  @Test
  void rewrittenSaysTheSameInOtherBytes() throws IOException {
    GenerateReplicas.generate(options("a", Shape.REWRITTEN));
    assertNotEquals(bytes("a/kafka1/foo-0"), bytes("a/kafka2/foo-0"));
    assertEquals(latest("kafka1"), latest("kafka2"));
  }

  @Test
  void halfOfTheRecordsAreSupersededWhereOneIsBehind() throws IOException {
    GenerateReplicas.generate(options("a", Shape.BEHIND));
    long clean = count("kafka1");
    long dirty = count("kafka2");
    assertEquals(RECORDS, dirty);
    assertTrue(clean > RECORDS / 2 && clean < 3 * RECORDS / 4, clean + " of " + dirty);
    assertEquals(latest("kafka1"), latest("kafka2"));
  }

  @Test
  void onlyOneKeyDiffersAfterALostTombstone() throws IOException {
    GenerateReplicas.generate(options("a", Shape.BEHIND, "--lost-tombstone"));
    Map<String, Long> clean = latest("kafka1");
    Map<String, Long> late = latest("kafka2");
    assertFalse(late.keySet().stream().allMatch(clean::containsKey));
    late.keySet().removeIf(key -> !clean.containsKey(key));
    assertEquals(clean, late);
    assertEquals(RECORDS - 1, count("kafka2"));
  }

  @Test
  void sizeIsAsAsked() throws IOException {
    GenerateReplicas.generate(options("a", Shape.EQUAL, "--bytes", "4m"));
    long size = 0;
    for (Path log : logs(directory.resolve("a/kafka1"))) {
      size += Files.size(log);
    }
    assertTrue(Math.abs(size - (4L << 20)) < (4L << 20) / 50, size + " bytes");
    assertEquals(CompressionType.NONE, options("a", Shape.EQUAL).codec());
  }

  private ReplicaOptions options(String name, Shape shape, String... more) {
    List<String> arguments =
        new ArrayList<>(
            List.of(
                directory.resolve(name).toString(),
                "--shape",
                shape.toString(),
                "--records",
                Integer.toString(RECORDS),
                "--segment-bytes",
                "256k",
                "--producers",
                "10"));
    arguments.addAll(List.of(more));
    return GenerateReplicas.options(arguments.toArray(String[]::new));
  }

  private Map<String, Long> latest(String broker) throws IOException {
    Map<String, Long> latest = new HashMap<>();
    records(broker, record -> latest.put(Utils.utf8(record.key()), record.offset()));
    return latest;
  }

  private long count(String broker) throws IOException {
    long[] count = new long[1];
    records(broker, record -> count[0]++);
    return count[0];
  }

  private interface Visitor {
    void record(Record record);
  }

  private void records(String broker, Visitor visitor) throws IOException {
    for (Path log : logs(directory.resolve("a").resolve(broker))) {
      try (FileRecords records = FileRecords.open(log.toFile(), false)) {
        records.records().forEach(visitor::record);
      }
    }
  }

  private Map<String, String> bytes(String name) throws IOException {
    Map<String, String> bytes = new HashMap<>();
    Path root = directory.resolve(name);
    try (Stream<Path> files = Files.walk(root)) {
      for (Path file : files.filter(Files::isRegularFile).toList()) {
        bytes.put(
            root.relativize(file).toString(),
            Integer.toHexString(java.util.Arrays.hashCode(Files.readAllBytes(file))));
      }
    }
    return bytes;
  }

  private static List<Path> logs(Path broker) throws IOException {
    try (Stream<Path> files = Files.list(broker.resolve("foo-0"))) {
      return files.filter(file -> file.toString().endsWith(".log")).sorted().toList();
    }
  }
}
