package org.logdiff.analysis.check;

import static org.junit.jupiter.api.Assertions.assertEquals;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import org.logdiff.analysis.report.Finding;
import org.logdiff.samples.Sample;
import org.logdiff.samples.Samples;

/**
 * The transaction checks on every partition of every captured sample: what one replica shows of the
 * sample's truth by itself, and nothing else.
 */
class CapturedTransactionChecksTest {
  static Stream<Sample> samples() {
    return Samples.all().stream();
  }

  @ParameterizedTest
  @MethodSource("samples")
  void saysWhatOneReplicaShowsOfTheTruthAndNothingElse(Sample sample) throws IOException {
    List<String> found = new ArrayList<>();
    for (Path logDir : sample.brokers()) {
      for (String partition : partitions(logDir)) {
        for (Finding finding : CheckedReplica.findings(logDir, partition)) {
          found.add(essence(logDir.getFileName() + " " + partition, finding));
        }
      }
    }
    assertEquals(expected(sample), found);
  }

  private static List<String> partitions(Path logDir) throws IOException {
    try (Stream<Path> entries = Files.list(logDir)) {
      return entries
          .filter(Files::isDirectory)
          .map(entry -> entry.getFileName().toString())
          .sorted()
          .toList();
    }
  }

  private static String essence(String where, Finding finding) {
    return where
        + " "
        + finding.kind().id()
        + " "
        + finding.candidateOffsets().get(0).first()
        + " of "
        + finding.producerId();
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
