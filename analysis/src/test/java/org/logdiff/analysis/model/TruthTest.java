package org.logdiff.analysis.model;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;
import static org.logdiff.analysis.model.History.history;

import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.Test;

class TruthTest {

  @Test
  void aTombstoneIsLostWhenItIsCleanedAwayDuringAnOutage() {
    Aftermath after = history("k=1 | away 2 | k=- | clean 1 3 | back 2 from 1").replay();

    Loss loss = only(after.truth().losses());
    assertEquals(LossKind.LOST_TOMBSTONE, loss.kind());
    assertEquals(2, loss.replica());
    assertEquals("k", loss.key());
    assertEquals(1, loss.offset());
    assertEquals(0, loss.orphanOffset());
    assertEquals(Visibility.SHOWN, loss.visibility());
    assertEquals("[0:k=1]", after.replica(2).records().toString());
    assertEquals("[]", after.replica(1).records().toString());
  }

  @Test
  void theSameIsLatentWhileTheReplicaIsAway() {
    Aftermath after = history("k=1 | away 2 | k=- | clean 1 3").replay();

    assertEquals(LossKind.TOMBSTONE_GONE_BEFORE_CATCH_UP, only(after.truth().losses()).kind());
  }

  @Test
  void oneThatStillHasTheTombstoneMakesItARisk() {
    Aftermath after = history("k=1 | away 2 | k=- | clean 1").replay();

    assertEquals(List.of(), after.truth().losses());
    assertEquals(1, after.truth().atRisk().size());
  }

  @Test
  void aReplicaThatReturnsInTimeLosesNothing() {
    Aftermath after = history("k=1 | away 2 | k=- | back 2 | clean").replay();

    assertTrue(after.truth().isHealthy());
    assertEquals("[]", after.replica(2).records().toString());
  }

  @Test
  void aLostAbortLetsTheNextCommitDecide() {
    Aftermath after =
        history(
                """
                k=true | p1: begin k=wrong poison | away 2 | p1: abort | p1: begin good commit
                clean 1 3 | back 2 from 1
                """)
            .replay();

    Loss loss = only(after.truth().losses());
    assertEquals(LossKind.LOST_ABORT, loss.kind());
    assertEquals(2, loss.replica());
    assertEquals(3, loss.offset());
    assertEquals(1, loss.orphanOffset());
    assertEquals(List.of("k=true", "k=wrong", "poison=poison", "good=good"), committed(after, 2));
    assertEquals(List.of("k=true", "good=good"), committed(after, 1));
  }

  @Test
  void itsCleanerThenDestroysTheTrueValue() {
    Aftermath after =
        history(
                """
                k=true | p1: begin k=wrong poison | away 2 | p1: abort | p1: begin good commit
                clean 1 3 | back 2 from 1 | clean 2
                """)
            .replay();

    assertEquals(LossKind.LOST_ABORT, only(after.truth().losses()).kind());
    assertEquals(0, only(after.truth().consequences()).trueOffset());
    assertEquals(List.of("k=wrong", "poison=poison", "good=good"), committed(after, 2));
  }

  @Test
  void aLostCommitLetsTheNextAbortDecide() {
    Aftermath after =
        history(
                """
                k=old | p1: begin k=new | away 2 | p1: commit | k=newest
                clean 1 3 | back 2 from 1 | p1: begin x abort
                """)
            .replay();

    Loss loss = only(after.truth().losses());
    assertEquals(LossKind.LOST_COMMIT, loss.kind());
    assertEquals(2, loss.offset());
    assertEquals(List.of("k=old", "k=newest"), committed(after, 2));
  }

  @Test
  void withoutANextMarkerTheLastStableOffsetIsPinned() {
    Aftermath after =
        history("k=1 | p1: begin a | away 2 | p1: commit | a=- k=2 | clean 1 3 | back 2").replay();

    Loss marker = only(after.truth().losses(LossKind.LOST_COMMIT));
    assertEquals(2, marker.offset());
    assertEquals(Visibility.KIND_OPEN, marker.visibility());
    assertEquals(1, after.replica(2).lastStableOffset());
    assertEquals(5, after.replica(1).lastStableOffset());
    assertTrue(
        after.replica(1).batches().stream().anyMatch(ModelBatch::isGravestone),
        "an idle producer's marker shrinks to an empty batch");
  }

  @Test
  void underTheOlderProtocolTheLastDataBatchHoldsTheMarkerBack() {
    Aftermath after =
        history(
                """
                p1: protocol 1
                k=1 | p1: begin a | away 2 | p1: commit | a=- k=2 | clean 1 3 | back 2
                """)
            .replay();

    assertTrue(after.truth().losses(LossKind.LOST_COMMIT).isEmpty());
    ModelBatch kept =
        after.replica(1).batches().stream().filter(ModelBatch::isEmpty).findFirst().orElseThrow();
    assertTrue(kept.isTransactionalData());
  }

  @Test
  void aLossThatEveryoneCopiedIsInvisible() {
    Aftermath after =
        history("k=1 | away 2 | k=- | clean 1 3 | back 2 | rebuild 1 from 2 | rebuild 3 from 2")
            .replay();

    assertEquals(3, after.truth().losses().size());
    after.truth().losses().forEach(l -> assertEquals(Visibility.INVISIBLE, l.visibility()));
  }

  @Test
  void aLaterValueHealsALostTombstone() {
    Aftermath after = history("k=1 | away 2 | k=- | clean 1 3 | back 2 | k=2").replay();

    assertTrue(after.truth().isHealthy());
  }

  @Test
  void severalLostTombstonesOfOneKeyAreOneLoss() {
    Aftermath after = history("k=1 | away 2 | k=- k=2 k=- x=1 | clean 1 3 | back 2").replay();

    assertEquals(List.of(1L, 3L), only(after.truth().losses()).allOffsets());
  }

  @Test
  void whatIsPlantedIsTheOnlyLoss() {
    HistoryOptions soil =
        HistoryOptions.small().withTransactions().withoutOutages().endingSettled();
    for (Plant kind : Plant.values()) {
      int planted = 0;
      for (long seed = 0; seed < 20; seed++) {
        Optional<Planted> one = Planting.plant(HistoryGenerator.generate(soil, seed), kind, seed);
        planted += one.isPresent() ? 1 : 0;
        one.ifPresent(p -> assertEquals(kind.loss(), only(p.aftermath().truth().losses()).kind()));
      }
      assertTrue(planted >= 1, planted + " of 20 for " + kind);
    }
  }

  private static List<String> committed(Aftermath after, int nodeId) {
    return new ModelReading(after.replica(nodeId)).committed();
  }

  private static <T> T only(List<T> list) {
    assertEquals(1, list.size(), list::toString);
    return list.get(0);
  }
}
