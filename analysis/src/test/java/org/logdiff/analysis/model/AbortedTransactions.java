package org.logdiff.analysis.model;

import java.util.ArrayList;
import java.util.List;

/** Looks aborted transactions up as a broker does. Source: {@code TransactionIndex}. */
final class AbortedTransactions {

  private AbortedTransactions() {}

  /** Those that touch [from, to), by the indexes from the segment of the first offset on. */
  static List<AbortedTransaction> overlapping(ModelReplica replica, long from, long to) {
    List<SegmentState> segments = replica.segments().stream().map(ModelSegment::state).toList();
    return overlapping(segments, from, to);
  }

  static List<AbortedTransaction> overlapping(List<SegmentState> segments, long from, long to) {
    List<AbortedTransaction> found = new ArrayList<>();
    for (int i = 0; i < segments.size(); i++) {
      boolean endsBefore = i + 1 < segments.size() && segments.get(i + 1).baseOffset() <= from;
      if (endsBefore) {
        continue;
      }
      for (AbortedTransaction aborted : segments.get(i).abortedTransactions()) {
        if (aborted.lastOffset() >= from && aborted.firstOffset() < to) {
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
