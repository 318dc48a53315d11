package org.logdiff.analysis.key;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import org.junit.jupiter.api.Test;

class HashRangeTest {
  @Test
  void allContainsEverything() {
    new Random(1).longs(1000).forEach(low -> assertTrue(HashRange.ALL.contains(low)));
  }

  @Test
  void halvesPartitionARange() {
    List<HashRange> ranges = new ArrayList<>(List.of(HashRange.ALL));
    Random random = new Random(2);
    for (int i = 0; i < 60; i++) {
      HashRange range = ranges.remove(random.nextInt(ranges.size()));
      ranges.add(range.lowerHalf());
      ranges.add(range.upperHalf());
    }
    random
        .longs(10_000)
        .forEach(
            low -> assertEquals(1, ranges.stream().filter(range -> range.contains(low)).count()));
  }

  @Test
  void aHalfIsWithinItsRange() {
    HashRange range = HashRange.ALL.upperHalf().lowerHalf();
    new Random(3)
        .longs(1000)
        .filter(low -> range.upperHalf().contains(low))
        .forEach(low -> assertTrue(range.contains(low)));
  }
}
