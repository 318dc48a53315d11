package org.logdiff.analysis.compare;

import java.util.ArrayList;
import java.util.List;
import java.util.OptionalInt;
import org.logdiff.analysis.replica.LeaderEpochs;
import org.logdiff.format.batch.SegmentCursor;

/**
 * Finds batches of one replica whose leader epoch, which no checksum covers, its
 * leader-epoch-checkpoint contradicts, and which is out of order with a neighbour that the
 * checkpoint confirms. So are batches judged that the scan of one segment cannot: its first and its
 * last.
 */
final class EpochOrder {
  private static final int LISTED = 256;

  private final int replica;
  private final LeaderEpochs lineage;
  private final List<OutOfOrder> found = new ArrayList<>();

  /** The first two batches, of which the first may follow the batches of the chunk before. */
  private Seen first;

  private Seen second;

  /** The last two, of which the latest is not judged yet. */
  private Seen before;

  private Seen latest;

  private record Seen(long offset, int epoch, OptionalInt expected) {
    boolean isConfirmed() {
      return expected.isPresent() && expected.getAsInt() == epoch;
    }

    boolean isContradicted() {
      return epoch >= 0 && expected.isPresent() && expected.getAsInt() != epoch;
    }
  }

  /**
   * A batch with a wrong leader epoch.
   *
   * @param offset its base offset
   * @param epoch as stored
   * @param expected as the leader-epoch-checkpoint says
   */
  record OutOfOrder(int replica, long offset, int epoch, int expected) {}

  EpochOrder(int replica, LeaderEpochs lineage) {
    this.replica = replica;
    this.lineage = lineage;
  }

  /** The replica's next batch. */
  void add(SegmentCursor batch) {
    add(
        new Seen(
            batch.baseOffset(), batch.partitionLeaderEpoch(), lineage.epochAt(batch.baseOffset())));
  }

  private void add(Seen here) {
    if (first == null) {
      first = here;
    } else if (second == null) {
      second = here;
    }
    if (before != null) {
      judge(before, latest, here);
    }
    before = latest;
    latest = here;
  }

  /** Adds the batches of the next chunk. */
  void append(EpochOrder later) {
    if (later.first == null) {
      return;
    }
    add(later.first);
    if (later.second != null) {
      add(later.second);
      before = later.before;
      latest = later.latest;
    }
    later.found.forEach(this::list);
  }

  /** All that were found, once nothing follows. */
  List<OutOfOrder> found() {
    List<OutOfOrder> all = new ArrayList<>(found);
    if (second != null && isOutOfOrder(null, first, second)) {
      all.add(outOfOrder(first));
    }
    if (before != null && isOutOfOrder(before, latest, null)) {
      all.add(outOfOrder(latest));
    }
    return all;
  }

  private void judge(Seen previous, Seen seen, Seen next) {
    if (isOutOfOrder(previous, seen, next)) {
      list(outOfOrder(seen));
    }
  }

  private void list(OutOfOrder batch) {
    if (found.size() < LISTED) {
      found.add(batch);
    }
  }

  private OutOfOrder outOfOrder(Seen seen) {
    return new OutOfOrder(replica, seen.offset(), seen.epoch(), seen.expected().getAsInt());
  }

  private static boolean isOutOfOrder(Seen previous, Seen seen, Seen next) {
    return seen.isContradicted()
        && ((previous != null && previous.isConfirmed() && seen.epoch() < previous.epoch())
            || (next != null && next.isConfirmed() && seen.epoch() > next.epoch()));
  }
}
