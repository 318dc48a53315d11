package org.logdiff.analysis.transaction;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.OptionalLong;
import java.util.SortedMap;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import org.junit.jupiter.params.provider.ValueSource;
import org.logdiff.analysis.Comparison;
import org.logdiff.analysis.ComparisonRequest;
import org.logdiff.analysis.Progress;
import org.logdiff.analysis.model.Aftermath;
import org.logdiff.analysis.model.Histories;
import org.logdiff.analysis.model.History;
import org.logdiff.analysis.model.HistoryOptions;
import org.logdiff.analysis.model.RamDirectory;
import org.logdiff.analysis.model.ReplicaState;
import org.logdiff.analysis.model.ReplicaWriter;
import org.logdiff.analysis.replica.Replica;
import org.logdiff.analysis.replica.ReplicaOpener;
import org.logdiff.analysis.replica.ReplicaSource;
import org.logdiff.analysis.report.ReplicaSummary;
import org.logdiff.analysis.request.RequestResolver;
import org.logdiff.format.TopicPartition;
import org.logdiff.format.checkpoint.OffsetCheckpoint;
import org.logdiff.format.layout.LogDirectory;
import org.logdiff.samples.Sample;
import org.logdiff.samples.Samples;

/**
 * The last stable offset and the open transactions of a replica are those of Kafka's own log, which
 * opens a copy of the directory as its broker would.
 */
class StableOffsetOracleTest {
  private static final int RUNS = 60;

  @TempDir Path temporary;

  static Stream<Sample> samples() {
    return Samples.all().stream();
  }

  @ParameterizedTest
  @MethodSource("samples")
  void ofCapturedReplicas(Sample sample) throws IOException {
    compare(sample.brokers(), sample.name());
  }

  @Test
  void ofReplicasWithRandomHistories() {
    HistoryOptions options = HistoryOptions.small().withTransactions();
    int[] belowLogStart = new int[1];
    Histories.forEach(
        options,
        4000,
        RUNS,
        history -> belowLogStart[0] += compare(withLogStart(history).replay()));
    assertTrue(belowLogStart[0] > 0, "no history left a transaction open below a log start");
  }

  /** The same, and then records are deleted up to some offset. */
  private static History withLogStart(History history) {
    long end =
        history.replay().replicas().stream().mapToLong(ReplicaState::logEndOffset).min().orElse(0);
    long start = Math.floorMod(history.text().hashCode(), end + 1);
    return History.history(history.text() + " | start " + start);
  }

  /** The log start lies in a batch, before one, in a gap, or beyond all data of the transaction. */
  @ParameterizedTest
  @ValueSource(
      strings = {
        "p1: begin a b c | k=1 | k=2 | start 2",
        "p1: begin [a b c d] | k=1 | k=2 | start 2",
        "p1: begin [a b c d] | k=1 | start 4",
        "p1: begin a | [k=1 k=2 k=3] | k=4 | start 2",
        "p1: begin a | roll | [k=1 k=2 k=3] | roll | k=4 | start 2",
        "p1: begin a | roll | [k=1 k=2 k=3] | p1: b | k=4 | roll | k=5 | start 2",
        "p1: begin a | p2: begin b | roll | k=1 | p1: commit | k=2 | start 3",
        "p1: begin a | roll | k=1 | p1: commit | p1: begin b | k=2 | start 2",
        "p1: begin a | roll | k=1 | k=2 | start 3",
        "p1: begin a commit | roll | p2: begin b | k=1 | start 3"
      })
  void ofATransactionThatBeganBelowTheLogStart(String text) {
    compare(History.history("replicas 2 | " + text).replay());
  }

  /** How many replicas have a transaction open that began below their log start. */
  private int compare(Aftermath aftermath) {
    try (RamDirectory dir = new RamDirectory()) {
      List<Path> logDirs = ReplicaWriter.write(aftermath, dir.path());
      Map<String, Long> expected = new HashMap<>();
      for (ReplicaState replica : aftermath.replicas()) {
        expected.put("kafka" + replica.nodeId(), replica.lastStableOffset());
      }
      assertEquals(expected, reported(logDirs), "by the model");
      return compare(logDirs, "");
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  private int compare(List<Path> logDirs, String what) throws IOException {
    Map<String, Long> reported = reported(logDirs);
    int belowLogStart = 0;
    for (List<ReplicaSource> sources : resolve(logDirs).values()) {
      for (ReplicaSource source : sources) {
        String where = what + " " + source.partition() + " on " + source.name();
        try (Replica replica =
            ReplicaOpener.open(source, new ArrayList<>(), new ArrayList<>()).orElseThrow()) {
          ReplicaView view = ReplicaView.of(replica);
          belowLogStart +=
              view.openTransactions().values().stream()
                      .anyMatch(first -> first < replica.logStartOffset())
                  ? 1
                  : 0;
          try (BrokerLog log =
              new BrokerLog(copy(source), replica.logStartOffset(), recoveryPoint(source))) {
            assertEquals(log.lastStableOffset(), view.lastStableOffset(), where);
            assertEquals(log.openTransactions(), view.openTransactions(), where);
          }
          if (source.partition().toString().equals("foo-0")) {
            assertEquals(view.lastStableOffset(), reported.get(source.name()), where);
          }
        }
      }
    }
    return belowLogStart;
  }

  /** Empty after a clean stop: then nothing is recovered. */
  private static OptionalLong recoveryPoint(ReplicaSource source) throws IOException {
    Path logDir = source.directory().getParent();
    if (Files.exists(logDir.resolve(".kafka_cleanshutdown"))) {
      return OptionalLong.empty();
    }
    return OptionalLong.of(
        LogDirectory.list(logDir)
            .orElseThrow()
            .offsetCheckpoint(OffsetCheckpoint.Kind.RECOVERY_POINT)
            .value()
            .orElseThrow()
            .offset(source.partition())
            .orElse(0));
  }

  private static Map<String, Long> reported(List<Path> logDirs) {
    Map<String, Long> offsets = new HashMap<>();
    Comparison.run(request(logDirs), Progress.NONE)
        .partitions()
        .forEach(
            partition -> {
              for (ReplicaSummary replica : partition.replicas()) {
                offsets.put(replica.name(), replica.lastStableOffset());
              }
            });
    return offsets;
  }

  private static SortedMap<TopicPartition, List<ReplicaSource>> resolve(List<Path> logDirs) {
    return new RequestResolver(request(logDirs)).resolve();
  }

  private static ComparisonRequest request(List<Path> logDirs) {
    return new ComparisonRequest(
        logDirs.stream().map(List::of).toList(), List.of("foo-0"), List.of(), 1, 1 << 20, 100);
  }

  private Path copy(ReplicaSource source) throws IOException {
    Path to =
        Files.createDirectories(
            Files.createTempDirectory(temporary, source.name())
                .resolve(source.partition().toString()));
    try (Stream<Path> files = Files.list(source.directory())) {
      for (Path file : files.toList()) {
        Files.copy(file, to.resolve(file.getFileName()));
      }
    }
    return to;
  }
}
