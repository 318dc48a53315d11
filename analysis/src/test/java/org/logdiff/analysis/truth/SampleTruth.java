package org.logdiff.analysis.truth;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;

/** The findings that {@code truth.json} of a sample names. */
final class SampleTruth {
  /** Kinds about records that conflict from some offset on; others are about one that is gone. */
  private static final Set<String> CONFLICTS = Set.of("conflicting-record", "diverged-tail");

  private final JsonNode truth;

  private SampleTruth(JsonNode truth) {
    this.truth = truth;
  }

  static List<ExpectedFinding> read(Path truthJson) throws IOException {
    return new SampleTruth(new ObjectMapper().readTree(truthJson.toFile())).findings();
  }

  private List<ExpectedFinding> findings() {
    boolean isHealthy = truth.path("verdict").asText().equals("healthy");
    List<ExpectedFinding> findings = new ArrayList<>();
    truth.path("findings").forEach(finding -> findings.add(finding(finding)));
    if (isHealthy != findings.isEmpty()) {
      throw new IllegalArgumentException("verdict and findings do not fit: " + truth);
    }
    return findings;
  }

  private ExpectedFinding finding(JsonNode finding) {
    String kind = finding.required("kind").asText();
    boolean isConflict = CONFLICTS.contains(kind);
    return new ExpectedFinding(
        finding.required("partition").asText(),
        kind,
        "kafka" + finding.required("broker").asInt(),
        finding.required(isConflict ? "firstOffset" : "offset").asLong(),
        finding.has("key") ? finding.get("key").asText() : null,
        isConflict || finding.has("key") ? null : producerId(finding));
  }

  /** The producer of the transaction whose marker is missing. */
  private Long producerId(JsonNode finding) {
    for (JsonNode transaction : truth.path("transactions")) {
      if (transaction.required("partition").equals(finding.required("partition"))
          && transaction.required("markerOffset").equals(finding.required("offset"))) {
        return transaction.required("producerId").asLong();
      }
    }
    throw new IllegalArgumentException("no transaction for " + finding);
  }
}
