package org.logdiff.analysis.transaction;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.logdiff.analysis.replica.Replica;
import org.logdiff.analysis.replica.Segment;
import org.logdiff.format.index.AbortedTxn;
import org.logdiff.format.layout.LogFileName;

/**
 * The transaction indexes of a replica, asked as a broker asks them for a fetch: segment by segment
 * from the one that is read, until an entry says that everything below the fetch's upper bound was
 * decided. Source: {@code LocalLog.collectAbortedTransactions} and {@code
 * TransactionIndex.collectAbortedTxns}, Kafka 4.4.0.
 */
final class AbortedTransactions {
  private final List<List<AbortedTxn>> bySegment = new ArrayList<>();
  private int currentSegment = -1;
  private int behind;

  AbortedTransactions(Replica replica) {
    Map<Long, List<AbortedTxn>> byBaseOffset = new HashMap<>();
    for (Replica.AbortedIn aborted : replica.abortedTransactions()) {
      LogFileName name = LogFileName.parse(aborted.file().getFileName().toString());
      byBaseOffset
          .computeIfAbsent(name.offset().orElseThrow(), base -> new ArrayList<>())
          .add(aborted.entry());
    }
    for (Segment segment : replica.segments()) {
      bySegment.add(byBaseOffset.getOrDefault(segment.baseOffset(), List.of()));
    }
  }

  /**
   * The aborted transactions that a broker sends with a fetch. Fetches are asked for in their
   * order.
   *
   * @param segment number of the segment that is read
   * @param fetchOffset where the fetch begins
   * @param upperBoundOffset an offset that no record of the fetch reaches
   */
  List<AbortedTxn> inFetch(int segment, long fetchOffset, long upperBoundOffset) {
    skipBehind(segment, fetchOffset);
    List<AbortedTxn> found = new ArrayList<>();
    for (int s = segment; s < bySegment.size(); s++) {
      List<AbortedTxn> entries = bySegment.get(s);
      for (int i = s == segment ? behind : 0; i < entries.size(); i++) {
        AbortedTxn entry = entries.get(i);
        if (entry.lastOffset() >= fetchOffset && entry.firstOffset() < upperBoundOffset) {
          found.add(entry);
        }
        if (entry.lastStableOffset() >= upperBoundOffset) {
          return found;
        }
      }
    }
    return found;
  }

  /** What ended below the fetch is of no more use; a fetch must not look at it again each time. */
  private void skipBehind(int segment, long fetchOffset) {
    if (segment != currentSegment) {
      currentSegment = segment;
      behind = 0;
    }
    List<AbortedTxn> entries = bySegment.get(segment);
    while (behind < entries.size()
        && entries.get(behind).lastOffset() < fetchOffset
        && entries.get(behind).lastStableOffset() <= fetchOffset) {
      behind++;
    }
  }
}
