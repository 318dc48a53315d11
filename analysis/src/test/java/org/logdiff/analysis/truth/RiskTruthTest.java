package org.logdiff.analysis.truth;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import org.logdiff.analysis.ComparisonRequest;
import org.logdiff.analysis.Progress;
import org.logdiff.analysis.RiskAssessment;
import org.logdiff.analysis.RiskRequest;
import org.logdiff.analysis.config.GivenConfig;
import org.logdiff.analysis.report.Finding;
import org.logdiff.analysis.report.FindingKind;
import org.logdiff.analysis.report.NotExamined;
import org.logdiff.analysis.report.PartitionRisk;
import org.logdiff.analysis.report.RecordAtRisk;
import org.logdiff.analysis.report.RiskReport;
import org.logdiff.samples.Sample;
import org.logdiff.samples.Samples;

/** What is at risk on captured replicas, right after they were captured. */
class RiskTruthTest {
  @TempDir Path temporary;

  private static PartitionRisk assess(String name, int... brokers) throws IOException {
    return assess(Samples.named(name), brokers);
  }

  private static PartitionRisk assess(Sample sample, int... brokers) throws IOException {
    List<Integer> wanted =
        brokers.length == 0 ? List.of(1, 2, 3) : java.util.Arrays.stream(brokers).boxed().toList();
    ComparisonRequest comparison =
        new ComparisonRequest(
            wanted.stream().map(n -> List.of(sample.broker("kafka" + n))).toList(),
            List.of("foo-0"),
            List.of(),
            1,
            1 << 20,
            100);
    RiskReport report =
        RiskAssessment.run(
            new RiskRequest(comparison, capturedMs(sample), GivenConfig.NONE), Progress.NONE);
    assertEquals(List.of(), report.failures());
    return report.partitions().get(0);
  }

  /** The last line of the timeline: all brokers have stopped. */
  private static long capturedMs(Sample sample) throws IOException {
    return Files.readAllLines(sample.directory().resolve("TRUTH.md")).stream()
        .filter(line -> line.matches("\\d{13} .*"))
        .mapToLong(line -> Long.parseLong(line.substring(0, 13)))
        .max()
        .orElseThrow();
  }

  private static RecordAtRisk only(PartitionRisk risk) {
    assertEquals(PartitionRisk.Answer.AT_RISK, risk.answer());
    assertEquals(1, risk.atRisk().size(), () -> risk.atRisk().toString());
    assertEquals(0, risk.atRiskNotListed());
    return risk.atRisk().get(0);
  }

  /** What is not there cannot be said to be safe; nothing but what was not examined tells of it. */
  @Test
  void aLogThatIsMissingLeavesTheAnswerOpen() throws IOException {
    Sample sample = Samples.named("lost-commit-marker-tv2-killed").copyTo(temporary.resolve("s"));
    assertEquals(PartitionRisk.Answer.NOT_AT_RISK, assess(sample).answer());
    Files.delete(sample.broker("kafka2").resolve("foo-0/00000000000000000000.log"));
    PartitionRisk risk = assess(sample);
    assertTrue(risk.notExamined().stream().anyMatch(NotExamined::leavesVerdictOpen));
    assertEquals(PartitionRisk.Answer.UNDETERMINED, risk.answer());
  }

  @Test
  void theLastTombstone() throws IOException {
    PartitionRisk risk = assess("last-surviving-tombstone");
    RecordAtRisk tombstone = only(risk);
    assertEquals(RecordAtRisk.Kind.TOMBSTONE, tombstone.kind());
    assertEquals(3, tombstone.offset());
    assertEquals("user-17", tombstone.key().bytes().toString());
    assertTrue(tombstone.isLastCopy() && tombstone.isOutcomeProven());
    assertEquals(
        List.of(new RecordAtRisk.Need("kafka2", RecordAtRisk.Reason.LOST, 1)), tombstone.needs());
    assertEquals(List.of("kafka1"), tombstone.goneFrom());
    RecordAtRisk.Copy copy = tombstone.copies().get(0);
    assertEquals("kafka3", copy.replica());
    assertEquals(null, copy.deleteHorizonMs(), "broker 3 never cleaned");
    long at = capturedMs(Samples.named("last-surviving-tombstone"));
    assertEquals(at + 1_500, copy.earliestRemovalMs(), "delete.retention.ms after a pass now");
    assertEquals(3, risk.maxTombstoneRemovalOffset());
    assertEquals(20, risk.maxTransactionRemovalOffset());
    assertTrue(risk.remedy().get(0).contains("kafka-configs.sh"), risk.remedy()::toString);
  }

  @Test
  void theLastMarker() throws IOException {
    RecordAtRisk marker = only(assess("last-surviving-marker"));
    assertEquals(RecordAtRisk.Kind.ABORT, marker.kind());
    assertEquals(5, marker.offset());
    assertTrue(marker.isLastCopy());
    assertEquals(
        List.of(new RecordAtRisk.Need("kafka2", RecordAtRisk.Reason.LOST, 2)), marker.needs());
    assertEquals("kafka3", marker.copies().get(0).replica());
    assertEquals(List.of("kafka1"), marker.goneFrom());
  }

  /** Broker 2 is down; its tombstone's horizons are a day away, and stamped by each cleaner. */
  @Test
  void aReplicaThatIsBehind() throws IOException {
    PartitionRisk risk = assess("behind");
    RecordAtRisk tombstone = only(risk);
    assertEquals(3, tombstone.offset());
    assertEquals(
        List.of(new RecordAtRisk.Need("kafka2", RecordAtRisk.Reason.BEHIND, 1)), tombstone.needs());
    assertEquals(
        List.of("kafka1", "kafka3"),
        tombstone.copies().stream().map(RecordAtRisk.Copy::replica).toList());
    for (RecordAtRisk.Copy copy : tombstone.copies()) {
      assertEquals(horizonInDump("behind", copy.replica(), 3), copy.deleteHorizonMs());
      assertEquals(copy.deleteHorizonMs(), copy.earliestRemovalMs());
    }
    assertEquals(List.of(), tombstone.goneFrom());
    assertTrue(risk.remedy().get(1).startsWith("Bring kafka2 back"), risk.remedy()::toString);
  }

  /** As Kafka's own dump tool gave it at the capture. */
  private static long horizonInDump(String name, String broker, long offset) throws IOException {
    String dump =
        Files.readString(Samples.named(name).directory().resolve("dump-" + broker + ".txt"));
    return dump.lines()
        .filter(line -> line.startsWith("baseOffset: " + offset + " "))
        .filter(line -> line.contains("deleteHorizonMs: OptionalLong["))
        .mapToLong(line -> Long.parseLong(line.replaceAll(".*OptionalLong\\[(\\d+)\\].*", "$1")))
        .findFirst()
        .orElseThrow();
  }

  @Test
  void whatIsGoneBeforeCatchUp() throws IOException {
    assertGone("tombstone-gone-before-catch-up", FindingKind.TOMBSTONE_GONE_BEFORE_CATCH_UP);
    assertGone("marker-gone-before-catch-up", FindingKind.MARKER_GONE_BEFORE_CATCH_UP);
  }

  private static void assertGone(String name, FindingKind kind) throws IOException {
    PartitionRisk risk = assess(name);
    assertEquals(PartitionRisk.Answer.AT_RISK, risk.answer());
    assertTrue(
        risk.findings().stream().map(Finding::kind).anyMatch(kind::equals),
        () -> risk.findings().toString());
    assertTrue(
        risk.remedy().stream().anyMatch(step -> step.startsWith("Do not start kafka2")),
        risk.remedy()::toString);
  }

  @Test
  void withoutAllReplicasTheAnswerStaysOpen() throws IOException {
    PartitionRisk risk = assess("healthy", 1, 2);
    assertEquals(PartitionRisk.Answer.UNDETERMINED, risk.answer());
    assertTrue(risk.isMissingReplicas());
    assertEquals(3, risk.replicasAssigned());
    assertEquals(PartitionRisk.Answer.NOT_AT_RISK, assess("healthy").answer());
  }

  static Stream<String> others() {
    Set<String> told =
        Set.of(
            "last-surviving-tombstone",
            "last-surviving-marker",
            "behind",
            "tombstone-gone-before-catch-up",
            "marker-gone-before-catch-up");
    return Samples.names().stream()
        .filter(name -> !told.contains(name))
        .filter(name -> Files.isDirectory(Samples.named(name).broker("kafka1").resolve("foo-0")));
  }

  /** Healthy replicas need nothing; and of those that lost something, only what was lost. */
  @ParameterizedTest
  @MethodSource("others")
  void nothingElseIsAtRisk(String name) throws IOException {
    PartitionRisk risk = assess(name);
    JsonNode truth =
        new ObjectMapper().readTree(Samples.named(name).directory().resolve("truth.json").toFile());
    if (truth.get("findings").isEmpty()) {
      assertTrue(risk.answer() != PartitionRisk.Answer.AT_RISK, () -> name + " " + risk.atRisk());
    }
    for (RecordAtRisk record : risk.atRisk()) {
      Set<String> atFault =
          Stream.of(truth.get("findings"))
              .flatMap(
                  findings -> java.util.stream.StreamSupport.stream(findings.spliterator(), false))
              .map(finding -> "kafka" + finding.get("broker").asInt())
              .collect(Collectors.toSet());
      assertTrue(
          record.needs().stream().allMatch(need -> atFault.contains(need.replica())),
          () -> name + " " + record);
    }
  }
}
