package org.logdiff.analysis;

import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.Arrays;
import java.util.List;
import java.util.SortedMap;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.logdiff.analysis.model.Aftermath;
import org.logdiff.analysis.model.Histories;
import org.logdiff.analysis.model.History;
import org.logdiff.analysis.model.HistoryOptions;
import org.logdiff.analysis.model.UpgradedFormats;
import org.logdiff.format.batch.RecordBatchHeader;

/**
 * Random histories of a partition, written as data directories and compared. The model knows what
 * each replica never received; the comparison must find what the disks show and nothing else. More
 * histories than the build runs: {@code -Dlogdiff.histories=N}, from {@code -Dlogdiff.seed=N} on.
 */
class HistoryPropertyTest {
  private static final int COUNT = Integer.getInteger("logdiff.histories", 300);
  private static final long SEED = Long.getLong("logdiff.seed", 0);

  @ParameterizedTest
  @EnumSource
  void holds(HistoryProperty property) {
    int count = property.isPlanted() ? COUNT / 5 : COUNT;
    SortedMap<String, Integer> counts = property.check(SEED, count);
    assertTrue(!property.isPlanted() || counts.getOrDefault("planted", 0) > 0, counts::toString);
  }

  @Test
  void saysTheSameOfMessagesOfMagic0And1AlsoWhereTheyWereRewrittenAsMagic2() {
    int[] writtenOfMagic = new int[3];
    for (HistoryOptions options :
        List.of(
            HistoryOptions.small(),
            HistoryOptions.small().withTransactions(),
            HistoryOptions.small().withoutLoss())) {
      Histories.forEach(
          options, SEED, COUNT / 2, history -> checkUpgraded(history, writtenOfMagic));
    }
    for (int written : writtenOfMagic) {
      assertTrue(written > COUNT, () -> "by magic: " + Arrays.toString(writtenOfMagic));
    }
  }

  private static void checkUpgraded(History history, int[] writtenOfMagic) {
    Aftermath aftermath = history.replay();
    UpgradedFormats formats = UpgradedFormats.random(aftermath, history.text().hashCode());
    List<String> problems =
        HistoryCheck.problems(
            aftermath,
            HistoryCheck.compare(
                aftermath,
                (replica, batch) -> {
                  byte[] encoded = formats.encode(replica, batch);
                  writtenOfMagic[encoded[RecordBatchHeader.MAGIC_POSITION]]++;
                  return encoded;
                }));
    assertTrue(problems.isEmpty(), () -> String.join("\n", problems));
  }
}
