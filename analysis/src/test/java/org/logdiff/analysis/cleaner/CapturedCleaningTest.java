package org.logdiff.analysis.cleaner;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import java.io.Closeable;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.TreeMap;
import java.util.stream.Stream;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import org.logdiff.analysis.model.RamDirectory;
import org.logdiff.analysis.replica.Replica;
import org.logdiff.format.TopicPartition;
import org.logdiff.format.batch.RecordCursor;
import org.logdiff.format.batch.SegmentCursor;
import org.logdiff.format.batch.SpanKind;
import org.logdiff.format.disk.ReadOnlyFile;
import org.logdiff.samples.Sample;
import org.logdiff.samples.Samples;

/**
 * What captured brokers' own cleaners did. Samples come in pairs: a history as it was before broker
 * 2's cleaner ran, and the same history, in another run, after it. From the first the replay
 * predicts which values of the history the second still has. Times differ between the runs, so
 * tombstones and markers, which go by the clock, are left out, and so are fillers.
 */
class CapturedCleaningTest {
  private static final TopicPartition PARTITION = new TopicPartition("foo", 0);
  private static final String CLEANED = "-cleaned";
  private static final int PASSES = 3;

  static Stream<String> names() {
    Set<String> all = new HashSet<>(Samples.names());
    return all.stream().filter(name -> all.contains(name + CLEANED)).sorted();
  }

  @ParameterizedTest
  @MethodSource("names")
  void predictsWhatTheBrokerLeft(String name) throws IOException {
    Set<Long> written = writtenValues(Samples.named(name));
    // The histories are the same up to the fillers, of which each run needed as many as it took.
    written.retainAll(writtenValues(Samples.named(name + CLEANED)));
    TreeMap<Long, String> left =
        values(logs(Samples.named(name + CLEANED).broker("kafka2").resolve("foo-0")));
    left.keySet().retainAll(written);
    try (RamDirectory directory = new RamDirectory()) {
      Path broker = Samples.named(name).copyTo(directory.path()).broker("kafka2");
      CapturedLogsOracleTest.roll(CapturedLogsOracleTest.lastLog(broker.resolve("foo-0")));
      TreeMap<Long, String> before = values(logs(broker.resolve("foo-0")));
      TreeMap<Long, String> predicted = cleaned(broker, directory.path());
      predicted.keySet().retainAll(written);
      before.keySet().retainAll(written);
      assertEquals(left, predicted);
      assertTrue(
          predicted.size() < before.size() || name.startsWith("stuck"), "nothing to predict");
    }
  }

  private static TreeMap<Long, String> cleaned(Path broker, Path scratch) throws IOException {
    CleanerConfig config = CapturedLogsOracleTest.CONFIG;
    List<Closeable> reopened = new ArrayList<>();
    try (Replica replica = ComparedPasses.open(broker, PARTITION)) {
      long nowMs =
          Files.getLastModifiedTime(CapturedLogsOracleTest.lastLog(replica.directory())).toMillis();
      LogState state = LogStateReader.read(replica, config, nowMs);
      for (int i = 0; i < PASSES; i++) {
        Path output = Files.createDirectory(scratch.resolve("pass" + i));
        PassResult pass =
            new CleanerReplay(config, CleanerProfile.V4_4, bytes -> {})
                .pass(state, nowMs, PassListener.NOBODY, new SegmentFilesOutput(output));
        if (pass.isPass()) {
          state = LogStateReader.after(state, pass, output, reopened);
        }
      }
      return values(state.segments().stream().map(segment -> segment.log().path()).toList());
    } finally {
      for (Closeable each : reopened) {
        each.close();
      }
    }
  }

  /** Offsets of the history's records with a value. */
  private static Set<Long> writtenValues(Sample sample) throws IOException {
    Set<Long> offsets = new HashSet<>();
    JsonNode truth = new ObjectMapper().readTree(sample.truthJson().toFile());
    for (JsonNode record : truth.get("produced")) {
      if (record.get("partition").asText().equals("foo-0") && !record.get("value").isNull()) {
        offsets.add(record.get("offset").asLong());
      }
    }
    return offsets;
  }

  private static List<Path> logs(Path partition) throws IOException {
    try (Stream<Path> files = Files.list(partition)) {
      return files.filter(file -> file.toString().endsWith(".log")).sorted().toList();
    }
  }

  private static TreeMap<Long, String> values(List<Path> logs) throws IOException {
    TreeMap<Long, String> values = new TreeMap<>();
    SegmentCursor batches = new SegmentCursor();
    RecordCursor records = new RecordCursor();
    for (Path log : logs) {
      try (ReadOnlyFile file = ReadOnlyFile.open(log)) {
        batches.openUnnamed(file);
        for (SpanKind kind = batches.next(); kind != null; kind = batches.next()) {
          if (kind == SpanKind.BATCH && !batches.isControl()) {
            records.open(batches.array(), batches.at());
            while (records.next()) {
              if (records.hasValue()) {
                values.put(records.offset(), records.record().value().toString());
              }
            }
          }
        }
      }
    }
    return values;
  }
}
