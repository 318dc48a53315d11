package org.logdiff.analysis;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.logdiff.analysis.config.GivenConfig;
import org.logdiff.analysis.config.InvalidConfigException;
import org.logdiff.analysis.model.Aftermath;
import org.logdiff.analysis.model.History;
import org.logdiff.analysis.model.RamDirectory;
import org.logdiff.analysis.model.ReplicaWriter;
import org.logdiff.analysis.report.Finding;
import org.logdiff.analysis.report.PartitionRisk;

/** Cleaners that do not do their work, in histories of two replicas. */
class CleanerFindingsTest {
  private static final String DIRTY = "replicas 2 | a=1 | a=2 | roll | ";
  private static final String A_DAY_LATER = " | wait 90000000 | b=1 | roll | b=2";

  /** As {@code id on replica at offset}. */
  private static List<String> findings(String history, String... config) {
    return findings(history, -1, config);
  }

  /**
   * @param checkpoint of replica 2, written by hand; -1 to leave it
   */
  private static List<String> findings(String history, long checkpoint, String... config) {
    Aftermath aftermath = History.history(history).replay();
    try (RamDirectory directory = new RamDirectory()) {
      List<Path> logDirs = ReplicaWriter.write(aftermath, directory.path());
      if (checkpoint >= 0) {
        Files.writeString(
            logDirs.get(1).resolve("cleaner-offset-checkpoint"),
            "0\n1\n" + ReplicaWriter.PARTITION.topic() + " 0 " + checkpoint + "\n");
      }
      ComparisonRequest comparison =
          new ComparisonRequest(
              logDirs.stream().map(List::of).toList(), List.of(), List.of(), 1, 1 << 20, 100);
      List<String> all =
          Stream.concat(Stream.of("cleanup.policy=compact"), Arrays.stream(config)).toList();
      PartitionRisk risk =
          RiskAssessment.run(
                  new RiskRequest(comparison, aftermath.nowMs(), GivenConfig.of(all)),
                  Progress.NONE)
              .partitions()
              .get(0);
      assertEquals(PartitionRisk.Answer.NOT_AT_RISK, risk.answer());
      return risk.findings().stream().map(CleanerFindingsTest::text).toList();
    } catch (IOException | InvalidConfigException e) {
      throw new AssertionError(e);
    }
  }

  private static String text(Finding finding) {
    assertTrue(!finding.reasoning().isEmpty() && !finding.remedy().isEmpty());
    return finding.kind().id() + " on " + finding.replica() + " at " + finding.offset();
  }

  @Test
  void aCleanerThatNeverRan() {
    assertEquals(
        List.of("stalled-cleaner on kafka1 at 0", "stalled-cleaner on kafka2 at 0"),
        findings(DIRTY + A_DAY_LATER));
  }

  @Test
  void aCleanerThatHasStopped() {
    assertEquals(
        List.of("stalled-cleaner on kafka2 at 2"),
        findings(
            DIRTY + "pass | a=3 | a=4 | a=5 | a=6 | roll | pass 1 " + A_DAY_LATER,
            "min.cleanable.dirty.ratio=0.2"));
  }

  @Test
  void anOpenTransactionHoldsIt() {
    assertEquals(
        List.of("stalled-cleaner on kafka1 at 0", "stalled-cleaner on kafka2 at 0"),
        findings("replicas 2 | p1: begin z=1 | a=1 | a=2 | roll | " + A_DAY_LATER));
  }

  @Test
  void cleanersThatHaveNothingToDo() {
    assertEquals(List.of(), findings(DIRTY + "pass" + A_DAY_LATER), "cleaned");
    assertEquals(List.of(), findings(DIRTY + "b=1 | roll | b=2"), "not a day");
    assertEquals(List.of(), findings(DIRTY + "wait 90000000"), "no traffic");
    assertEquals(
        List.of(), findings(DIRTY + A_DAY_LATER, "min.compaction.lag.ms=900000000"), "too young");
    assertEquals(
        List.of(),
        findings(
            "replicas 2 | [a=1 b=1 c=1 d=1 e=1 f=1] | roll | pass | a=2 | roll" + A_DAY_LATER,
            "min.cleanable.dirty.ratio=0.9"),
        "not dirty enough");
  }

  @Test
  void aCheckpointBeyondTheLog() {
    assertEquals(
        List.of("cleaner-checkpoint-out-of-range on kafka2 at 99"),
        findings(DIRTY + "pass | b=1", 99));
    assertEquals(List.of(), findings(DIRTY + "pass | b=1", 3), "at its end");
  }

  @Test
  void tombstonesThatNoPassHasStamped() {
    String history = "replicas 2 | a=- | roll | pass 1" + A_DAY_LATER + " | roll | pass 1 | c=1";
    assertEquals(
        List.of("lingering-tombstones on kafka2 at 0"),
        findings(history, 2, "delete.retention.ms=1000"));
    assertEquals(List.of(), findings(history, 2, "delete.retention.ms=90000000"), "not old enough");
  }
}
