package org.logdiff.analysis.model;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.TreeMap;
import org.junit.jupiter.api.Test;

class HistoriesTest {

  @Test
  void withoutOutagesNothingIsLost() {
    HistoryOptions options = HistoryOptions.small().withTransactions().withoutOutages();
    Histories.forEach(options, 0, 200, HistoriesTest::checkHealthy);
  }

  @Test
  void whereNoLossIsPossibleThereIsNone() {
    HistoryOptions options = HistoryOptions.small().withTransactions().withoutLoss();
    Histories.forEach(options, 1000, 200, HistoriesTest::checkHealthy);
    Histories.forEach(options.endingSettled(), 2000, 100, HistoriesTest::checkHealthy);
  }

  @Test
  void withoutTransactionsOnlyTombstonesAreLost() {
    Histories.forEach(
        HistoryOptions.small(),
        3000,
        200,
        history -> {
          Truth truth = history.replay().truth();
          assertTrue(truth.losses().stream().allMatch(loss -> loss.kind().isOfTombstone()));
          assertEquals(List.of(), truth.consequences());
        });
  }

  /** Views come from each replica's own index and producer state, and know nothing of the truth. */
  @Test
  void whereNothingIsLostAllReplicasInSyncShowTheSame() {
    for (HistoryOptions options :
        List.of(
            HistoryOptions.small().withTransactions(),
            HistoryOptions.small().withTransactions().endingSettled(),
            HistoryOptions.small().withKeys(2).withReplicas(2))) {
      Histories.forEach(options, 6000, 250, HistoriesTest::checkSameLatestValues);
    }
  }

  private static void checkSameLatestValues(History history) {
    Aftermath after = history.replay();
    if (!after.truth().losses().isEmpty() || !after.truth().consequences().isEmpty()) {
      return;
    }
    List<ReplicaState> inSync = after.replicas().stream().filter(ReplicaState::inSync).toList();
    for (ReplicaState replica : inSync) {
      if (replica.logStartOffset() == 0) {
        assertEquals(inSync.get(0).lastStableOffset(), replica.lastStableOffset());
      }
      if (replica.lastStableOffset() == replica.logEndOffset()) {
        assertEquals(latestValues(inSync.get(0)), latestValues(replica));
      }
    }
  }

  private static Map<String, String> latestValues(ReplicaState replica) {
    Map<String, String> latest = new TreeMap<>();
    for (ModelRecord record : ConsumerView.of(replica, IsolationLevel.READ_COMMITTED)) {
      if (record.key() != null) {
        latest.put(record.key(), record.value());
      }
    }
    latest.values().removeIf(Objects::isNull);
    return latest;
  }

  @Test
  void everyKindOfLossAndOfBatchIsMet() {
    Map<String, Integer> met = new TreeMap<>();
    HistoryOptions options = HistoryOptions.small().withTransactions();
    for (int half = 0; half < 2; half++) {
      HistoryOptions each = half == 0 ? options : options.endingSettled();
      Histories.forEach(each, 4000, 400, history -> count(history.replay(), met));
    }
    for (LossKind kind : LossKind.values()) {
      assertTrue(met.getOrDefault(kind.name(), 0) >= 10, kind + " in " + met);
    }
    List.of(
            "SHOWN",
            "KIND_OPEN",
            "DERIVABLE",
            "gravestone",
            "empty data",
            "horizon of marker",
            "horizon of tombstone",
            "risk",
            "consequence",
            "aborted",
            "log start",
            "killed")
        .forEach(sight -> assertTrue(met.getOrDefault(sight, 0) >= 1, sight + " in " + met));
  }

  private static void count(Aftermath after, Map<String, Integer> met) {
    for (Loss loss : after.truth().losses()) {
      met.merge(loss.kind().name(), 1, Integer::sum);
      met.merge(loss.visibility().name(), 1, Integer::sum);
    }
    met.merge("risk", after.truth().atRisk().size(), Integer::sum);
    met.merge("consequence", after.truth().consequences().size(), Integer::sum);
    for (ReplicaState replica : after.replicas()) {
      met.merge("log start", replica.logStartOffset() > 0 ? 1 : 0, Integer::sum);
      met.merge("killed", replica.cleanlyStopped() ? 0 : 1, Integer::sum);
      replica
          .segments()
          .forEach(s -> met.merge("aborted", s.abortedTransactions().size(), Integer::sum));
      for (ModelBatch batch : replica.batches()) {
        boolean horizon = batch.header().deleteHorizonMs().isPresent();
        met.merge("gravestone", batch.isGravestone() ? 1 : 0, Integer::sum);
        met.merge("empty data", batch.isEmpty() && !batch.isGravestone() ? 1 : 0, Integer::sum);
        met.merge("horizon of marker", horizon && batch.marker().isPresent() ? 1 : 0, Integer::sum);
        met.merge(
            "horizon of tombstone", horizon && batch.marker().isEmpty() ? 1 : 0, Integer::sum);
      }
    }
  }

  @Test
  void everyHistoryCanBeWrittenDown() {
    Histories.forEach(
        HistoryOptions.small().withTransactions(),
        5000,
        100,
        history -> assertEquals(history, History.history(history.text())));
  }

  @Test
  void aFailureShowsAShortHistory() {
    AssertionError error =
        assertThrows(
            AssertionError.class,
            () ->
                Histories.forEach(
                    HistoryOptions.small().endingSettled(), 0, 1000, HistoriesTest::checkHealthy));
    assertTrue(error.getMessage().startsWith("seed "), error::getMessage);
    String shortest =
        error.getMessage().lines().filter(l -> l.startsWith("shortest")).findFirst().get();
    assertTrue(shortest.split("\\|").length <= 16, shortest);
  }

  private static void checkHealthy(History history) {
    Truth truth = history.replay().truth();
    assertTrue(truth.isHealthy(), truth::toString);
  }
}
