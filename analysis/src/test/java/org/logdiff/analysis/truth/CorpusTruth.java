package org.logdiff.analysis.truth;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * The truth of a case of the corpus, whose {@code truth.json} names kinds of divergence, records
 * and markers, but no findings.
 */
final class CorpusTruth {
  private static final String PARTITION = "foo-0";

  /** As in {@code lost_tombstone(acct-d)}. */
  private static final Pattern TOMBSTONE_OF = Pattern.compile("lost_tombstone\\((.+)\\)");

  private final JsonNode truth;

  private CorpusTruth(JsonNode truth) {
    this.truth = truth;
  }

  static CorpusTruth read(CapturedCase captured) throws IOException {
    return new CorpusTruth(
        new ObjectMapper().readTree(captured.directory().resolve("truth.json").toFile()));
  }

  List<ExpectedFinding> findings() {
    List<ExpectedFinding> findings = new ArrayList<>();
    truth.required("kinds").forEach(kind -> add(findings, kind.asText()));
    if (truth.required("verdict").asText().equals("healthy") != findings.isEmpty()) {
      throw new IllegalArgumentException("verdict and kinds do not fit: " + truth);
    }
    return findings;
  }

  private void add(List<ExpectedFinding> findings, String kind) {
    Matcher tombstoneOf = TOMBSTONE_OF.matcher(kind);
    if (tombstoneOf.matches()) {
      findings.add(tombstone(tombstoneOf.group(1)));
      return;
    }
    switch (kind) {
      case "lost_tombstone" -> findings.add(tombstone(onlyDeletedKey()));
      case "lost_abort" -> findings.add(marker("lost-abort-marker", "abortMarkers"));
      case "lost_commit" -> findings.add(marker("lost-commit-marker", "commitMarkers"));
      // What follows from a lost marker is told with it, as its effects.
      case "committed_to_aborted", "stuck_lso" -> {}
      default -> throw new IllegalArgumentException("a kind that this test does not know: " + kind);
    }
  }

  private ExpectedFinding tombstone(String key) {
    long offset = -1;
    for (JsonNode record : truth.required("produced")) {
      if (record.required("key").asText().equals(key) && record.required("value").isNull()) {
        offset = record.required("offset").asLong();
      }
    }
    return new ExpectedFinding(PARTITION, "lost-tombstone", replica(), offset, key, null);
  }

  private String onlyDeletedKey() {
    List<String> deleted = new ArrayList<>();
    for (JsonNode record : truth.required("produced")) {
      if (record.required("value").isNull()) {
        deleted.add(record.required("key").asText());
      }
    }
    if (deleted.size() != 1) {
      throw new IllegalArgumentException("which key? " + deleted);
    }
    return deleted.get(0);
  }

  /** The lost marker is the first of its kind; later ones are those that took its place. */
  private ExpectedFinding marker(String kind, String offsets) {
    return new ExpectedFinding(
        PARTITION,
        kind,
        replica(),
        truth.required(offsets).required(0).asLong(),
        null,
        truth.required("producerId").asLong());
  }

  private String replica() {
    return "kafka" + truth.required("divergentBroker").asInt();
  }

  /** The last stable offset of each broker as leader, by its log dir's name. */
  Map<String, Long> lastStableOffsets() {
    Map<String, Long> offsets = new TreeMap<>();
    for (Map.Entry<String, JsonNode> view : truth.required("lastView").properties()) {
      offsets.put(view.getKey(), view.getValue().required("lso").asLong());
    }
    return offsets;
  }
}
