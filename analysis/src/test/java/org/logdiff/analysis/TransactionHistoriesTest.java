package org.logdiff.analysis;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNotEquals;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertTrue;
import static org.logdiff.analysis.ComparedHistory.findings;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;
import org.logdiff.analysis.model.AbortedTransaction;
import org.logdiff.analysis.model.Aftermath;
import org.logdiff.analysis.model.History;
import org.logdiff.analysis.model.OldCleanerBug;
import org.logdiff.analysis.model.RenamedProducers;
import org.logdiff.analysis.model.ReplicaState;
import org.logdiff.analysis.model.TopicConfig;
import org.logdiff.analysis.report.Confidence;
import org.logdiff.analysis.report.Finding;
import org.logdiff.analysis.report.FindingKind;
import org.logdiff.analysis.report.NotExamined;
import org.logdiff.analysis.report.PartitionReport;
import org.logdiff.analysis.report.Reading;
import org.logdiff.analysis.report.Verdict;

/** Written histories with transactions, through the whole comparison. */
class TransactionHistoriesTest {
  private static final String ABORT_KEY = "\0\0\0\0";
  private static final String COMMIT_KEY = "\0\0\0\1";
  private static final long FIRST_PRODUCER_ID = 1000;

  private static void healthy(PartitionReport report) {
    assertEquals(List.of(), findings(report));
    assertEquals(Verdict.CONSISTENT, report.verdict());
  }

  private static List<Long> lastStableOffsets(PartitionReport report) {
    return report.replicas().stream().map(r -> r.lastStableOffset()).toList();
  }

  /** A cleaner with an old bug takes the COMMIT; of its transaction an empty batch is left. */
  @Test
  void aCommitRemovedBesideAnEmptyBatchPinsTheStableOffsetAtThatBatch() {
    Aftermath aftermath =
        History.history(
                TopicConfig.standard().withBug(OldCleanerBug.KAFKA_14055),
                "p1: protocol 1 | x=1 | p1: begin k=1 commit | k=2 | "
                    + COMMIT_KEY
                    + "=1 | y=1 | clean 2")
            .replay();
    assertTrue(aftermath.replica(2).batches().stream().anyMatch(b -> b.isEmpty()));
    PartitionReport report = ComparedHistory.report(aftermath);
    assertEquals(List.of("lost-commit-marker on kafka2 at 2"), findings(report));
    assertEquals(List.of(6L, 1L, 6L), lastStableOffsets(report));
    assertEquals(3, report.replicas().get(1).beyondStable().records());
    assertNull(report.replicas().get(0).beyondStable());
  }

  /** A late follower has copied a half-cleaned aborted transaction. */
  @Test
  void anIndexEntryThatBeginsLaterAloneIsHealthy() {
    Aftermath aftermath =
        History.history(
                """
                p1: begin a=1 | c=1 d=1 e=1 f=1 g=1 h=1 i=1 | roll | p1: b=1 abort | y=1
                fullpass 1 | rebuild 3 from 1
                """)
            .replay();
    assertEquals(List.of(List.of(0L), List.of(0L), List.of(8L)), firstAborted(aftermath));
    healthy(ComparedHistory.report(aftermath));
  }

  /**
   * Under the older protocol, an ABORT was lost: the next ABORT ends both on the late replica,
   * which changes nothing that a consumer sees, and looks as if the others had been rebuilt while
   * the data was half cleaned away.
   */
  @Test
  void anIndexEntryThatBeginsEarlierWhereTheDataIsLeftIsNoted() {
    Aftermath aftermath =
        History.history(
                """
                p1: protocol 1 | p1: begin a=1 | away 2 | p1: abort
                c=1 d=1 e=1 f=1 g=1 h=1 | roll 1 3 | p1: begin b=1
                fullpass 1 3 | fullpass 1 3 | wait 1000 | fullpass 1 3 | back 2 from 1 | p1: abort | y=1
                """)
            .replay();
    assertEquals(List.of(0L), firstAborted(aftermath).get(1));
    assertEquals(List.of(8L), firstAborted(aftermath).get(0));
    PartitionReport report = ComparedHistory.report(aftermath);
    assertEquals(List.of(), findings(report));
    assertEquals(
        List.of("whether the ABORT at 9 is the end of producer 1000's data at 0"),
        report.notExamined().stream()
            .filter(note -> "kafka2".equals(note.replica()))
            .map(NotExamined::what)
            .toList());
  }

  private static List<List<Long>> firstAborted(Aftermath aftermath) {
    return aftermath.replicas().stream()
        .map(
            replica ->
                replica.segments().stream()
                    .flatMap(segment -> segment.abortedTransactions().stream())
                    .map(AbortedTransaction::firstOffset)
                    .toList())
        .toList();
  }

  @ParameterizedTest
  @ValueSource(strings = {"abort", "commit"})
  void aLoneOrDuplicateMarkerIsSilent(String outcome) {
    Aftermath aftermath =
        History.history(
                "p1: begin a=1 commit | p1: %s | x=1 | wait 90000000 | expire 1 | clean 1"
                    .formatted(outcome))
            .replay();
    assertNotEquals(aftermath.replica(1).batches().size(), aftermath.replica(2).batches().size());
    healthy(ComparedHistory.report(aftermath));
  }

  /** A broker without KAFKA-14402 takes it, and nobody ends it. */
  @Test
  void dataAfterTheAbortOfItsOwnEpochHangsOnAll() {
    PartitionReport report =
        ComparedHistory.report(
            "p1: protocol 1 | p1: begin a=1 abort | p1: begin b=1 | x=1 | clean 1");
    healthy(report);
    assertEquals(List.of(2L, 2L, 2L), lastStableOffsets(report));
    report.replicas().forEach(r -> assertEquals(2, r.beyondStable().records()));
  }

  @Test
  void openOnAllIsNoDivergence() {
    PartitionReport report =
        ComparedHistory.report("k=1 | p1: begin a=1 b=1 | k=2 | away 2 | k=3 | clean 1 | back 2");
    healthy(report);
    assertEquals(List.of(1L, 1L, 1L), lastStableOffsets(report));
  }

  @ParameterizedTest
  @ValueSource(strings = {ABORT_KEY, COMMIT_KEY})
  void aKeyWithTheBytesOfAMarkersIsAKeyLikeAnyOther(String key) {
    healthy(
        ComparedHistory.report(
            "p1: begin a=1 commit begin b=1 abort | %1$s=1 | p1: begin %1$s=2 commit | y=1 | clean 1"
                .formatted(key)));
    assertEquals(
        List.of("lost-tombstone on kafka2 at 1"),
        findings(
            ComparedHistory.report(
                "%1$s=1 | away 2 | %1$s=- | clean 1 3 | back 2 from 1".formatted(key))));
  }

  /** The second producer gets the id of the first, whom the brokers have forgotten. */
  @ParameterizedTest
  @CsvSource({"1, false", "2, false", "1, true", "2, true"})
  void aProducerIdReusedAfterExpiry(int protocol, boolean isLost) {
    Aftermath aftermath =
        History.history(
                """
                p1: protocol %1$d | p1: begin a=1 commit begin b=1 commit begin c=1 commit
                wait 90000000 | expire
                p2: protocol %1$d | p2: begin d=1 %2$s | p2: abort | e=1
                p2: begin f=1 commit | clean 1 3 %3$s
                """
                    .formatted(protocol, isLost ? "| away 2" : "", isLost ? "| back 2 from 1" : ""))
            .replay();
    PartitionReport report =
        ComparedHistory.report(
            RenamedProducers.of(
                aftermath,
                p ->
                    p.id() == FIRST_PRODUCER_ID + 1
                        ? new RenamedProducers.Producer(FIRST_PRODUCER_ID, p.epoch())
                        : p));
    if (isLost) {
      assertEquals(1, report.findings().size(), () -> findings(report).toString());
      assertEquals("kafka2", report.findings().get(0).replica());
      assertEquals(7, report.findings().get(0).offset());
    } else {
      healthy(report);
    }
  }

  @Test
  void severalProducersInterleaved() {
    PartitionReport report =
        ComparedHistory.report(
            """
            k=0 | p1: begin k=1 | p2: begin j=1 | p1: i=1 | p2: h=1 | p3: begin g=1
            away 2 | p1: abort | p2: commit | p3: abort
            p1: begin x1=1 commit | p2: begin x2=1 commit | j=2 h=2 | back 2 from 1 | y=1
            """);
    healthy(report);
    PartitionReport lost =
        ComparedHistory.report(
            """
            k=0 | p1: begin k=1 | p2: begin j=1 | p1: i=1 | p2: h=1 | p3: begin g=1
            away 2 | p1: abort | p2: commit | p3: abort
            p1: begin x1=1 commit | p2: begin x2=1 abort | j=2 h=2
            clean 1 3 | back 2 from 1 | y=1
            """);
    Set<String> markers =
        lost.findings().stream()
            .filter(f -> f.key() == null)
            .map(f -> f.producerId() + " on " + f.replica())
            .collect(Collectors.toCollection(TreeSet::new));
    assertEquals(
        Set.of("1001 on kafka2", "1002 on kafka2", "1003 on kafka2"),
        markers,
        () -> findings(lost).toString());
    for (Finding finding : lost.findings()) {
      if (finding.key() == null && finding.producerId() == FIRST_PRODUCER_ID + 1) {
        assertEquals(FindingKind.LOST_ABORT_MARKER, finding.kind());
      }
    }
  }

  @ParameterizedTest
  @ValueSource(ints = {1, 2})
  void aTransactionOverASegmentBoundary(int protocol) {
    healthy(
        ComparedHistory.report(
            """
            p1: protocol %d | k=0 | p1: begin k=1 | roll | p1: j=1 | roll | p1: abort
            p1: begin x=1 commit | clean 1
            """
                .formatted(protocol)));
    PartitionReport report =
        ComparedHistory.report(
            """
            p1: protocol %d | k=0 | p1: begin k=1 | roll | p1: j=1 | away 2 | roll 1 3 | p1: abort
            p1: begin x=1 commit | clean 3 | back 2 from 3
            """
                .formatted(protocol));
    assertEquals(List.of("lost-abort-marker on kafka2 at 3"), findings(report));
  }

  /** Without a third replica or the coordinator's log, the kind of the end stays open. */
  @Test
  void underTheOlderProtocolTwoReplicasLeaveBothReadings() {
    PartitionReport report =
        ComparedHistory.report(
            """
            replicas 2 | p1: protocol 1 | p1: begin k=1 | away 2 | p1: abort | x=1
            p1: begin j=1 commit | clean 1 | back 2
            """);
    assertEquals(1, report.findings().size(), () -> findings(report).toString());
    Finding finding = report.findings().get(0);
    assertEquals(Confidence.INFERRED, finding.confidence());
    List<FindingKind> kinds = finding.readings().stream().map(Reading::kind).toList();
    assertTrue(kinds.size() >= 2, kinds::toString);
    assertEquals(finding.kind(), kinds.get(0));
    finding.readings().forEach(reading -> assertTrue(!reading.assumptions().isEmpty()));
  }

  /**
   * At epoch 32766 the coordinator ends the transaction at 32767 and goes on with a new producer
   * id, at epoch 0.
   */
  @ParameterizedTest
  @ValueSource(strings = {"abort", "commit"})
  void whereTheEpochsAreUsedUpANewProducerIdGoesOn(String outcome) {
    String healthy = "k=0 | p1: begin k=1 %s | p2: begin j=1 commit | clean 1".formatted(outcome);
    healthy(ComparedHistory.report(atTheLastEpoch(healthy)));
    PartitionReport report =
        ComparedHistory.report(
            atTheLastEpoch(
                """
                k=0 | p1: begin k=1 | away 2 | p1: %s | p2: begin j=1 commit | k=2
                clean 3 | back 2 from 3
                """
                    .formatted(outcome)));
    assertEquals(List.of("lost-%s-marker on kafka2 at 2".formatted(outcome)), findings(report));
  }

  private static Aftermath atTheLastEpoch(String history) {
    Aftermath aftermath = History.history(history).replay();
    assertEquals(
        FIRST_PRODUCER_ID + 1,
        aftermath.transactions().get(0).producerId(),
        "the one without a producer id comes first");
    return RenamedProducers.of(
        aftermath,
        p ->
            p.id() == FIRST_PRODUCER_ID + 1
                ? new RenamedProducers.Producer(p.id(), (short) (p.epoch() + Short.MAX_VALUE - 1))
                : p);
  }

  /**
   * The tail of a dead leader, by its stored high watermark: unreplicated, committed, or unknown.
   */
  @ParameterizedTest
  @CsvSource({
    "foo 0 2, diverged-tail, 0",
    "foo 0 1, diverged-tail, 0",
    "foo 0 3, conflicting-record, 0",
    ", conflicting-record, 2"
  })
  void aDivergedTailIsToldFromAConflict(String highWatermark, String id, int readings) {
    ReplicaState dead = History.history("k=1 j=1 y=8").replay().replica(1);
    Aftermath others = History.history("k=1 j=1 | leader 2 | x=9").replay();
    Aftermath together =
        new Aftermath(
            List.of(dead, others.replica(2), others.replica(3)),
            others.truth(),
            List.of(),
            others.nowMs());
    PartitionReport report =
        ComparedHistory.report(
            together,
            logDirs -> {
              Path file = logDirs.get(0).resolve("replication-offset-checkpoint");
              Files.writeString(
                  file, highWatermark == null ? "0\n0\n" : "0\n1\n" + highWatermark + "\n");
            });
    assertEquals(List.of(id + " on kafka1 at 2"), findings(report));
    assertEquals(readings, report.findings().get(0).readings().size());
  }
}
