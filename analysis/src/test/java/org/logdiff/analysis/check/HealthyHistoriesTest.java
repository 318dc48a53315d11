package org.logdiff.analysis.check;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.nio.file.Path;
import java.util.List;
import java.util.function.Predicate;
import org.junit.jupiter.api.Test;
import org.logdiff.analysis.model.Aftermath;
import org.logdiff.analysis.model.Histories;
import org.logdiff.analysis.model.HistoryOptions;
import org.logdiff.analysis.model.RamDirectory;
import org.logdiff.analysis.model.ReplicaWriter;

/**
 * Replicas of random histories, each cleaned as it may be, on which nothing is wrong: no check says
 * a word. More histories than the build runs: {@code -Dlogdiff.histories=N}, from {@code
 * -Dlogdiff.seed=N} on.
 */
class HealthyHistoriesTest {
  private static final int COUNT = Integer.getInteger("logdiff.histories", 300);

  /** In some histories the clock moves on by a day while a transaction is open. */
  private static final String A_DAY_PASSED = "long-running-transaction";

  private static final long SEED = Long.getLong("logdiff.seed", 0);

  @Test
  void isSilentOnReplicasThatWereNeverAway() {
    Histories.forEach(
        HistoryOptions.small().withTransactions().withoutOutages(),
        SEED,
        COUNT,
        history -> check(history.replay(), finding -> false));
  }

  @Test
  void isSilentOnReplicasThatReturnedInTime() {
    Histories.forEach(
        HistoryOptions.small().withTransactions().withoutLoss(),
        SEED,
        COUNT,
        history -> check(history.replay(), finding -> false));
  }

  @Test
  void isSilentButForLostMarkersOnAllOthers() {
    Histories.forEach(
        HistoryOptions.small().withTransactions(),
        SEED,
        COUNT,
        history -> {
          Aftermath aftermath = history.replay();
          boolean isAnyLost =
              aftermath.truth().losses().stream().anyMatch(loss -> !loss.kind().isOfTombstone());
          check(aftermath, finding -> isAnyLost && finding.startsWith("lost-end-marker"));
        });
  }

  private static void check(Aftermath aftermath, Predicate<String> isTrue) {
    try (RamDirectory directory = new RamDirectory()) {
      for (Path logDir : ReplicaWriter.write(aftermath, directory.path())) {
        List<String> alarms =
            CheckedPaths.lines(logDir).stream()
                .map(line -> line.substring(line.indexOf("foo-0 ") + "foo-0 ".length()))
                .filter(isTrue.negate())
                .filter(alarm -> !alarm.startsWith(A_DAY_PASSED))
                .toList();
        assertEquals(List.of(), alarms, logDir::toString);
      }
    }
  }
}
