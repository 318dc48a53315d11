package org.logdiff.analysis.transaction.listing;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.OptionalLong;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.logdiff.analysis.report.NotExamined;

/** What stands out in logs as faults, old bugs and disagreeing indexes leave them. */
class RemarksTest {
  private static final int NO_DAMAGE = -1;

  @TempDir Path directory;

  @Test
  void aCommitThatIsGoneAlthoughAnEmptyBatchRemainsPinsTheLastStableOffset() throws IOException {
    ReplicaTransactions listed =
        list(new HandWrittenLog().plain(2).emptyData(7, 0).gap(1).plain(3));
    assertEquals(
        List.of("OPEN p7 from 2, 1 batches, 1 empty, 0 records, sees 0 0; only-empty-batches 2"),
        lines(listed));
    assertEquals(2, listed.replica().lastStableOffset());
    assertEquals(3, listed.standstill().orElseThrow().records());
    assertEquals(new Seen(5, 2, 3), listed.totals().all());
  }

  @Test
  void anEmptyControlBatchClosesNothing() throws IOException {
    ReplicaTransactions listed = list(new HandWrittenLog().data(7, 0, 2).gravestone(7, 1).plain(1));
    assertEquals(
        List.of("OPEN p7 from 0, 1 batches, 0 empty, 2 records, sees 2 0; empty-control-batch 2"),
        lines(listed));
    assertEquals(0, listed.replica().lastStableOffset());
  }

  @Test
  void dataAfterTheAbortOfItsEpochHangs() throws IOException {
    assertEquals(
        List.of(
            "ABORTED p7 from 0, 1 batches, 0 empty, 1 records, sees 1 0 end 1 e0 c3",
            "OPEN p7 from 2, 1 batches, 0 empty, 1 records, sees 1 0; same-epoch-as-marker 1"),
        lines(
            list(
                new HandWrittenLog().data(7, 0, 1).abort(7, 0).data(7, 0, 1).aborted(7, 0, 1, 2))));
  }

  @Test
  void dataBelowTheEpochOfTheLastMarkerIsLate() throws IOException {
    assertEquals(
        List.of(
            "ABORTED p7 from 0, 1 batches, 0 empty, 1 records, sees 1 0 end 1 e1 c3",
            "OPEN p7 from 2, 1 batches, 0 empty, 1 records, sees 1 0; late-data 1"),
        lines(
            list(
                new HandWrittenLog().data(7, 0, 1).abort(7, 1).data(7, 0, 1).aborted(7, 0, 1, 2))));
  }

  @Test
  void aMarkerTwoEpochsAboveItsDataStandsOut() throws IOException {
    ReplicaTransactions listed = list(new HandWrittenLog().data(7, 0, 1).commit(7, 2));
    assertEquals(
        List.of(
            "COMMITTED p7 from 0, 1 batches, 0 empty, 1 records, sees 1 1 end 1 e2 c3;"
                + " marker-of-other-epoch 1"),
        lines(listed));
    assertEquals(Protocol.UNKNOWN, listed.transactions().get(0).protocol());
  }

  @Test
  void epochsTellTheProtocol() throws IOException {
    assertEquals(
        List.of(Protocol.OLDER, Protocol.V2, Protocol.V2_OR_FENCED, Protocol.OLDER),
        list(
                new HandWrittenLog()
                    .data(1, 0, 1)
                    .commit(1, 0)
                    .data(2, 0, 1)
                    .commit(2, 1)
                    .data(3, 0, 1)
                    .abort(3, 1)
                    .data(4, 0, 1)
                    .abort(4, 0)
                    .aborted(3, 4, 5, 6)
                    .aborted(4, 6, 7, 8))
            .transactions()
            .stream()
            .map(ListedTransaction::protocol)
            .toList());
  }

  @Test
  void withoutItsIndexEntryAbortedDataIsServed() throws IOException {
    assertEquals(
        List.of(
            "ABORTED p7 from 0, 2 batches, 0 empty, 3 records, sees 3 3 end 3 e1 c3;"
                + " aborted-but-served 3"),
        lines(list(new HandWrittenLog().data(7, 0, 2).data(7, 0, 1).abort(7, 1))));
  }

  /** As on a replica that copied a half-cleaned transaction, if it had all of it. */
  @Test
  void anIndexEntryThatBeginsLaterServesWhatLiesBefore() throws IOException {
    assertEquals(
        List.of(
            "ABORTED p7 from 0, 2 batches, 0 empty, 9 records, sees 9 8 end 9 e1 c3;"
                + " aborted-but-served 9"),
        lines(
            list(
                new HandWrittenLog()
                    .data(7, 0, 8)
                    .data(7, 0, 1)
                    .abort(7, 1)
                    .aborted(7, 8, 9, 10))));
    assertEquals(
        List.of("ABORTED p7 from 0, 2 batches, 0 empty, 9 records, sees 9 0 end 9 e1 c3"),
        lines(
            list(
                new HandWrittenLog()
                    .data(7, 0, 8)
                    .data(7, 0, 1)
                    .abort(7, 1)
                    .aborted(7, 0, 9, 10))));
  }

  @Test
  void anIndexEntryHidesCommittedData() throws IOException {
    ReplicaTransactions listed =
        list(new HandWrittenLog().data(7, 0, 2).commit(7, 1).plain(1).aborted(7, 0, 2, 3));
    assertEquals(
        List.of(
            "COMMITTED p7 from 0, 1 batches, 0 empty, 2 records, sees 2 0 end 2 e1 c3;"
                + " committed-but-hidden 2"),
        lines(listed));
    assertTrue(
        new TransactionFilter(false, true, OptionalLong.empty())
            .accepts(listed.transactions().get(0)));
  }

  /** The key of an ABORT is version 0, type 0. */
  @Test
  void aUsersKeyLikeThatOfAControlRecordIsData() throws IOException {
    assertEquals(
        List.of("COMMITTED p7 from 0, 2 batches, 0 empty, 2 records, sees 2 2 end 2 e1 c3"),
        lines(
            list(new HandWrittenLog().dataWithKey(7, 0, new byte[4]).data(7, 0, 1).commit(7, 1))));
  }

  /** A producer id that was forgotten and given out again begins at epoch 0. */
  @Test
  void aProducerIdThatIsUsedAgain() throws IOException {
    assertEquals(
        List.of(
            "COMMITTED p7 from 0, 1 batches, 0 empty, 1 records, sees 1 1 end 1 e9 c3",
            "COMMITTED p7 from 2, 1 batches, 0 empty, 1 records, sees 1 1 end 3 e1 c3"),
        lines(list(new HandWrittenLog().data(7, 8, 1).commit(7, 9).data(7, 0, 1).commit(7, 1))));
  }

  @Test
  void duplicateMarkersAreLone() throws IOException {
    ReplicaTransactions listed =
        list(
            new HandWrittenLog()
                .data(7, 0, 1)
                .abort(7, 1)
                .abort(7, 1)
                .commit(8, 0)
                .aborted(7, 0, 1, 2));
    assertEquals(
        List.of(
            "ABORTED p7 from 0, 1 batches, 0 empty, 1 records, sees 1 0 end 1 e1 c3",
            "ABORTED p7 lone end 2 e1 c3",
            "COMMITTED p8 lone end 3 e0 c3"),
        lines(listed));
    assertEquals(2, listed.totals().loneMarkers());
  }

  /** The damaged batch is the marker: what follows is taken for one transaction, and it is said. */
  @Test
  void damageWithinATransaction() throws IOException {
    List<NotExamined> notes = new ArrayList<>();
    ReplicaTransactions listed =
        new HandWrittenLog()
            .data(7, 0, 1)
            .commit(7, 0)
            .data(7, 0, 1)
            .commit(7, 0)
            .plain(1)
            .list(directory, 1, notes);
    assertEquals(
        List.of(
            "COMMITTED p7 from 0, 2 batches, 0 empty, 2 records, sees 1 1 end 3 e0 c3;"
                + " damage-within 1"),
        lines(listed));
    assertEquals(1, notes.size());
    assertTrue(notes.get(0).leavesVerdictOpen());
    assertTrue(notes.get(0).why().startsWith("damaged: "), notes::toString);
    assertEquals(new Seen(1, 1, 0), listed.totals().all());
    assertEquals(OptionalLong.of(1), listed.replica().consumersStopAt());
  }

  private ReplicaTransactions list(HandWrittenLog log) throws IOException {
    List<NotExamined> notes = new ArrayList<>();
    ReplicaTransactions listed = log.list(directory, NO_DAMAGE, notes);
    assertEquals(List.of(), notes);
    assertEquals(OptionalLong.empty(), listed.replica().consumersStopAt());
    return listed;
  }

  private static List<String> lines(ReplicaTransactions listed) {
    return listed.transactions().stream()
        .map(
            t ->
                ModelTransactions.line(t)
                    + t.remarks().stream()
                        .map(r -> "; " + r.kind().id() + " " + r.offset())
                        .collect(Collectors.joining()))
        .toList();
  }
}
