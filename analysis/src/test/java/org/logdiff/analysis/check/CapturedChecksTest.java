package org.logdiff.analysis.check;

import static org.junit.jupiter.api.Assertions.assertEquals;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import org.logdiff.samples.Sample;
import org.logdiff.samples.Samples;

/**
 * Every broker of every captured sample, all of its partitions and at every level: what one replica
 * shows of the sample's truth by itself, and nothing else.
 */
class CapturedChecksTest {
  static Stream<Sample> samples() {
    return Samples.all().stream();
  }

  @ParameterizedTest
  @MethodSource("samples")
  void saysWhatOneReplicaShowsOfTheTruthAndNothingElse(Sample sample) throws IOException {
    Path[] brokers = sample.brokers().toArray(Path[]::new);
    for (CheckLevel level : CheckLevel.values()) {
      assertEquals(expected(sample), CheckedPaths.lines(CheckedPaths.report(level, brokers)));
    }
  }

  private static List<String> expected(Sample sample) throws IOException {
    JsonNode truth = new ObjectMapper().readTree(sample.truthJson().toFile());
    List<String> expected = new ArrayList<>();
    for (JsonNode finding : truth.required("findings")) {
      String kind = shownBy(sample.name());
      if (kind != null && finding.required("kind").asText().endsWith("-marker")) {
        boolean isHanging = kind.equals("hanging-transaction");
        expected.add(
            "kafka%d %s %s %d of %d"
                .formatted(
                    finding.required("broker").asInt(),
                    finding.required("partition").asText(),
                    kind,
                    finding.required(isHanging ? "firstOffset" : "offset").asLong(),
                    producerId(truth, finding)));
      }
    }
    return expected;
  }

  private static long producerId(JsonNode truth, JsonNode finding) {
    for (JsonNode transaction : truth.required("transactions")) {
      if (transaction.required("firstOffset").equals(finding.required("firstOffset"))) {
        return transaction.required("producerId").asLong();
      }
    }
    throw new IllegalArgumentException("no transaction of " + finding);
  }

  /**
   * What kind of finding one replica gives. Under the older protocol the two transactions of the
   * producer look like one. Once the replica's own cleaner has removed data that it took for
   * aborted, nothing is left to see.
   */
  private static String shownBy(String name) {
    boolean isGravestone = name.contains("-gravestone-");
    if (name.startsWith("stuck-lso")) {
      return isGravestone ? "lost-end-marker" : "hanging-transaction";
    }
    boolean isDataGone = name.startsWith("lost-commit-marker") && name.endsWith("-cleaned");
    boolean isShown =
        name.equals("last-surviving-marker")
            || (name.startsWith("lost-") && name.contains("-tv2") && !isDataGone);
    return isShown ? "lost-end-marker" : null;
  }
}
