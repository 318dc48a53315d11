package org.logdiff.analysis.truth;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import org.logdiff.analysis.report.ComparisonReport;
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
}
