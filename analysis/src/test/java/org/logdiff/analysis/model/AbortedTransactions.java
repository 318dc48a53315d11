package org.logdiff.analysis.model;

import java.util.ArrayList;
import java.util.List;

/** Looks aborted transactions up as a broker does. Source: {@code TransactionIndex}. */
final class AbortedTransactions {

  private AbortedTransactions() {}

  /**
   * As the cleaner asks: those that begin below an offset and end at or past the log start, by the
   * indexes from the segment of the first offset on.
   */
  static List<AbortedTransaction> forCleaner(ModelReplica replica, long from, long to) {
    List<SegmentState> segments = replica.segments().stream().map(ModelSegment::state).toList();
    return find(segments, from, replica.logStartOffset(), to);
  }

  /** As a consumer asks that reads a whole log. */
  static List<AbortedTransaction> forConsumer(ReplicaState replica) {
    return find(
        replica.segments(),
        replica.logStartOffset(),
        replica.logStartOffset(),
        replica.lastStableOffset());
  }

  private static List<AbortedTransaction> find(
      List<SegmentState> segments, long from, long endingAtOrPast, long to) {
    List<AbortedTransaction> found = new ArrayList<>();
    for (int i = 0; i < segments.size(); i++) {
      boolean endsBefore = i + 1 < segments.size() && segments.get(i + 1).baseOffset() <= from;
      if (endsBefore) {
        continue;
      }
      for (AbortedTransaction aborted : segments.get(i).abortedTransactions()) {
        if (aborted.lastOffset() >= endingAtOrPast && aborted.firstOffset() < to) {
          found.add(aborted);
        }
        if (aborted.lastStableOffset() >= to) {
          return found;
        }
      }
    }
    return found;
  }
}
