package org.logdiff.analysis.witness;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.OptionalLong;
import org.junit.jupiter.api.Test;
import org.logdiff.analysis.report.Confidence;
import org.logdiff.analysis.report.OffsetRange;
import org.logdiff.analysis.witness.CoordinatorOutcome.Basis;
import org.logdiff.format.TopicPartition;

class OutcomeJudgeTest {
  private static final long ID = Coordinator.FIRST_PRODUCER_ID;
  private static final TopicPartition FOO = new TopicPartition("foo", 0);
  private static final long T0 = 1_000_000;

  /** Asks about data at times counted from the start of the history; -1 for no times. */
  private static Optional<CoordinatorOutcome> ask(
      ProducerHistory history, int dataEpoch, long firstMs, long lastMs) {
    return new OutcomeJudge(
            history,
            (short) dataEpoch,
            firstMs < 0 ? -1 : T0 + firstMs,
            lastMs < 0 ? -1 : T0 + lastMs,
            FOO)
        .judge();
  }

  private static Optional<CoordinatorOutcome> ask(ProducerHistory history, int dataEpoch) {
    return ask(history, dataEpoch, -1, -1);
  }

  private static ProducerHistory whole(Coordinator coordinator) {
    return without(coordinator, List.of(), true);
  }

  /** What is left when some of the records, by number, are gone. */
  private static ProducerHistory without(
      Coordinator coordinator, List<Integer> gone, boolean isEndKnown) {
    List<Coordinator.Written> left = new ArrayList<>();
    List<OffsetRange> readable = new ArrayList<>();
    for (int i = 0; i < coordinator.written().size(); i++) {
      if (!gone.contains(i)) {
        Coordinator.Written record = coordinator.written().get(i);
        left.add(record);
        readable.add(new OffsetRange(record.offset(), record.offset()));
      }
    }
    return Coordinator.history(ID, left, ReadableOffsets.of(readable), isEndKnown);
  }

  /** Compaction has left the last record only. */
  private static ProducerHistory last(Coordinator coordinator) {
    List<Integer> gone = new ArrayList<>();
    for (int i = 0; i < coordinator.written().size() - 1; i++) {
      gone.add(i);
    }
    return without(coordinator, gone, true);
  }

  private static void assertOutcome(
      boolean isCommit, Basis basis, Optional<CoordinatorOutcome> outcome) {
    assertTrue(outcome.isPresent(), "no outcome");
    assertEquals(isCommit, outcome.get().isCommit());
    assertEquals(basis, outcome.get().basis());
  }

  private static Coordinator protocol2() {
    return new Coordinator(2).init().after(100);
  }

  private static Coordinator older() {
    return new Coordinator(0).init().after(100);
  }

  @Test
  void underProtocol2EachTransactionHasAnEpochOfItsOwn() {
    ProducerHistory history =
        whole(protocol2().begin("foo-0").after(5).abort().begin("foo-0").after(5).commit());
    assertOutcome(false, Basis.ONLY_TRANSACTION, ask(history, 0));
    assertOutcome(true, Basis.ONLY_TRANSACTION, ask(history, 1));
    assertEquals(Optional.empty(), ask(history, 2));
    assertEquals(Confidence.DERIVED, ask(history, 0).orElseThrow().confidence());
    assertEquals(List.of(), ask(history, 0).orElseThrow().assumptions());
    assertEquals(3, ask(history, 0).orElseThrow().entries().size());
  }

  @Test
  void theMarkerWasWrittenBetweenDecisionAndCompletion() {
    ProducerHistory history = whole(protocol2().begin("foo-0").after(900).commit());
    assertEquals(
        Optional.of(new MarkerTime(T0 + 1_000, OptionalLong.of(T0 + 1_020))),
        ask(history, 0).orElseThrow().markerTime());
  }

  @Test
  void aDecisionIsAProofBeforeTheMarkersAreWritten() {
    ProducerHistory history = whole(protocol2().begin("foo-0").decide(true, 1));
    assertOutcome(true, Basis.ONLY_TRANSACTION, ask(history, 0));
    assertEquals(
        OptionalLong.empty(),
        ask(history, 0).orElseThrow().markerTime().orElseThrow().completedMs());
  }

  @Test
  void anOpenTransactionHasNoOutcome() {
    assertEquals(Optional.empty(), ask(whole(protocol2().begin("foo-0")), 0));
    assertEquals(Optional.empty(), ask(whole(older().begin("foo-0")), 0, 100, 100));
  }

  @Test
  void aTransactionThatDidNotWriteToThePartitionIsNotMeant() {
    assertEquals(Optional.empty(), ask(whole(protocol2().begin("bar-0").commit()), 0));
    ProducerHistory history =
        whole(older().begin("bar-0").abort().after(9).begin("bar-0", "foo-0").commit());
    assertOutcome(true, Basis.ONLY_TRANSACTION, ask(history, 0));
  }

  @Test
  void partitionsMayBeAddedLater() {
    assertOutcome(
        true,
        Basis.ONLY_TRANSACTION,
        ask(whole(protocol2().begin("bar-0").after(3).add("foo-0").commit()), 0));
  }

  @Test
  void underProtocol2TheLastStateAloneProvesTheTransactionBeforeIt() {
    ProducerHistory history =
        last(protocol2().begin("foo-0").abort().after(50).begin("foo-0").after(5).commit());
    assertOutcome(true, Basis.EPOCH_BUMP, ask(history, 1));
    assertEquals(1, ask(history, 1).orElseThrow().assumptions().size());
    assertEquals(Optional.empty(), ask(history, 0));
  }

  @Test
  void aStateOfALaterEpochProvesNothing() {
    ProducerHistory history = last(protocol2().begin("foo-0").abort().after(50).init());
    assertEquals(Optional.empty(), ask(history, 0, 100, 100));
  }

  @Test
  void underTheOlderProtocolTimesTellTransactionsApart() {
    ProducerHistory history =
        whole(
            older()
                .begin("foo-0")
                .after(3_000)
                .abort() // 3,100, complete at 3,120
                .after(5_000)
                .begin("foo-0") // 8,120
                .after(100)
                .commit()); // 8,220
    assertOutcome(false, Basis.TIMES, ask(history, 0, 90, 200));
    assertOutcome(true, Basis.TIMES, ask(history, 0, 8_110, 8_150));
    assertEquals(Optional.empty(), ask(history, 0, 3_050, 3_090), "both fit within the tolerance");
    assertEquals(Optional.empty(), ask(history, 0, 90, 8_150), "data of both");
    assertEquals(Optional.empty(), ask(history, 0), "no times");
    assertEquals(Confidence.INFERRED, ask(history, 0, 90, 200).orElseThrow().confidence());
  }

  @Test
  void itSaysHowFarTheClocksMayBeApart() {
    ProducerHistory history =
        whole(
            older().begin("foo-0").after(3_000).abort().after(10).begin("foo-0").after(5).commit());
    // The second one began after 3,100, and the data was made at 200.
    assertEquals(OptionalLong.of(2_899), ask(history, 0, 90, 200).orElseThrow().clockToleranceMs());
  }

  @Test
  void transactionsThatAllEndedAlikeNeedNotBeToldApart() {
    Coordinator coordinator = older();
    for (int i = 0; i < 50; i++) {
      coordinator.begin("foo-0").after(2).commit();
    }
    Optional<CoordinatorOutcome> outcome = ask(whole(coordinator), 0);
    assertOutcome(true, Basis.ALL_ENDED_ALIKE, outcome);
    assertEquals(Optional.empty(), outcome.orElseThrow().markerTime());
    assertEquals(60, outcome.orElseThrow().entries().size());
  }

  @Test
  void underTheOlderProtocolTheLastStateAloneProvesOnlyWhatWasMadeAfterItsStart() {
    ProducerHistory history =
        last(
            older()
                .begin("foo-0")
                .abort()
                .after(5_000)
                .begin("foo-0") // 5,120
                .after(3_000)
                .commit());
    assertOutcome(true, Basis.TIMES, ask(history, 0, 6_000, 6_500));
    assertEquals(Optional.empty(), ask(history, 0, 5_119, 5_300), "may belong to a hidden one");
    assertEquals(Optional.empty(), ask(history, 0, 100, 100));
  }

  @Test
  void aGapBetweenTwoEntriesMayHideATransaction() {
    Coordinator coordinator = older();
    for (int i = 0; i < 3; i++) { // each starts at 100 + i * 5,420 and is decided 400 later
      coordinator.begin("foo-0").after(400).commit().after(5_000);
    }
    assertOutcome(true, Basis.ALL_ENDED_ALIKE, ask(whole(coordinator), 0));
    ProducerHistory gap = without(coordinator, List.of(4, 5, 6), true);
    assertOutcome(true, Basis.TIMES, ask(gap, 0, 100, 300));
    assertEquals(Optional.empty(), ask(gap, 0, 5_600, 5_700), "of the one that is gone");
    assertEquals(Optional.empty(), ask(gap, 0, 10_900, 11_000), "may be of one that is gone");
    assertOutcome(true, Basis.TIMES, ask(gap, 0, 11_200, 11_300));
  }

  @Test
  void whatOtherTransactionalIdsWroteIsNoGapIfItWasRead() {
    Coordinator coordinator = older().begin("foo-0").others(3).after(9).commit();
    List<OffsetRange> all = List.of(new OffsetRange(0, 6));
    assertOutcome(
        true,
        Basis.ONLY_TRANSACTION,
        ask(Coordinator.history(ID, coordinator.written(), ReadableOffsets.of(all), true), 0));
    List<OffsetRange> some = List.of(new OffsetRange(0, 1), new OffsetRange(4, 6));
    assertEquals(
        Optional.empty(),
        ask(Coordinator.history(ID, coordinator.written(), ReadableOffsets.of(some), true), 0));
  }

  @Test
  void withoutTheEndOfTheLogALaterTransactionOfTheSameEpochMayBeMissing() {
    Coordinator coordinator = older().begin("foo-0").after(900).abort(); // decided at 1,000
    ProducerHistory cut = without(coordinator, List.of(), false);
    assertEquals(Optional.empty(), ask(cut, 0));
    assertEquals(Optional.empty(), ask(cut, 0, 1_500, 1_500));
    assertOutcome(false, Basis.TIMES, ask(cut, 0, 100, 200));
    ProducerHistory bumped = without(protocol2().begin("foo-0").abort(), List.of(), false);
    assertOutcome(false, Basis.ONLY_TRANSACTION, ask(bumped, 0));
  }

  @Test
  void aFencedProducersAbortIsOneAboveItsData() {
    ProducerHistory history = whole(older().begin("foo-0").after(5).fence());
    assertOutcome(false, Basis.ONLY_TRANSACTION, ask(history, 0));
    assertEquals(Optional.empty(), ask(history, 1));
  }

  @Test
  void ofAFenceThatStandsAloneTheDatasEpochIsNotKnown() {
    Coordinator coordinator =
        older().begin("foo-0").commit().after(5_000).begin("foo-0").after(3_000).fence();
    ProducerHistory history = last(coordinator);
    assertEquals(List.of((short) 0, (short) 1), history.transactions().get(0).dataEpochs());
    assertEquals(Optional.empty(), ask(history, 0));
    assertOutcome(false, Basis.TIMES, ask(history, 0, 6_000, 6_500));
  }

  @Test
  void aFenceBy400RaisesTheEpochByTwo() {
    ProducerHistory history = whole(protocol2().begin("foo-0").after(5).fenceOf400());
    assertOutcome(false, Basis.ONLY_TRANSACTION, ask(history, 0));
    assertEquals(Optional.empty(), ask(history, 1));
    assertEquals(Optional.empty(), ask(last(protocol2().begin("foo-0").fenceOf400()), 0));
  }

  @Test
  void whenTheEpochsAreUsedUpTheEndMovesOnToTheNextProducerId() {
    Coordinator coordinator = protocol2().atEpoch(Short.MAX_VALUE - 1).begin("foo-0").commit();
    assertOutcome(
        true,
        Basis.ONLY_TRANSACTION,
        ask(without(coordinator, List.of(0), true), Short.MAX_VALUE - 1, 100, 100)
            .or(() -> ask(whole(coordinator), Short.MAX_VALUE - 1)));
    assertEquals(
        List.of((short) (Short.MAX_VALUE - 1), Short.MAX_VALUE),
        last(coordinator).transactions().get(0).dataEpochs());
  }

  @Test
  void aChangeOfProtocolWithinAnEpochIsSeenIfNothingIsMissing() {
    Coordinator coordinator =
        older()
            .begin("foo-0")
            .after(500)
            .abort()
            .after(5_000)
            .protocol(2)
            .begin("foo-0")
            .after(500)
            .commit();
    ProducerHistory history = whole(coordinator);
    assertEquals(Optional.empty(), ask(history, 0), "both are of epoch 0");
    assertOutcome(false, Basis.TIMES, ask(history, 0, 90, 150));
    assertOutcome(true, Basis.TIMES, ask(history, 0, 5_610, 5_700));
  }

  @Test
  void entriesThatContradictEachOtherProveNothing() {
    Coordinator a = protocol2().begin("foo-0").decide(true, 1);
    Coordinator b = protocol2().begin("foo-0").abort();
    List<Coordinator.Written> mixed = new ArrayList<>(a.written());
    mixed.add(b.written().get(3));
    ReadableOffsets readable = ReadableOffsets.of(List.of(new OffsetRange(0, 3)));
    assertEquals(Optional.empty(), ask(Coordinator.history(ID, mixed, readable, true), 0));
  }
}
