package org.logdiff.analysis.witness;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.Random;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.logdiff.analysis.report.OffsetRange;
import org.logdiff.format.TopicPartition;

/**
 * Random histories of a producer, cleaned at random on brokers that are away at random: the judge
 * may be silent, but what it says is true.
 */
class OutcomeJudgePropertyTest {
  private static final int HISTORIES = 25_000;
  private static final List<String> PARTITIONS = List.of("foo-0", "foo-1", "bar-0");

  /** Data of a transaction in one partition. */
  private record Data(
      Coordinator.Truth truth, TopicPartition partition, long firstMs, long lastMs) {}

  private static final class History {
    private final Random random;
    private final Coordinator coordinator;
    private final List<Data> data = new ArrayList<>();
    private final long skewMs;
    private boolean hasChangedProtocol;

    History(long seed) {
      random = new Random(seed);
      coordinator = new Coordinator(random.nextBoolean() ? 2 : 0);
      skewMs = random.nextInt(4) == 0 ? random.nextInt(4_000) - 2_000 : random.nextInt(20) - 10;
      coordinator.others(random.nextInt(3)).init();
      for (int i = random.nextInt(7); i >= 0; i--) {
        step();
      }
    }

    private void step() {
      coordinator.others(random.nextInt(2)).after(pause());
      int kind = random.nextInt(12);
      if (kind == 0) {
        coordinator.init();
      } else if (kind == 1) {
        coordinator.protocol(random.nextBoolean() ? 2 : 0);
        hasChangedProtocol = true;
      } else {
        transaction();
      }
    }

    private long pause() {
      return random.nextInt(3) == 0 ? random.nextInt(8_000) : random.nextInt(30);
    }

    private void transaction() {
      List<TopicPartition> partitions = new ArrayList<>();
      long beginMs = coordinator.nowMs();
      coordinator.after(random.nextInt(20));
      for (String partition : PARTITIONS) {
        if (random.nextInt(3) > 0) {
          if (partitions.isEmpty()) {
            coordinator.begin(partition);
          } else {
            coordinator.add(partition);
          }
          partitions.add(TopicPartition.parse(partition).orElseThrow());
        }
        coordinator.others(random.nextInt(2));
      }
      if (partitions.isEmpty()) {
        return;
      }
      coordinator.after(pause());
      long decidedMs = coordinator.nowMs();
      end();
      Coordinator.Truth truth = coordinator.truths().get(coordinator.truths().size() - 1);
      for (TopicPartition partition : partitions) {
        long first = beginMs + random.nextInt((int) (decidedMs - beginMs) + 1);
        long last = first + random.nextInt((int) (decidedMs - first) + 1);
        data.add(new Data(truth, partition, first + skewMs, last + skewMs));
      }
    }

    private void end() {
      switch (random.nextInt(5)) {
        case 0, 1 -> coordinator.commit();
        case 2, 3 -> coordinator.abort();
        default -> coordinator.fence();
      }
    }

    /** What the brokers together still have. */
    ProducerHistory left() {
      List<Coordinator.Written> all = coordinator.written();
      long end = all.get(all.size() - 1).offset() + 1;
      boolean[] isReadable = new boolean[(int) end];
      // The offsets of other transactional ids may have been cleaned away too.
      long leaderCleanedTo = random.nextInt(3) == 0 ? 0 : random.nextInt((int) end + 1);
      long awayFrom = random.nextInt((int) end + 1);
      long awayCleanedTo = Math.min(awayFrom, random.nextInt((int) end + 1));
      boolean isAway = random.nextInt(3) == 0;
      boolean isCut = random.nextInt(3) == 0;
      long seenTo = isCut ? random.nextInt((int) end + 1) : end;
      for (int offset = 0; offset < seenTo; offset++) {
        boolean onLeader = isKept(offset, leaderCleanedTo);
        boolean onAway = isAway && offset < awayFrom && isKept(offset, awayCleanedTo);
        isReadable[offset] = onLeader || onAway;
      }
      List<OffsetRange> readable = new ArrayList<>();
      for (int offset = 0; offset < end; offset++) {
        if (isReadable[offset]) {
          readable.add(new OffsetRange(offset, offset));
        }
      }
      List<Coordinator.Written> left =
          all.stream().filter(record -> isReadable[(int) record.offset()]).toList();
      return Coordinator.history(
          Coordinator.FIRST_PRODUCER_ID, left, ReadableOffsets.of(readable), !isCut);
    }

    /** Whether a cleaning up to an offset has kept a record: that of another id by chance. */
    private boolean isKept(long offset, long cleanedTo) {
      if (offset >= cleanedTo) {
        return true;
      }
      boolean isOurs = false;
      for (Coordinator.Written record : coordinator.written()) {
        isOurs |= record.offset() == offset;
        if (record.offset() > offset && record.offset() < cleanedTo && isOurs) {
          return false;
        }
      }
      return isOurs || random.nextBoolean();
    }
  }

  @ParameterizedTest
  @ValueSource(longs = {1, 2, 3, 4})
  void whatTheJudgeSaysIsTrue(long seed) {
    int[] answered = new int[CoordinatorOutcome.Basis.values().length];
    for (int i = 0; i < HISTORIES; i++) {
      long historySeed = seed * HISTORIES + i;
      History history = new History(historySeed);
      ProducerHistory left = history.left();
      for (Data data : history.data) {
        Optional<CoordinatorOutcome> said =
            ask(left, data.truth().dataEpoch(), data.firstMs(), data.lastMs(), data.partition());
        if (said.isPresent() && isBinding(said.get(), history)) {
          answered[said.get().basis().ordinal()]++;
          assertEquals(
              data.truth().isCommit(),
              said.get().isCommit(),
              () -> "seed " + historySeed + ": " + data + " " + said.get() + " of " + left);
        }
      }
      dataOfTwo(history, left, historySeed);
    }
    for (CoordinatorOutcome.Basis basis : CoordinatorOutcome.Basis.values()) {
      assertTrue(answered[basis.ordinal()] > 300, basis + " " + answered[basis.ordinal()]);
    }
  }

  /** Data of two transactions taken for that of one, as where the marker between them was lost. */
  private static void dataOfTwo(History history, ProducerHistory left, long seed) {
    for (Data a : history.data) {
      for (Data b : history.data) {
        if (a.partition().equals(b.partition())
            && a.truth().dataEpoch() == b.truth().dataEpoch()
            && a.truth().isCommit() != b.truth().isCommit()
            && a.lastMs() < b.firstMs()) {
          Optional<CoordinatorOutcome> said =
              ask(left, a.truth().dataEpoch(), a.firstMs(), b.lastMs(), a.partition());
          assertTrue(
              said.isEmpty() || !isBinding(said.get(), history), () -> "two of seed " + seed);
        }
      }
    }
  }

  private static boolean isBinding(CoordinatorOutcome said, History history) {
    return switch (said.basis()) {
      case ONLY_TRANSACTION, ALL_ENDED_ALIKE -> true;
      case EPOCH_BUMP -> !history.hasChangedProtocol;
      case TIMES -> Math.abs(history.skewMs) <= said.clockToleranceMs().orElseThrow();
    };
  }

  private static Optional<CoordinatorOutcome> ask(
      ProducerHistory history, short epoch, long firstMs, long lastMs, TopicPartition partition) {
    return new OutcomeJudge(history, epoch, firstMs, lastMs, partition).judge();
  }
}
