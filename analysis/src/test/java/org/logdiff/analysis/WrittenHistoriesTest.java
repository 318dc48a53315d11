package org.logdiff.analysis;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.logdiff.analysis.model.History.history;

import java.util.List;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Test;
import org.logdiff.analysis.model.Aftermath;
import org.logdiff.analysis.report.ComparisonReport;
import org.logdiff.analysis.report.Finding;
import org.logdiff.analysis.report.OffsetRange;

/**
 * Histories that random ones have found and that the tables once got wrong. The letter is the row
 * of docs/semantics.md that decides; the model agrees with what is expected.
 */
class WrittenHistoriesTest {

  @Test
  void section6_aTombstoneMayLieWhereAMarkerIsOnlyTakenToHaveBeen() {
    finds(
        """
        replicas 3 | p2: protocol 1 | [k2=v0 k0=- k2=v2] | p1: begin | p1: [k0=v3 k0=v4] | cut 2
        kill 3 | back 2 from 1 | p2: k0=v22 | away 2 | k2=- | p1: abort | p2: abort | p3: abort
        roll 1 | fullpass 1 | fullpass 1 | wait 1000 | fullpass 1
        """,
        "tombstone-gone-before-catch-up on kafka2 at 6,8",
        "tombstone-gone-before-catch-up on kafka3 at 6,8",
        "marker-gone-before-catch-up on kafka2 at 6,7",
        "marker-gone-before-catch-up on kafka3 at 6,7");
  }

  @Test
  void cPrime_aHiddenRecordLiesBelowTheLostEnd() {
    finds(
        """
        replicas 3 | p1: protocol 1 | p2: protocol 1 | p3: protocol 1 | p3: k3=v4 | p2: begin
        p2: k3=v8 | away 2 | p1: commit | p1: begin | p1: [k3=v24]gzip | kill 1 | p3: abort
        p2: k0=- | p1: abort | p1: begin | p1: k4=v31 | rollnext | p1: commit | p2: commit
        pass 3 | fullpass 3 | wait 1000 | filler=v4 | roll 3 | pass 3 | back 1 from 3 | roll 1
        pass 1
        """,
        "lost-abort-marker on kafka1 at 4,6");
  }

  @Test
  void section6_theIndexShowsThatACommittedTombstoneWasTakenForAborted() {
    finds(
        """
        replicas 3 | k6=v3 | p2: begin | p2: k6=- | kill 1 | p2: commit | roll 3 | pass 3
        wait 1000 | fullpass 3 | fullpass 3 | wait 1000 | fullpass 3 | back 1 from 3 | rollnext
        p2: abort | pass 1
        """,
        "lost-commit-marker on kafka1 at 2");
  }

  @Test
  void section6_anIndexEntryOfAnEarlierTransactionShowsNothing() {
    finds(
        """
        replicas 3 | p2: begin | p2: k5=- | p3: begin | [k5=v4 k2=v5] | kill 2 | p1: commit
        p3: abort | p2: commit | p2: begin | p2: k2=- | rollnext 1 | p3: begin
        p3: [k4=v19 k3=-] | p2: commit | p3: k6=v26 | pass 1 | p3: commit | roll 1 | wait 1000
        fullpass 1 | filler=v3 | roll 1 | pass 1 | wait 1000 | filler=v2 | roll 1 | pass 1
        p2: fence | back 2 from 1
        """,
        "lost-tombstone on kafka2 at 6",
        "lost-commit-marker on kafka2 at 5");
  }

  @Test
  void g_anAbortedTombstoneMayHaveMisledTheCleaner() {
    finds(
        """
        replicas 3 | p3: begin | p3: k3=v23 | p3: commit | p3: begin | p3: k3=- | cut 2
        p3: abort | roll 3 | fullpass 3 | fullpass 3 | wait 1000 | filler=v2 | roll 3 | pass 3
        back 2 from 3 | roll 2 | p3: commit | fullpass 2 | wait 1000 | fullpass 2
        """,
        "unexplained-loss on kafka2 at 0");
  }

  @Test
  void f_eachFurtherReplicaThatMissedAnEndIsAFault() {
    finds(
        """
        replicas 3 | p1: protocol 1 | cut 1 | p1: begin | p1: [k2=v23 k3=v24 k7=-]
        back 1 from 3 | p2: commit | p1: commit | p3: k2=- | p2: commit | p1: begin
        p1: [k5=v31]snappy | p1: commit | p3: commit | roll 2 | fullpass 2 | roll 3 | fullpass 3
        wait 1000 | filler=v4 | roll 2 | pass 2 | roll 3 | pass 3 | away 2 | [k3=-]lz4 | roll 1
        fullpass 1 | wait 1000 | filler=v1 | roll 1 | pass 1 | back 2 from 1
        """,
        "lost-tombstone on kafka2 at 11");
  }

  @Test
  void f_oneLostEndExplainsAllPartsBeforeIt() {
    finds(
        """
        replicas 3 | p1: protocol 1 | cut 3 | p1: abort | back 3 from 2 | p3: begin | kill 2
        cut 3 | p3: commit | p1: begin | p1: [k2=v15 k3=v16 k2=-] | p1: k4=- | p3: begin
        p3: [k1=- k4=v21] | p1: [k5=- k5=v23 k5=v24] | back 2 from 1 | kill 1 | p3: commit
        p1: abort | p1: begin | p1: k1=v30 | p1: commit | roll 2 | fullpass 2 | fullpass 2
        wait 1000 | filler=v3 | roll 2 | pass 2 | back 1 from 2 | roll 1 | pass 1
        """,
        "lost-abort-marker on kafka1 at 12");
  }

  @Test
  void f_theLostEndMayLieBehindLaterParts() {
    finds(
        """
        replicas 3 | p1: protocol 1 | p2: protocol 1 | away 2 | p1: begin
        p1: [k0=- k2=v6 k5=v7] | p2: commit | p2: begin | p2: [k1=v9]zstd | p1: k0=v10
        p2: [k6=v11 k7=v12] | roll 1 | cut 1 | p1: abort | p1: begin | p1: [k0=v17 k6=-]
        roll 3 | p2: abort | p1: commit | pass 3 | fullpass 3 | wait 1000 | filler=v2 | roll 3
        pass 3 | back 1 from 3 | cut 1 | back 1 from 3 | pass 1
        """,
        "lost-abort-marker on kafka1 at 4,8");
  }

  @Test
  void l_aLogStartHealsWhatTheReplicaItselfHolds() {
    finds(
        """
        replicas 3 | cut 3 | p1: begin | p1: k1=- | p2: [k0=- k1=v3 k2=v4] | away 1 | p1: k1=v5
        back 3 from 2 | kill 2 | p1: abort | roll 3 | pass 3 | fullpass 3 | wait 1000
        fullpass 3 | start 4 | p1: commit
        """,
        "marker-gone-before-catch-up on kafka2 at 5");
  }

  @Test
  void f_theSameTombstoneIsLostWhoeverIsTheWitness() {
    finds(
        """
        replicas 3 | k5=v2 | kill 2 | p2: begin | p2: k2=v3 | kill 1 | roll 3
        p3: [k0=- k7=v6 k4=-] | p2: abort | pass 3 | p2: begin | p2: k1=v25 | p1: commit
        p2: commit | roll 3 | pass 3 | wait 1000 | fullpass 3 | back 1 from 3 | k5=- | roll 1
        pass 1 | roll 3 | pass 3 | wait 1000 | fullpass 3 | fullpass 1
        p3: [k2=v52 k6=v53 k7=v54]
        """,
        "lost-end-marker on kafka1 at 5",
        "tombstone-gone-before-catch-up on kafka2 at 2,4,9");
  }

  @Test
  void f_outcomesThatMeetInAKeyAreTriedTogether() {
    finds(
        """
        replicas 3 | p3: protocol 1 | p1: begin | p3: begin | p1: commit | [k1=v18 k6=- k1=v20]
        p1: begin | cut 3 | p1: k1=v27 | p3: [k1=- k0=-] | cut 2 | p1: abort | roll 1
        p1: begin | p1: k3=- | p3: abort | p3: begin | p3: k6=v39 | p3: commit | roll 1 | pass 1
        p1: commit | pass 1 | back 3 from 1 | k5=v49 | wait 1993 | roll 1 | pass 1 | roll 3
        pass 3 | fullpass 3 | back 2 from 1
        """,
        "lost-abort-marker on kafka2 at 7-9",
        "lost-abort-marker on kafka2 at 7-9");
  }

  @Test
  void f_aValueCannotGoWithoutAPlaceForItsTombstone() {
    finds(
        """
        replicas 3 | p3: begin | k5=v4 | kill 1 | p1: commit | p2: commit | p3: abort
        p3: begin | p3: k5=- | rollnext | kill 3 | p3: commit | pass 2 | wait 1000 | roll 2
        fullpass 2 | fullpass 2 | wait 1000 | fullpass 2 | back 1 from 2
        """,
        "lost-tombstone on kafka1 at 4",
        "marker-gone-before-catch-up on kafka3 at 5");
  }

  @Test
  void k_aRebuiltReplicaMayHaveCopiedAHalfCleanedAbort() {
    finds(
        """
        replicas 3 | p2: protocol 1 | p2: begin | p2: k3=v18 | cut 3 | p2: [k1=- k5=v21]
        p2: k4=v22 | p2: abort | p3: fence | roll 1 | fullpass 1 | rebuild 2 from 1
        rebuild 1 from 2 | back 3 from 1
        """);
  }

  @Test
  void k_norDoesItShowInTheLeaderEpochs() {
    finds(
        """
        replicas 3 | p3: protocol 1 | p3: begin | p3: [k0=- k0=v22 k0=-] | cut 1 | p3: commit
        p3: begin | p3: k0=v33 | cut 3 | back 1 from 2 | k0=- | p3: k0=v36 | p1: commit
        p2: abort | p3: abort | roll 2 | fullpass 2 | wait 1000 | fullpass 2 | back 3 from 2
        kill 2 | back 2 from 1 | rebuild 1 from 2 | p3: begin | p3: k0=- | fullpass 2
        fullpass 2
        """);
  }

  @Test
  void f_theTombstoneItselfMayBeOfAnOpenOutcome() {
    finds(
        """
        replicas 3 | p3: begin | p3: k2=v1 | away 3 | p3: commit | p2: commit | p3: begin
        p3: [k1=- k2=-] | rollnext 2 | away 1 | p3: commit | p3: abort | pass 2 | wait 1000
        roll 2 | fullpass 2 | back 3 from 2 | p2: commit | p3: abort | fullpass 2 | roll 3
        fullpass 3 | wait 1000 | filler=v4 | roll 2 | pass 2 | roll 3 | pass 3
        """,
        "lost-tombstone on kafka3 at 4,5-6",
        "marker-gone-before-catch-up on kafka1 at 5-6");
  }

  @Test
  void f_aLostCommitByKeysMayBeALostTombstone() {
    finds(
        """
        replicas 3 | p3: begin | p1: begin | p1: commit | p3: commit | p1: begin
        [k2=- k0=v23]zstd | p3: begin | p3: k0=- | away 3 | p1: k0=- | p3: fence | p1: commit
        roll 1 | fullpass 1 | roll 2 | fullpass 2 | wait 1000 | fullpass 1 | fullpass 2
        back 3 from 2
        """,
        "lost-commit-marker on kafka3 at 5");
  }

  @Test
  void f_aTieLeavesBothReadings() {
    finds(
        """
        replicas 3 | p1: protocol 1 | p1: begin | p1: k0=v0 | cut 1 | [k0=v1 k0=-] | kill 3
        p1: abort | p1: begin | p1: k0=v19 | p3: [k0=-]gzip | p1: commit | p3: commit | roll 2
        fullpass 2 | fullpass 2 | wait 1000 | fullpass 2 | back 3 from 2 | back 1 from 2
        """,
        "lost-tombstone on kafka1 at 2");
  }

  @Test
  void f_keysThatContradictThemselvesDecideNothing() {
    finds(
        """
        replicas 3 | k1=v4 | p3: begin | cut 3 | p1: abort | p3: k1=- | kill 1 | p3: commit
        roll 2 | pass 2 | wait 1000 | fullpass 2 | filler=v1 | roll 2 | pass 2 | wait 1000
        fullpass 2 | back 3 from 2 | cut 3 | p2: k3=- | p3: commit | p1: commit | roll 2
        fullpass 2 | wait 1000 | filler=v3 | roll 2 | pass 2
        """,
        "tombstone-gone-before-catch-up on kafka3 at 2,5",
        "marker-gone-before-catch-up on kafka1 at 3");
  }

  @Test
  void f_aMarkerThatIsStillToComeCountsAsOnesOwn() {
    finds(
        """
        replicas 3 | k1=v1 | p3: begin | p3: k1=- | kill 1 | p1: begin | p1: [k1=v26 k1=-]
        p3: [k1=v28]zstd | cut 2 | k1=- | p1: commit | p3: k0=v31 | p2: commit | roll 3
        p3: abort | pass 3 | fullpass 3 | wait 1000 | fullpass 3
        """,
        "marker-gone-before-catch-up on kafka2 at 5,6");
  }

  @Test
  void c_aTombstoneOfUnprovenOutcomeIsNotTheOnlyCandidate() {
    finds(
        """
        replicas 3 | p3: begin | k1=v33 | kill 2 | p3: commit | p2: k1=- | p2: commit | roll 1
        fullpass 1 | wait 1000 | filler=v1 | roll 1 | pass 1 | back 2 from 1 | rebuild 1 from 2
        p3: begin | p3: k1=- | away 2 | p3: abort | p2: abort | roll 1 | fullpass 1 | roll 3
        fullpass 3 | fullpass 1 | fullpass 3 | wait 1000 | filler=v1 | roll 1 | pass 1 | roll 3
        pass 3
        """,
        "lost-tombstone on kafka1 at 2,5",
        "marker-gone-before-catch-up on kafka2 at 6");
  }

  @Test
  void c_aProvenTombstoneBelowAnUnprovenOneIsObserved() {
    finds(
        """
        replicas 3 | p3: [k1=v18 k5=v19] | p3: commit | cut 2 | p1: [k5=- k1=-] | p2: begin
        p2: abort | roll 1 | fullpass 1 | wait 1000 | filler=v3 | roll 1 | pass 1
        back 2 from 1 | p2: begin | p2: [k1=-]lz4 | roll 1 | kill 3 | p2: abort | pass 1
        roll 2 | pass 2 | roll 1 | fullpass 1 | fullpass 2 | wait 1000 | fullpass 1 | fullpass 2
        """,
        "lost-tombstone on kafka2 at 3",
        "lost-tombstone on kafka2 at 4",
        "marker-gone-before-catch-up on kafka3 at 8");
  }

  private static void finds(String text, String... expected) {
    Aftermath aftermath = history(text).replay();
    ComparisonReport report = HistoryCheck.compare(aftermath);
    assertEquals(
        List.of(expected),
        report.partitions().get(0).findings().stream().map(WrittenHistoriesTest::text).toList());
    assertEquals(List.of(), HistoryCheck.problems(aftermath, report));
  }

  private static String text(Finding finding) {
    return finding.kind().id()
        + " on "
        + finding.replica()
        + " at "
        + finding.candidateOffsets().stream()
            .map(WrittenHistoriesTest::text)
            .collect(Collectors.joining(","));
  }

  private static String text(OffsetRange range) {
    return range.count() == 1 ? Long.toString(range.first()) : range.first() + "-" + range.last();
  }
}
