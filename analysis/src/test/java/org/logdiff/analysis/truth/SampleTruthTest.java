package org.logdiff.analysis.truth;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.stream.Stream;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import org.logdiff.analysis.report.ComparisonReport;
import org.logdiff.analysis.report.PartitionReport;
import org.logdiff.analysis.report.ReplicaSummary;
import org.logdiff.samples.Sample;
import org.logdiff.samples.Samples;

/** Every captured sample: exactly the findings of its truth, in whatever order it is given. */
class SampleTruthTest {
  static Stream<Sample> samples() {
    return Samples.all().stream();
  }

  @ParameterizedTest
  @MethodSource("samples")
  void findsTheTruthAndNothingElse(Sample sample) throws IOException {
    CapturedCase captured = new CapturedCase(sample.directory());
    List<ExpectedFinding> truth = SampleTruth.read(sample.truthJson());
    List<String> complaints = Judgement.complaints(truth, captured.compare());
    assertTrue(complaints.isEmpty(), () -> sample + ":\n" + String.join("\n", complaints));
  }

  @ParameterizedTest
  @MethodSource("samples")
  void theOrderOfTheReplicasDoesNotMatter(Sample sample) {
    CapturedCase captured = new CapturedCase(sample.directory());
    ComparisonReport expected = captured.compare();
    for (List<Path> order : captured.orders()) {
      assertEquals(
          Judgement.essence(expected),
          Judgement.essence(captured.compare(order)),
          () -> sample + " in the order " + order);
    }
  }

  /** What the report says of each replica is what its broker told clients while it led. */
  @ParameterizedTest
  @MethodSource("samples")
  void lastStableOffsetsAreThoseOfTheBrokers(Sample sample) throws IOException {
    Map<String, Long> reported = new TreeMap<>();
    for (PartitionReport partition : new CapturedCase(sample.directory()).compare().partitions()) {
      for (ReplicaSummary replica : partition.replicas()) {
        reported.put(partition.partition() + "/" + replica.name(), replica.lastStableOffset());
      }
    }
    JsonNode views = new ObjectMapper().readTree(sample.truthJson().toFile()).required("views");
    assertFalse(views.isEmpty());
    for (Map.Entry<String, JsonNode> view : views.properties()) {
      String replica = view.getKey().substring(0, view.getKey().lastIndexOf('/'));
      assertEquals(
          view.getValue().required("lastStableOffset").asLong(),
          reported.get(replica),
          () -> sample + " " + replica);
    }
  }
}
