package org.logdiff.analysis.transaction;

import java.util.HashMap;
import java.util.List;
import java.util.Map;

/**
 * The last stable offset of one replica, as its broker would compute it if it led alone: the first
 * offset of the oldest transaction that is open in its log, but never below its log start; without
 * one, its log end. Any data batch opens, even an empty one; any full end marker closes what its
 * producer has open; an empty control batch changes nothing. Source: {@code ProducerStateManager},
 * {@code ProducerAppendInfo} and {@code UnifiedLog.maybeIncrementFirstUnstableOffset}, Kafka 4.4.0.
 */
public final class StableOffset {
  private StableOffset() {}

  /**
   * @param events by offset
   */
  public static long of(
      int replica, List<ProducerEvent> events, long logStartOffset, long logEndOffset) {
    Map<Long, Long> open = open(replica, events);
    return open.values().stream()
        .mapToLong(first -> Math.max(first, logStartOffset))
        .min()
        .orElse(logEndOffset);
  }

  /** First offset of each open transaction, by producer id. */
  public static Map<Long, Long> open(int replica, List<ProducerEvent> events) {
    Map<Long, Long> open = new HashMap<>();
    for (ProducerEvent event : events) {
      if ((event.mask() & 1 << replica) == 0) {
        continue;
      }
      if (event.kind() == ProducerEvent.Kind.DATA) {
        open.putIfAbsent(event.producerId(), event.firstOffset());
      } else if (event.kind().isEnd()) {
        open.remove(event.producerId());
      }
    }
    return open;
  }
}
