package org.logdiff.analysis.check;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.util.List;
import org.junit.jupiter.api.Test;
import org.logdiff.analysis.model.RamDirectory;
import org.logdiff.analysis.model.WrittenLog;

/** Logs written down batch by batch: what each shows by itself, and what is healthy. */
class TransactionHistoriesTest {

  private static void shows(WrittenLog log, String... findings) {
    try (RamDirectory directory = new RamDirectory()) {
      assertEquals(
          List.of(findings),
          CheckedPaths.lines(log.write(directory.path())).stream()
              .map(line -> line.replace("kafka1 foo-0 ", ""))
              .toList());
    }
  }

  private static void shows(String log, String... findings) {
    shows(WrittenLog.of(log), findings);
  }

  @Test
  void healthyUnderBothProtocols() {
    shows(
        """
        0-1 data   p1 e0
        2   commit p1 e1
        3   data   p2 e0
        4   abort  p2 e0
        5   data   p2 e0
        6   data   p1 e1
        7   abort  p1 e2
        8   commit p2 e0
        """);
  }

  @Test
  void loneMarkersAndGravestonesAreHealthy() {
    shows(
        """
        0   abort  p1 e0
        2   gone   p2 e3
        3   abort  p2 e4
        5   plain
        """);
  }

  @Test
  void aTransactionThatIsStillOpenIsHealthy() {
    shows(
        """
        0   data   p1 e0
        1   plain
        """);
  }

  /** KAFKA-14402: data that arrives after the ABORT of its own epoch. */
  @Test
  void lateDataJoinsTheNextTransaction() {
    shows(
        """
        0   data   p1 e0
        1   abort  p1 e0
        2   data   p1 e0
        3   data   p1 e1
        4   commit p1 e1
        """,
        "late-transactional-data 2 of 1");
  }

  @Test
  void anEpochThatRisesBehindAGapShowsALostMarker() {
    shows(
        """
        0   data   p1 e0
        2   data   p1 e1
        3   commit p1 e2
        """,
        "lost-end-marker 1 of 1");
  }

  @Test
  void aCommitTwoAboveShowsALostMarker() {
    shows(
        """
        0   data   p1 e0
        4   commit p1 e2
        """,
        "lost-end-marker 1 of 1");
  }

  /** KAFKA-19367: a fence by brokers of 4.0.0. */
  @Test
  void anAbortTwoAboveMayBeAFence() {
    shows(
        """
        0   data   p1 e0
        4   abort  p1 e2
        """);
  }

  @Test
  void aGravestoneBesideItsDataShowsALostMarker() {
    shows(
        """
        0   data   p1 e0
        1   gone   p1 e1
        2   plain
        """,
        "lost-end-marker 1 of 1");
  }

  /** KAFKA-8351, 13727, 14055: a cleaner removes a marker whose data is there. */
  @Test
  void aMarkerThatThisReplicasCleanerRemovedTooEarlyIsInItsSnapshot() {
    shows(
        WrittenLog.of(
                """
                0   data   p1 e0
                2   plain
                """)
            .withSnapshot(
                3,
                """
                0   data   p1 e0
                1   commit p1 e0
                2   plain
                """),
        "snapshot-mismatch 3 of 1");
  }

  @Test
  void aSnapshotThatLacksAnOpenTransaction() {
    shows(WrittenLog.of("0 data p1 e0").withSnapshot(1, "0 plain"), "snapshot-mismatch 1 of 1");
  }

  @Test
  void aSnapshotThatKeepsATransactionOpen() {
    shows(
        WrittenLog.of(
                """
                0   data   p1 e0
                1   commit p1 e0
                """)
            .withSnapshot(2, "0 data p1 e0"),
        "snapshot-mismatch 2 of 1");
  }

  @Test
  void aSnapshotOfAnotherSequence() {
    shows(
        WrittenLog.of(
                """
                0   plain  p1 e0
                1   plain  p1 e0
                """)
            .withSnapshot(2, "1 plain p1 e0"),
        "snapshot-mismatch 2 of 1");
  }

  @Test
  void aSnapshotBehindTheLog() {
    shows(
        WrittenLog.of(
                """
                0   plain  p1 e0
                1   plain  p1 e0
                """)
            .withSnapshot(2, "0 plain p1 e0"),
        "snapshot-mismatch 2 of 1");
  }

  @Test
  void aSnapshotOfALowerEpoch() {
    shows(
        WrittenLog.of(
                """
                0   plain  p1 e3
                """)
            .withSnapshot(1, "0 plain p1 e2"),
        "snapshot-mismatch 1 of 1");
  }

  @Test
  void aSnapshotOfOffsetsThatLieAboveIt() {
    shows(
        WrittenLog.of(
                """
                0   plain  p1 e0
                1   plain  p1 e0
                """)
            .withSnapshot(
                1,
                """
                0   plain  p1 e0
                1   plain  p1 e0
                """),
        "snapshot-ahead-of-offset 1 of 1");
  }

  @Test
  void aSnapshotThatKnowsMoreIsHealthy() {
    shows(
        WrittenLog.of(
                """
                0   plain  p1 e0
                4   plain
                """)
            .withSnapshot(
                5,
                """
                0   plain  p1 e0
                1   plain  p1 e0
                2   plain  p2 e0
                3   data   p3 e0
                4   plain
                """));
  }

  @Test
  void aSnapshotWithoutAProducerThatIsIdleIsHealthy() {
    shows(WrittenLog.of("0 plain p1 e0").withSnapshot(1, "0 plain"));
  }

  @Test
  void aProducerEpochThatGoesDown() {
    shows(
        """
        0   plain  p1 e2
        1   plain  p1 e1
        """,
        "producer-epoch-backwards 1 of 1");
  }

  @Test
  void aProducerEpochThatGoesDownAfterTheProducerWasForgotten() {
    shows(
        WrittenLog.of(
                """
                0   plain  p1 e2
                1   plain
                2   plain  p1 e1
                """)
            .withSnapshot(2, "0 plain"));
    shows(
        """
        0   plain  p1 e2
        1   plain  p1 e1 t1500
        """);
  }

  @Test
  void aCoordinatorEpochThatGoesDown() {
    shows(
        """
        0   data   p1 e0
        1   commit p1 e0 c5
        2   data   p1 e0
        3   commit p1 e0 c4
        """,
        "coordinator-epoch-backwards 3 of 1");
  }

  @Test
  void aTransactionThatIsOpenForLongerThanBrokersAllow() {
    shows(
        """
        0   data   p1 e0
        1   commit p2 e0 t1
        2   commit p2 e0 t15
        3   plain  t40
        """);
    shows(
        """
        0   data   p1 e0
        1   commit p2 e0 t1
        2   commit p2 e0 t17
        """,
        "long-running-transaction 0 of 1");
  }
}
