package org.logdiff.analysis.compare;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.logdiff.analysis.ComparedHistory;
import org.logdiff.analysis.model.History;
import org.logdiff.analysis.model.OldCleanerBug;
import org.logdiff.analysis.model.TopicConfig;
import org.logdiff.analysis.report.Finding;
import org.logdiff.analysis.report.PartitionReport;

/**
 * The model's cleaner is given one of the old bugs that break law M: the finding names the bug. And
 * where a marker was lost in another way, none is named unless the picture fits it too.
 */
class OldCleanerBugsTest {
  private static final Pattern NAMED = Pattern.compile("the picture also fits (KAFKA-\\d+)");
  private static final String ABORT_KEY = "\0\0\0\0";
  private static final String COMMIT_KEY = "\0\0\0\1";
  private static final TopicConfig SMALL_SEGMENTS = TopicConfig.standard().withSegmentBytes(100);

  /** The data's segment and the marker's are cleaned in two groups. */
  private static final String COMMIT_IN_NEXT_SEGMENT =
      "p1: protocol 1 | p1: begin k=1 | roll | p1: commit | x=1 | roll | y=1 | %s";

  @Test
  void aTransactionOverASegmentBoundary() {
    PartitionReport report =
        report(
            SMALL_SEGMENTS.withBug(OldCleanerBug.KAFKA_8351),
            COMMIT_IN_NEXT_SEGMENT.formatted("clean 2"));
    assertEquals(List.of("lost-commit-marker on kafka2 at 1"), ComparedHistory.findings(report));
    assertEquals(Set.of("KAFKA-8351"), named(report), () -> words(report) + report.replicas());
  }

  @Test
  void aRecordWithTheKeyOfACommit() {
    PartitionReport report =
        report(
            TopicConfig.standard().withBug(OldCleanerBug.KAFKA_14055),
            "p1: protocol 1 | p1: begin k=1 commit | " + COMMIT_KEY + "=1 | y=1 | clean 2");
    assertEquals(List.of("lost-commit-marker on kafka2 at 1"), ComparedHistory.findings(report));
    assertEquals(Set.of("KAFKA-14055"), named(report));
  }

  /** The pass ends in the middle of the segment, and the ABORT lies in its other half. */
  private static final String ABORT_BEYOND_THE_KEY_MAP =
      """
      p1: protocol 1
      k=1 j=1 i=1 | p1: begin a=1 abort | h=1 | roll | y=1 | %s
      """;

  @Test
  void anAbortBeyondAFullKeyMap() {
    PartitionReport report =
        report(
            TopicConfig.standard().withKeysPerPass(2).withBug(OldCleanerBug.KAFKA_13727),
            ABORT_BEYOND_THE_KEY_MAP.formatted(
                "pass 2 | pass 2 | wait 1000 | roll | z=1 | roll | pass 2 | pass 2 | z=2 w=1 v=1 u=1 |"
                    + " roll | pass 2"));
    assertEquals(List.of("lost-abort-marker on kafka2 at 4"), ComparedHistory.findings(report));
    assertTrue(named(report).contains("KAFKA-13727"), () -> words(report));
  }

  @Test
  void bothReadingsAreGiven() {
    PartitionReport report =
        report(
            SMALL_SEGMENTS.withBug(OldCleanerBug.KAFKA_8351),
            COMMIT_IN_NEXT_SEGMENT.formatted("clean 2"));
    Finding finding = report.findings().get(0);
    assertEquals(
        List.of("lost-commit-marker", "lost-commit-marker"),
        finding.readings().stream().map(r -> r.kind().id()).toList());
    assertTrue(finding.readings().get(0).assumptions().get(0).contains("never received"));
    assertTrue(finding.readings().get(1).assumptions().get(0).contains("KAFKA-8351"));
  }

  /** On all replicas the bug leaves the transaction open on all: nothing to compare. */
  @Test
  void onAllReplicasNothingDiffers() {
    PartitionReport report =
        report(
            SMALL_SEGMENTS.withBug(OldCleanerBug.KAFKA_8351),
            COMMIT_IN_NEXT_SEGMENT.formatted("clean"));
    assertEquals(List.of(), report.findings());
  }

  /** The fixed cleaner does none of this. */
  @ParameterizedTest
  @ValueSource(ints = {100, 1 << 30})
  void withoutABugNothingIsLost(int segmentBytes) {
    TopicConfig config = TopicConfig.standard().withSegmentBytes(segmentBytes);
    for (String history :
        List.of(
            COMMIT_IN_NEXT_SEGMENT.formatted("clean 2"),
            "p1: protocol 1 | p1: begin k=1 commit | " + COMMIT_KEY + "=1 | y=1 | clean 2")) {
      assertEquals(List.of(), report(config, history).findings(), history);
    }
    assertEquals(
        List.of(),
        report(
                config.withKeysPerPass(2),
                ABORT_BEYOND_THE_KEY_MAP.formatted("pass 2 | pass 2 | wait 1000 | pass 2"))
            .findings());
  }

  /** A late replica, no segment between data and marker, and no record like a marker. */
  @Test
  void whereNoPictureFitsNoneIsNamed() {
    PartitionReport report =
        report(
            TopicConfig.standard(),
            """
            p1: protocol 1
            k=0 | p1: begin k=1 | away 2 | p1: abort | x=1
            wait 90000000 | expire 3 | clean 3 | back 2 from 3
            """);
    assertEquals(List.of("lost-abort-marker on kafka2 at 2"), ComparedHistory.findings(report));
    assertEquals(Set.of(), named(report));
    assertTrue(report.findings().get(0).assumptions().stream().anyMatch(a -> a.contains("14055")));
  }

  /** Protocol 2 is spoken by brokers of today only. */
  @ParameterizedTest
  @ValueSource(strings = {"roll | ", COMMIT_KEY + "=1 | "})
  void underProtocol2NoneIsNamed(String between) {
    PartitionReport report =
        report(
            TopicConfig.standard(),
            "p1: begin k=1 | away 2 | "
                + (between.startsWith("roll") ? between : "")
                + "p1: commit | "
                + (between.startsWith("roll") ? "" : between)
                + "p1: begin q=1 commit | k=2 | clean 3 | back 2 from 3");
    assertFalse(report.findings().isEmpty());
    assertEquals(Set.of(), named(report));
  }

  /** A record with the key of an ABORT supersedes no COMMIT. */
  @ParameterizedTest
  @ValueSource(strings = {"ABORT", "COMMIT", "BEFORE"})
  void theKeyMustBeThatOfTheMarkerAndComeLater(String which) {
    String key = which.equals("ABORT") ? ABORT_KEY : COMMIT_KEY;
    PartitionReport report =
        report(
            TopicConfig.standard(),
            "p1: protocol 1 | "
                + (which.equals("BEFORE") ? key + "=1 | " : "")
                + "p1: begin k=1 | away 2 | p1: commit | k=2 | "
                + (which.equals("BEFORE") ? "" : key + "=1 | ")
                + "wait 90000000 | expire 3 | clean 3 | back 2 from 3");
    assertEquals(
        List.of("lost-commit-marker"),
        report.findings().stream().map(f -> f.kind().id()).distinct().toList(),
        () -> ComparedHistory.findings(report).toString());
    assertEquals(which.equals("COMMIT") ? Set.of("KAFKA-14055") : Set.of(), named(report));
  }

  private static PartitionReport report(TopicConfig config, String history) {
    return ComparedHistory.report(History.history(config, history).replay());
  }

  private static Set<String> named(PartitionReport report) {
    Set<String> named = new TreeSet<>();
    Matcher matcher = NAMED.matcher(words(report));
    while (matcher.find()) {
      named.add(matcher.group(1));
    }
    return named;
  }

  private static String words(PartitionReport report) {
    List<String> words = new ArrayList<>();
    report.findings().forEach(finding -> words.add(ComparedHistory.words(finding)));
    return String.join("\n", words);
  }
}
