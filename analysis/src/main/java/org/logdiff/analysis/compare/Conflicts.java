package org.logdiff.analysis.compare;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/**
 * Offsets at which replicas contradict each other: of each pair of replicas the first ones, the
 * others counted. Where a pair begins to differ must not be lost because another pair fills the
 * list.
 */
final class Conflicts {
  private static final int LISTED_PER_PAIR = 256;

  private final List<Conflict> listed = new ArrayList<>();
  private final Map<Pair, Integer> listedOf = new HashMap<>();
  private long count;

  private record Pair(int replica, int other, boolean isHeaderOnly) {}

  /**
   * Two replicas with different content at one offset.
   *
   * @param isHeaderOnly whether all under the checksum is equal and only the leader epoch differs
   */
  record Conflict(
      long offset, int replica, int other, int epoch, int otherEpoch, boolean isHeaderOnly) {}

  void add(Conflict conflict) {
    count++;
    Pair pair = new Pair(conflict.replica(), conflict.other(), conflict.isHeaderOnly());
    if (listedOf.merge(pair, 1, Integer::sum) <= LISTED_PER_PAIR) {
      listed.add(conflict);
    }
  }

  /** Adds what was found above. */
  void append(Conflicts later) {
    later.listed.forEach(this::add);
    count += later.count - later.listed.size();
  }

  List<Conflict> listed() {
    return listed;
  }

  /** How many there are that are not listed. */
  long notListed() {
    return count - listed.size();
  }
}
