package org.logdiff.analysis;

import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.SortedMap;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

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
}
