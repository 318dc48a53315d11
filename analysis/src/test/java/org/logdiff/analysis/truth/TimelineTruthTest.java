package org.logdiff.analysis.truth;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import java.io.IOException;
import java.nio.file.Files;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import org.logdiff.analysis.report.Confidence;
import org.logdiff.analysis.report.Finding;
import org.logdiff.analysis.report.Step;
import org.logdiff.samples.Sample;
import org.logdiff.samples.Samples;

/** When things happened, as findings tell it, against what Kafka's dump tool printed. */
class TimelineTruthTest {
  private static final Pattern WRITTEN =
      Pattern.compile("the .* at (\\d+) was written at (\\S+), by its timestamp");
  private static final Pattern AWAY =
      Pattern.compile("node 2 was out of the ISR from (\\S+) to (\\S+), by .*");
  private static final Pattern REMOVABLE =
      Pattern.compile("it could be removed from (\\S+) on at the earliest .*");

  static Stream<Sample> samples() {
    return Samples.all().stream();
  }

  @ParameterizedTest
  @MethodSource("samples")
  void timesAreThoseOfTheDump(Sample sample) throws IOException {
    JsonNode truth = new ObjectMapper().readTree(sample.truthJson().toFile());
    for (Finding finding : findings(sample)) {
      Optional<Matcher> written = clause(finding, WRITTEN);
      if (written.isEmpty()) {
        continue;
      }
      long offset = Long.parseLong(written.get().group(1));
      Instant at = Instant.parse(written.get().group(2));
      assertEquals(Optional.of(at.toEpochMilli()), dumped(sample, offset), finding::summary);
      long retentionMs = truth.at("/topics/foo/delete.retention.ms").asLong();
      assertEquals(
          at.plusMillis(retentionMs),
          Instant.parse(clause(finding, REMOVABLE).orElseThrow().group(1)),
          finding::summary);
      clause(finding, AWAY)
          .ifPresent(
              away ->
                  assertTrue(
                      Instant.parse(away.group(2)).isAfter(at),
                      () -> "written after the return: " + finding.timeline()));
    }
  }

  @Test
  void theWholeSentenceOfOneSample() {
    Finding finding =
        findings(Samples.named("lost-commit-marker-gravestone-tv2-killed")).stream()
            .filter(f -> f.producerId() != null && f.key() == null)
            .findFirst()
            .orElseThrow();
    assertEquals(
        List.of(Confidence.OBSERVED, Confidence.OBSERVED, Confidence.DERIVED),
        finding.timeline().stream().map(Step::confidence).toList());
    for (Pattern clause : List.of(AWAY, WRITTEN, REMOVABLE)) {
      assertTrue(clause(finding, clause).isPresent(), () -> finding.timeline().toString());
    }
  }

  private static Optional<Matcher> clause(Finding finding, Pattern pattern) {
    return finding.timeline().stream()
        .map(step -> pattern.matcher(step.statement()))
        .filter(Matcher::matches)
        .findFirst();
  }

  private static List<Finding> findings(Sample sample) {
    return new CapturedCase(sample.directory())
        .compare().partitions().stream()
            .filter(partition -> partition.partition().equals("foo-0"))
            .flatMap(partition -> partition.findings().stream())
            .toList();
  }

  /** The timestamp of what any broker's dump shows at an offset: a record's, or a batch's. */
  private static Optional<Long> dumped(Sample sample, long offset) throws IOException {
    Pattern record = Pattern.compile("\\| offset: " + offset + " CreateTime: (\\d+) .*");
    Pattern batch = Pattern.compile("baseOffset: " + offset + " .* CreateTime: (\\d+) .*");
    List<Long> found = new ArrayList<>();
    for (String broker : List.of("kafka1", "kafka2", "kafka3")) {
      boolean isInPartition = false;
      for (String line :
          Files.readAllLines(sample.directory().resolve("dump-" + broker + ".txt"))) {
        if (line.startsWith("Dumping ")) {
          isInPartition = line.contains("/foo-0/") && line.endsWith(".log");
        }
        for (Pattern pattern : List.of(record, batch)) {
          Matcher matcher = pattern.matcher(line);
          if (isInPartition && matcher.matches()) {
            found.add(Long.parseLong(matcher.group(1)));
          }
        }
      }
    }
    assertTrue(found.stream().distinct().count() <= 1, found::toString);
    return found.stream().findFirst();
  }
}
