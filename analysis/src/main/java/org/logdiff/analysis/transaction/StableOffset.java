package org.logdiff.analysis.transaction;

import java.io.IOException;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.stream.LongStream;
import org.logdiff.analysis.replica.Replica;
import org.logdiff.analysis.replica.Segment;
import org.logdiff.format.batch.SegmentCursor;
import org.logdiff.format.batch.SpanKind;

/**
 * The last stable offset of one replica, as its broker would compute it if it led alone: the first
 * offset of the oldest transaction that is open in its log; without one, its log end. Any data
 * batch opens, even an empty one; any full end marker closes what its producer has open; an empty
 * control batch changes nothing. Batches below the log start are not replayed; of a transaction
 * that began there a broker knows by a producer snapshot above the log start. It counts from the
 * batch that a read at the log start begins with, which may itself begin below it. Source: {@code
 * ProducerStateManager}, {@code ProducerAppendInfo} and {@code
 * UnifiedLog.maybeIncrementFirstUnstableOffset}, Kafka 4.4.0.
 */
public final class StableOffset {
  private StableOffset() {}

  /**
   * @param replica its number among the events
   * @param events by offset
   * @throws IOException if the medium fails
   */
  public static long of(int replica, List<ProducerEvent> events, Replica opened)
      throws IOException {
    OptionalLong first =
        firstOpen(replica, events, opened.logStartOffset(), InheritedTransactions.of(opened));
    return first.isEmpty()
        ? opened.logEndOffset()
        : place(opened, first.getAsLong()).map(Place::offset).orElse(opened.logEndOffset());
  }

  /**
   * The first offset of the oldest transaction that is open; empty without one.
   *
   * @param inherited is used up
   */
  static OptionalLong firstOpen(
      int replica,
      List<ProducerEvent> events,
      long logStartOffset,
      InheritedTransactions inherited) {
    Map<Long, Long> open = new HashMap<>();
    for (ProducerEvent event : events) {
      if ((event.mask() & 1 << replica) == 0) {
        continue;
      }
      if (event.kind() == ProducerEvent.Kind.DATA && event.lastOffset() >= logStartOffset) {
        open.putIfAbsent(event.producerId(), event.firstOffset());
      } else if (event.kind().isEnd()) {
        open.remove(event.producerId());
        inherited.end(event.producerId(), event.firstOffset());
      }
    }
    return LongStream.concat(
            inherited.oldest().stream(), open.values().stream().mapToLong(Long::longValue))
        .min();
  }

  /**
   * A batch at which a log stops being stable.
   *
   * @param offset its base offset
   * @param segment number of the segment
   * @param position in that segment's file
   */
  record Place(long offset, int segment, long position) {}

  /**
   * Where a log stops being stable if a transaction is open from an offset on: the first batch that
   * ends at or above it and at or above the log start. Empty if there is none.
   */
  static Optional<Place> place(Replica replica, long firstOpenOffset) throws IOException {
    long offset = Math.max(firstOpenOffset, replica.logStartOffset());
    SegmentCursor batch = new SegmentCursor();
    for (int s = replica.segmentOf(offset); s < replica.segments().size(); s++) {
      Segment segment = replica.segments().get(s);
      batch.open(segment.log(), segment.baseOffset());
      for (SpanKind kind = batch.next(); kind != null; kind = batch.next()) {
        if (kind == SpanKind.BATCH && batch.lastOffset() >= offset) {
          return Optional.of(new Place(batch.baseOffset(), s, batch.position()));
        }
      }
    }
    return Optional.empty();
  }
}
