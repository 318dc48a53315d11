package org.logdiff.analysis.replica;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.util.List;
import java.util.OptionalInt;
import org.junit.jupiter.api.Test;

class LeaderEpochsTest {
  private static final LeaderEpochs EPOCHS =
      new LeaderEpochs(
          List.of(
              new LeaderEpochs.Entry(0, 3),
              new LeaderEpochs.Entry(2, 10),
              new LeaderEpochs.Entry(5, 10_000_000_000L)));

  @Test
  void anEpochHoldsFromItsStartToTheNext() {
    assertEquals(OptionalInt.empty(), EPOCHS.epochAt(2));
    assertEquals(OptionalInt.of(0), EPOCHS.epochAt(3));
    assertEquals(OptionalInt.of(0), EPOCHS.epochAt(9));
    assertEquals(OptionalInt.of(2), EPOCHS.epochAt(10));
    assertEquals(OptionalInt.of(2), EPOCHS.epochAt(9_999_999_999L));
    assertEquals(OptionalInt.of(5), EPOCHS.epochAt(10_000_000_000L));
    assertEquals(OptionalInt.of(5), EPOCHS.epochAt(Long.MAX_VALUE));
  }

  @Test
  void theLatestIsTheLastEntry() {
    assertEquals(OptionalInt.of(5), EPOCHS.latest());
    assertEquals(OptionalInt.empty(), LeaderEpochs.NONE.latest());
    assertEquals(OptionalInt.empty(), LeaderEpochs.NONE.epochAt(0));
  }

  @Test
  void ofTwoEpochsThatStartAtOneOffsetTheLaterHolds() {
    LeaderEpochs epochs =
        new LeaderEpochs(List.of(new LeaderEpochs.Entry(1, 4), new LeaderEpochs.Entry(2, 4)));
    assertEquals(OptionalInt.of(2), epochs.epochAt(4));
  }
}
