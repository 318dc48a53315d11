package org.logdiff.analysis.risk;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.PriorityQueue;
import org.logdiff.analysis.report.RecordAtRisk;

/**
 * Keeps the most urgent of what is at risk, and counts the rest: last copies first, then by the
 * time left, then by offset. Told by several threads; what is kept does not depend on their order.
 */
final class MostUrgent {
  private static final Comparator<RecordAtRisk> ORDER =
      Comparator.comparing(RecordAtRisk::isLastCopy)
          .reversed()
          .thenComparingLong(RecordAtRisk::earliestRemovalMs)
          .thenComparingLong(RecordAtRisk::offset);

  private final int most;
  private final PriorityQueue<RecordAtRisk> kept = new PriorityQueue<>(ORDER.reversed());
  private long notKept;

  MostUrgent(int most) {
    this.most = most;
  }

  synchronized void add(RecordAtRisk record) {
    kept.add(record);
    if (kept.size() > most) {
      kept.poll();
      notKept++;
    }
  }

  synchronized List<RecordAtRisk> sorted() {
    List<RecordAtRisk> sorted = new ArrayList<>(kept);
    sorted.sort(ORDER);
    return sorted;
  }

  synchronized long notKept() {
    return notKept;
  }
}
