package org.logdiff.analysis.model;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;
import static org.logdiff.analysis.model.History.history;

import java.util.List;
import org.junit.jupiter.api.Test;

class HistoryTest {

  @Test
  void aTombstoneIsLostWhenItIsCleanedAwayDuringAnOutage() {
    Aftermath after = history("k=1 | away 2 | k=- | clean 1 3 | back 2 from 1").replay();

    List<Loss> losses = after.truth().losses();
    assertEquals(1, losses.size(), losses::toString);
    assertEquals(LossKind.LOST_TOMBSTONE, losses.get(0).kind());
    assertEquals(2, losses.get(0).replica());
    assertEquals("k", losses.get(0).key());
    assertEquals(1, losses.get(0).offset());
    assertEquals(0, losses.get(0).orphanOffset());
    assertEquals(Visibility.SHOWN, losses.get(0).visibility());
    assertEquals("[0:k=1]", after.replica(2).records().toString());
    assertEquals("[]", after.replica(1).records().toString());
  }

  @Test
  void theSameIsLatentWhileTheReplicaIsAway() {
    Aftermath after = history("k=1 | away 2 | k=- | clean 1 3").replay();

    assertEquals(1, after.truth().losses(LossKind.TOMBSTONE_GONE_BEFORE_CATCH_UP).size());
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
  void withoutLossThereIsNone() {
    for (long seed = 0; seed < 300; seed++) {
      HistoryOptions options = HistoryOptions.small().withTransactions().withoutLoss();
      History history = HistoryGenerator.generate(options, seed);
      Truth truth = history.replay().truth();
      assertTrue(truth.isHealthy(), "seed " + seed + ": " + truth + "\n" + history);
    }
  }

  @Test
  void everyHistoryCanBeWrittenDown() {
    for (long seed = 0; seed < 100; seed++) {
      HistoryOptions options = HistoryOptions.small().withTransactions();
      History history = HistoryGenerator.generate(options, seed);
      assertEquals(history, history(history.text()), "seed " + seed);
    }
  }

  @Test
  void whatCannotBeReadIsNamed() {
    var e = assertThrows(IllegalArgumentException.class, () -> history("k=1 | back two"));
    assertEquals("step 2 'back two': 'two' is no number", e.getMessage());
  }

  @Test
  void whatCannotHappenIsNamed() {
    var e = assertThrows(IllegalArgumentException.class, () -> history("k=1 | back 2").replay());
    assertEquals("event 2 'back 2': replica 2 is not away", e.getMessage());
  }
}
