package org.logdiff.analysis.compare;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.IdentityHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.logdiff.analysis.align.OffsetRanges;
import org.logdiff.analysis.replica.Replica;
import org.logdiff.analysis.report.OffsetRange;

/** The damage with which replicas' logs end, and what it is. */
final class DamagedTails {
  private final Map<DifferenceScan.DamagedSpan, TailCase> caseOf = new IdentityHashMap<>();
  private final Map<Integer, Long> tornFrom = new HashMap<>();

  /**
   * @param damages by replica in the order of the log
   */
  DamagedTails(List<Replica> replicas, List<DifferenceScan.DamagedSpan> damages) {
    for (int r = 0; r < replicas.size(); r++) {
      List<DifferenceScan.DamagedSpan> tail = tail(r, damages);
      if (!tail.isEmpty()) {
        DifferenceScan.DamagedSpan first = tail.get(0);
        TailCase tailCase =
            TailCase.of(replicas.get(r).lastStop(), first.expectedOffset(), first.damage().kind());
        tail.forEach(span -> caseOf.put(span, tailCase));
        if (tailCase.isTorn()) {
          tornFrom.put(r, first.expectedOffset());
        }
      }
    }
  }

  /** Adjacent damage up to the end of the last segment. */
  private static List<DifferenceScan.DamagedSpan> tail(
      int replica, List<DifferenceScan.DamagedSpan> damages) {
    List<DifferenceScan.DamagedSpan> tail = new ArrayList<>();
    for (int i = damages.size() - 1; i >= 0; i--) {
      DifferenceScan.DamagedSpan span = damages.get(i);
      if (span.replica() != replica) {
        continue;
      }
      boolean isNext =
          tail.isEmpty()
              ? span.reachesEnd()
              : span.file().equals(tail.get(0).file())
                  && span.damage().position() + span.damage().length()
                      == tail.get(0).damage().position();
      if (!isNext) {
        break;
      }
      tail.add(0, span);
    }
    return tail;
  }

  /** What a damaged span is, if its replica's log ends with it. */
  Optional<TailCase> caseOf(DifferenceScan.DamagedSpan span) {
    return Optional.ofNullable(caseOf.get(span));
  }

  /** The offsets that damage hides on a replica: a torn tail hides none, its broker cuts it off. */
  List<OffsetRange> unknown(int replica, OffsetRanges unknown) {
    Long torn = tornFrom.get(replica);
    return torn == null
        ? unknown.toList()
        : unknown.toList().stream()
            .filter(range -> range.first() < torn || range.last() != Long.MAX_VALUE)
            .toList();
  }
}
