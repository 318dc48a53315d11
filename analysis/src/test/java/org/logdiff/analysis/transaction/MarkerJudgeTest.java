package org.logdiff.analysis.transaction;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.util.List;
import java.util.Optional;
import java.util.OptionalLong;
import org.junit.jupiter.api.Test;
import org.logdiff.analysis.report.Confidence;

/** Table 5.2, row by row, in written histories. Replicas are numbered from 0. */
class MarkerJudgeTest {
  private static void healthy(WrittenHistory history) {
    assertEquals(List.of(), history.losses());
  }

  private static void losses(WrittenHistory history, String... expected) {
    assertEquals(List.of(expected), history.losses());
  }

  // lists of gaps that are cut

  /** The epoch rises behind a batch, and a gap at 5 is the third. */
  private static final String BUMPED_BEHIND_THE_THIRD_GAP =
      """
      0 plain  p- e- **
      2 plain  p- e- **
      4 data   p1 e0 **
      6 data   p1 e1 **
      7 commit p1 e2 **
      9 plain  p- e- **
      """;

  @Test
  void aGapThatIsToldApartIsCertain() {
    losses(
        WrittenHistory.of(BUMPED_BEHIND_THE_THIRD_GAP).gapsKept(4),
        "K_EPOCH_BUMP: 0 lacks the end of p1 4..4 at 5",
        "K_EPOCH_BUMP: 1 lacks the end of p1 4..4 at 5");
  }

  /** The third begins the range that covers the fourth too: its first offset is still certain. */
  @Test
  void theFirstOffsetOfTheRangeThatCoversManyIsCertain() {
    losses(
        WrittenHistory.of(BUMPED_BEHIND_THE_THIRD_GAP).gapsKept(3),
        "K_EPOCH_BUMP: 0 lacks the end of p1 4..4 at 5? cut",
        "K_EPOCH_BUMP: 1 lacks the end of p1 4..4 at 5? cut");
  }

  /** Whether an offset is missing there is not known any more, so that no loss is claimed. */
  @Test
  void aGapWithinTheRangeThatCoversManyIsNotCertain() {
    losses(
        WrittenHistory.of(BUMPED_BEHIND_THE_THIRD_GAP).gapsKept(2),
        "Q: 0 lacks the end of p1 4..4 at 5? cut",
        "Q: 1 lacks the end of p1 4..4 at 5? cut");
  }

  @Test
  void whatWasCertainWithoutAGapStaysSo() {
    losses(
        WrittenHistory.of(
                """
                0 plain  p- e- **
                2 plain  p- e- **
                4 data   p1 e0 *.
                6 plain  p- e- **
                8 plain  p- e- **
                """)
            .gapsKept(2),
        "K_REMOVED: 0 lacks the end of p1 4..4 at 5-7? cut");
  }

  // h: Q has no batch of that transaction

  @Test
  void h_dataAndMarkerAreGoneTogether() {
    healthy(
        WrittenHistory.of(
            """
            0 data  p1 e0 *..
            1 abort p1 e1 *..
            2 plain p- e- ***
            """));
  }

  @Test
  void h_theMarkerIsLeftWithoutItsData() {
    healthy(
        WrittenHistory.of(
            """
            0 data  p1 e0 *..
            1 abort p1 e1 **.
            2 plain p- e- ***
            """));
  }

  @Test
  void h_aGravestoneIsLeftWithoutData() {
    healthy(
        WrittenHistory.of(
            """
            0 data   p1 e0 *..
            1 commit p1 e1 *o.
            2 plain  p- e- ***
            """));
  }

  @Test
  void h_aLoneAbortWithoutDataIsHealthy() {
    healthy(
        WrittenHistory.of(
            """
            0 abort p1 e1 *.
            1 plain p- e- **
            """));
  }

  @Test
  void h_aDuplicateMarkerThatGoesEarlyIsHealthy() {
    healthy(
        WrittenHistory.of(
            """
            0 data   p1 e0 **
            1 commit p1 e0 **
            2 commit p1 e0 *.
            3 plain  p- e- **
            """));
  }

  // i: a full marker on P, Q covers it, lacks it, and still has data

  @Test
  void i_aCommitOneAboveTheDataIsProven() {
    losses(
        WrittenHistory.of(
            """
            0 data   p1 e0 ***
            2 commit p1 e1 *..
            3 plain  p- e- ***
            """),
        "I: 1 lacks the end of p1 0..0 at 2",
        "I: 2 lacks the end of p1 0..0 at 2");
  }

  @Test
  void i_aCommitIsMissingThoughOnlyAnEmptyBatchOfItsTransactionIsLeft() {
    WrittenHistory history =
        WrittenHistory.of(
            """
            0 plain  p- e- **
            1 data   p1 e0 *o
            2 commit p1 e1 *.
            3 plain  p- e- **
            """);
    losses(history, "I: 1 lacks the end of p1 1..1 at 2");
    assertEquals(List.of(4L, 1L), history.lastStableOffsets());
  }

  @Test
  void i_anAbortOneAboveTheDataIsProvenIfNoGapCanHideAnotherEnd() {
    losses(
        WrittenHistory.of(
            """
            0 data  p1 e0 **
            1 abort p1 e1 *.
            2 plain p- e- **
            """),
        "I: 1 lacks the end of p1 0..0 at 1");
  }

  @Test
  void i_anAbortOneAboveTheDataBehindAGapMayBeTheFenceOfALaterTransaction() {
    losses(
        WrittenHistory.of(
            """
            0 data  p1 e0 **
            3 abort p1 e1 *.
            4 plain p- e- **
            """),
        "I: 1 lacks the end of p1 0..0 at 1-2,3?");
  }

  @Test
  void i_anAbortBehindAGapIsProvenIfTheProducerSpeaksProtocol2() {
    losses(
        WrittenHistory.of(
            """
            0 data   p1 e0 **
            3 abort  p1 e1 *.
            4 data   p1 e1 **
            5 commit p1 e2 **
            """),
        "I: 1 lacks the end of p1 0..0 at 3");
  }

  @Test
  void i_underTheOlderProtocolANearMarkerIsProven() {
    losses(
        WrittenHistory.of(
            """
            0 data   p1 e0 **
            1 commit p1 e0 *.
            2 plain  p- e- **
            """),
        "I: 1 lacks the end of p1 0..0 at 1");
  }

  @Test
  void i_underTheOlderProtocolAGapMayHideAnotherEnd() {
    losses(
        WrittenHistory.of(
            """
            0 data   p1 e0 **
            2 commit p1 e0 *.
            3 plain  p- e- **
            """),
        "I: 1 lacks the end of p1 0..0 at 1,2?");
  }

  @Test
  void i_theCoordinatorsWordProvesWhatAGapLeavesOpen() {
    losses(
        WrittenHistory.of(
                """
                0 data   p1 e0 **
                2 commit p1 e0 *.
                3 plain  p- e- **
                """)
            .coordinator(
                (producerId, epoch, first, last) ->
                    Optional.of(
                        new CoordinatorWord.Decision(
                            true,
                            "it says so",
                            Confidence.DERIVED,
                            List.of(),
                            List.of(),
                            OptionalLong.empty(),
                            OptionalLong.empty()))),
        "I: 1 lacks the end of p1 0..0 at 2");
  }

  @Test
  void i_theLaterMarkerOfTheProducerOnTheLateReplicaDecidesNothing() {
    losses(
        WrittenHistory.of(
            """
            0 data   p1 e0 .*
            1 abort  p1 e1 *.
            2 data   p1 e1 **
            3 commit p1 e2 **
            """),
        "I: 1 lacks the end of p1 0..0 at 1");
  }

  @Test
  void i_oneWitnessIsEnough() {
    losses(
        WrittenHistory.of(
            """
            0 data   p1 e0 .*.
            1 abort  p1 e1 ..*
            2 data   p1 e1 ***
            3 commit p1 e2 ***
            """),
        "I: 1 lacks the end of p1 0..0 at 1");
  }

  // j: a gravestone, and Q has data but no full marker

  @Test
  void j_aGravestoneBesideDataOnTheSameReplica() {
    WrittenHistory history =
        WrittenHistory.of(
            """
            0 data  p1 e0 .*.
            1 abort p1 e1 ooo
            2 plain p- e- ***
            """);
    losses(history, "J: 1 lacks the end of p1 0..0 at 1");
    assertEquals(List.of(3L, 0L, 3L), history.lastStableOffsets());
  }

  @Test
  void j_aGravestoneBehindAGapMayBeOfAFenceThatClosedALaterTransaction() {
    losses(
        WrittenHistory.of(
            """
            0 data  p1 e0 .*.
            3 abort p1 e1 ooo
            4 plain p- e- ***
            """),
        "J: 1 lacks the end of p1 0..0 at 1-2,3?");
  }

  @Test
  void j_underProtocol2AGravestoneOneAboveIsOfJustThatData() {
    losses(
        WrittenHistory.of(
            """
            0 data   p1 e0 .*.
            3 abort  p1 e1 ooo
            4 data   p1 e1 ***
            5 commit p1 e2 ***
            """),
        "J: 1 lacks the end of p1 0..0 at 3");
  }

  @Test
  void j_aGravestoneOnlyOnAnother() {
    losses(
        WrittenHistory.of(
            """
            0 data  p1 e0 .*
            1 abort p1 e0 o.
            2 plain p- e- **
            """),
        "J: 1 lacks the end of p1 0..0 at 1");
  }

  @Test
  void j_underTheOlderProtocolAGravestoneBehindAGapMayBeOfALaterTransaction() {
    losses(
        WrittenHistory.of(
            """
            0 data  p1 e0 .*
            2 abort p1 e0 oo
            3 plain p- e- **
            """),
        "J: 1 lacks the end of p1 0..0 at 1,2?");
  }

  @Test
  void j_aFullMarkerOnTheReplicaMakesItHealthy() {
    healthy(
        WrittenHistory.of(
            """
            0 data   p1 e0 .*
            1 commit p1 e1 o*
            2 plain  p- e- **
            """));
  }

  // k: nobody has the end

  @Test
  void k_anotherReplicaHasRemovedTheDataSoItHadSeenTheEnd() {
    losses(
        WrittenHistory.of(
            """
            0 data  p1 e0 .*
            3 plain p- e- **
            """),
        "K_REMOVED: 1 lacks the end of p1 0..0 at 1-2?");
  }

  @Test
  void k_anotherReplicaHasRemovedSomeOfTheData() {
    losses(
        WrittenHistory.of(
            """
            0-1 data  p1 e0 -*
            3   plain p- e- **
            """),
        "K_REMOVED: 0 lacks the end of p1 0..1 at 2",
        "K_REMOVED: 1 lacks the end of p1 0..1 at 2");
  }

  @Test
  void k_theOnlyGapNamesTheOffset() {
    losses(
        WrittenHistory.of(
            """
            0 data   p1 e0 .*
            2 data   p1 e1 **
            3 commit p1 e2 **
            """),
        "K_EPOCH_BUMP: 1 lacks the end of p1 0..0 at 1");
  }

  @Test
  void k_anEpochBumpWithoutAMarkerIsProofByItself() {
    losses(
        WrittenHistory.of(
            """
            0 data   p1 e0 **
            2 data   p1 e1 **
            3 commit p1 e2 **
            """),
        "K_EPOCH_BUMP: 0 lacks the end of p1 0..0 at 1",
        "K_EPOCH_BUMP: 1 lacks the end of p1 0..0 at 1");
  }

  @Test
  void k_anEndThatDoesNotFitIsALaterTransactions() {
    losses(
        WrittenHistory.of(
            """
            0 data   p1 e0 .*
            4 commit p1 e2 **
            5 plain  p- e- **
            """),
        "K_EPOCH_BUMP: 1 lacks the end of p1 0..0 at 1-3?");
  }

  @Test
  void k_withoutAGapThereWasNoMarker() {
    healthy(
        WrittenHistory.of(
            """
            0 plain  p- e- **
            1 data   p1 e0 **
            2 data   p1 e1 **
            3 commit p1 e2 **
            """));
  }

  @Test
  void k_dataAfterTheAbortOfItsOwnEpochIsTheOldHangingBug() {
    WrittenHistory history =
        WrittenHistory.of(
            """
            0 data   p1 e0 **
            1 abort  p1 e0 **
            2 data   p1 e0 **
            3 data   p1 e1 **
            4 commit p1 e1 **
            """);
    healthy(history);
    assertEquals(List.of(5L, 5L), history.lastStableOffsets());
  }

  /** To replica 0 the ABORT ended data from 8 on, to replica 1 from 0 on. */
  private static WrittenHistory twoIndexesForOneAbort(String middle) {
    return WrittenHistory.of(
            """
            0 data  p1 e0 .*
            %s
            8 data  p1 e0 **
            9 abort p1 e0 **
            """
                .formatted(middle))
        .aborted(0, 1, 8, 9)
        .aborted(1, 1, 0, 9);
  }

  @Test
  void k_theIndexOfOneBeginsEarlierForTheSameAbort() {
    losses(
        twoIndexesForOneAbort("3-6 plain p- e- **"),
        "K_INDEX: 1 lacks the end of p1 0..0 at 1-2,7?");
  }

  @Test
  void k_withoutAGapForAnEndTheOtherHasCopiedAHalfCleanedTransaction() {
    healthy(twoIndexesForOneAbort("1-7 plain p- e- **"));
  }

  @Test
  void k_aThirdWithoutTheDataAndWithTheEarlyEntryHasCleanedItAsAborted() {
    healthy(
        WrittenHistory.of(
                """
                0 data  p1 e0 .*.
                8 data  p1 e0 ***
                9 abort p1 e0 ***
                """)
            .aborted(0, 1, 8, 9)
            .aborted(1, 1, 0, 9)
            .aborted(2, 1, 0, 9));
  }

  // A fence two epochs above

  @Test
  void anAbortTwoAboveIsAFence() {
    losses(
        WrittenHistory.of(
            """
            0 data  p1 e0 **
            1 abort p1 e2 *.
            2 plain p- e- **
            """),
        "I: 1 lacks the end of p1 0..0 at 1");
  }

  @Test
  void anAbortTwoAboveIsALaterTransactionsIfDataFollowsAtItsEpoch() {
    losses(
        WrittenHistory.of(
            """
            0 data   p1 e0 .*
            3 abort  p1 e2 **
            4 data   p1 e2 **
            5 commit p1 e3 **
            """),
        "K_EPOCH_BUMP: 1 lacks the end of p1 0..0 at 1-2?");
  }

  @Test
  void anAbortTwoAboveIsALaterTransactionsIfAMarkerOneAboveFollows() {
    losses(
        WrittenHistory.of(
            """
            0 data   p1 e0 .*
            3 abort  p1 e2 **
            5 commit p1 e3 **
            """),
        "K_EPOCH_BUMP: 1 lacks the end of p1 0..0 at 1-2?");
  }

  // l: the marker lies past Q's log end

  @Test
  void l_whileAllPastItHaveTheMarkerItIsOnlyBehind() {
    healthy(
        WrittenHistory.of(
                """
                0 data  p1 e0 .*.
                1 abort p1 e1 *.*
                2 plain p- e- *.*
                """)
            .ends(3, 1, 3));
  }

  @Test
  void l_onceOneLacksItItIsAtRisk() {
    losses(
        WrittenHistory.of(
                """
                0 data  p1 e0 .*.
                1 abort p1 e1 *..
                2 plain p- e- *.*
                """)
            .ends(3, 1, 3),
        "L_AT_RISK: 1 lacks the end of p1 0..0 at 1");
  }

  @Test
  void l_onceNobodyHasItItIsGone() {
    losses(
        WrittenHistory.of(
                """
                0 data  p1 e0 .*.
                2 plain p- e- *.*
                """)
            .ends(3, 1, 3),
        "L_GONE: 1 lacks the end of p1 0..0 at 1");
  }

  @Test
  void l_aGravestonePastTheEndClosesNothingEither() {
    losses(
        WrittenHistory.of(
                """
                0 data  p1 e0 .*.
                1 abort p1 e1 o.o
                2 plain p- e- *.*
                """)
            .ends(3, 1, 3),
        "L_GONE: 1 lacks the end of p1 0..0 at 1");
  }

  // m: nobody has decided it

  @Test
  void m_openOnAllIsNoDivergence() {
    WrittenHistory history =
        WrittenHistory.of(
            """
            0 plain p- e- ***
            1 data  p1 e0 ***
            4 plain p- e- ***
            """);
    healthy(history);
    assertEquals(List.of("p1 1..1 OPEN"), history.outcomes());
    assertEquals(List.of(1L, 1L, 1L), history.lastStableOffsets());
  }

  @Test
  void m_dataAfterTheAbortOfItsEpochHangsOnAll() {
    WrittenHistory history =
        WrittenHistory.of(
            """
            0 data  p1 e0 **
            1 abort p1 e0 **
            2 data  p1 e0 **
            3 plain p- e- **
            """);
    healthy(history);
    assertEquals(List.of("p1 0..0 ABORTED", "p1 2..2 OPEN"), history.outcomes());
    assertEquals(List.of(2L, 2L), history.lastStableOffsets());
  }

  @Test
  void m_aReplicaThatEndsBeforeTheDataHasNotRemovedIt() {
    healthy(
        WrittenHistory.of(
                """
                0 plain p- e- **
                1 data  p1 e0 *.
                2 plain p- e- *.
                """)
            .ends(3, 1));
  }

  @Test
  void m_aReplicaThatStartsAfterTheDataHasNotRemovedIt() {
    healthy(
        WrittenHistory.of(
                """
                0 data  p1 e0 *.
                3 plain p- e- **
                """)
            .starts(0, 3));
  }

  // q: damage

  @Test
  void q_damageMayHideTheMarker() {
    losses(
        WrittenHistory.of(
                """
                0 data   p1 e0 **
                1 commit p1 e1 *.
                2 plain  p- e- **
                """)
            .damaged(1, 1, 1),
        "Q: 1 lacks the end of p1 0..0 at 1");
  }

  // Several producers, several transactions

  @Test
  void producersDoNotMix() {
    WrittenHistory history =
        WrittenHistory.of(
            """
            0 data   p1 e0 **
            1 data   p2 e5 **
            2 commit p2 e6 **
            3 data   p3 e0 **
            4 abort  p1 e1 *.
            5 data   p2 e6 **
            6 commit p3 e1 **
            7 abort  p2 e7 **
            """);
    losses(history, "I: 1 lacks the end of p1 0..0 at 4");
    assertEquals(
        List.of("p1 0..0 ABORTED", "p2 1..1 COMMITTED", "p3 3..3 COMMITTED", "p2 5..5 ABORTED"),
        history.outcomes());
    assertEquals(List.of(8L, 0L), history.lastStableOffsets());
  }

  @Test
  void eachOfSeveralTransactionsHasItsOwnEnd() {
    WrittenHistory history =
        WrittenHistory.of(
            """
            0 data   p1 e0 **
            1 commit p1 e0 **
            2 data   p1 e0 **
            3 abort  p1 e0 *.
            4 data   p1 e0 **
            5 commit p1 e0 **
            """);
    losses(history, "I: 1 lacks the end of p1 2..2 at 3");
    assertEquals(
        List.of("p1 0..0 COMMITTED", "p1 2..2 ABORTED", "p1 4..4 COMMITTED"), history.outcomes());
  }

  @Test
  void underTheOlderProtocolTwoTransactionsAroundAGapLookLikeOne() {
    WrittenHistory history =
        WrittenHistory.of(
            """
            0 data   p1 e0 .*
            2 data   p1 e0 **
            3 commit p1 e0 **
            """);
    healthy(history);
    assertEquals(List.of("p1 0..0 UNPROVEN", "p1 2..2 COMMITTED"), history.outcomes());
  }

  @Test
  void underTheOlderProtocolDataWithoutAGapIsOneTransaction() {
    WrittenHistory history =
        WrittenHistory.of(
            """
            0 data   p1 e0 .*
            1 plain  p- e- **
            2 data   p1 e0 **
            3 commit p1 e0 **
            """);
    healthy(history);
    assertEquals(List.of("p1 0..2 COMMITTED"), history.outcomes());
  }

  @Test
  void underProtocol2DataAroundAGapIsOneTransaction() {
    WrittenHistory history =
        WrittenHistory.of(
            """
            0 data   p1 e0 .*
            2 data   p1 e0 **
            3 commit p1 e1 **
            """);
    healthy(history);
    assertEquals(List.of("p1 0..2 COMMITTED"), history.outcomes());
  }

  @Test
  void aProducerIdThatIsUsedAgainAfterExpiryMayStartAtALowerEpoch() {
    WrittenHistory history =
        WrittenHistory.of(
            """
            0 data   p1 e7 **
            1 commit p1 e8 **
            2 data   p1 e0 **
            3 abort  p1 e1 **
            """);
    healthy(history);
    assertEquals(List.of("p1 0..0 COMMITTED", "p1 2..2 ABORTED"), history.outcomes());
  }

  @Test
  void offsetsMayBeAnywhere() {
    long base = 1L << 33;
    losses(
        WrittenHistory.of(
                """
                %d data   p1 e0 **
                %d commit p1 e1 *.
                %d plain  p- e- **
                """
                    .formatted(base, base + 2, base + 3))
            .starts(base, base),
        "I: 1 lacks the end of p1 %d..%d at %d".formatted(base, base, base + 2));
  }
}
