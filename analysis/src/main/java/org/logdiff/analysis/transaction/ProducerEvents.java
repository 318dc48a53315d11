package org.logdiff.analysis.transaction;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;
import org.logdiff.analysis.align.ReplicaCursor;
import org.logdiff.format.batch.ControlRecord;
import org.logdiff.format.batch.RecordCursor;
import org.logdiff.format.batch.SegmentCursor;

/** Collects the transactional and control batches of one chunk. */
public final class ProducerEvents {
  private final List<ProducerEvent> events = new ArrayList<>();

  /** Takes a batch if transactions are concerned by it. */
  public void add(int mask, ReplicaCursor cursor) {
    SegmentCursor batch = cursor.span();
    if (!batch.isTransactional() && !batch.isControl()) {
      return;
    }
    Optional<ControlRecord> marker = marker(batch);
    events.add(
        new ProducerEvent(
            mask,
            kind(batch, marker),
            batch.producerId(),
            batch.producerEpoch(),
            batch.baseOffset(),
            batch.lastOffset(),
            batch.maxTimestamp(),
            marker.flatMap(ControlRecord::coordinatorEpoch).orElse(-1),
            batch.recordsCount()));
  }

  /** What a batch is for the producer's state; data, too, if it is not transactional. */
  public static ProducerEvent.Kind kindOf(SegmentCursor batch) {
    return kind(batch, marker(batch));
  }

  /** Epoch of the coordinator that wrote a marker; empty for other batches. */
  public static Optional<Integer> coordinatorEpochOf(SegmentCursor batch) {
    return marker(batch).flatMap(ControlRecord::coordinatorEpoch);
  }

  private static ProducerEvent.Kind kind(SegmentCursor batch, Optional<ControlRecord> marker) {
    if (!batch.isControl()) {
      return ProducerEvent.Kind.DATA;
    }
    if (batch.recordsCount() == 0) {
      return ProducerEvent.Kind.GRAVESTONE;
    }
    return switch (marker.map(ControlRecord::type).orElse(ControlRecord.Type.UNKNOWN)) {
      case COMMIT -> ProducerEvent.Kind.COMMIT;
      case ABORT -> ProducerEvent.Kind.ABORT;
      default -> ProducerEvent.Kind.OTHER_CONTROL;
    };
  }

  /** Decoded with a cursor of its own: another may stand in the batch. Empty for other batches. */
  private static Optional<ControlRecord> marker(SegmentCursor batch) {
    if (!batch.isControl() || batch.recordsCount() == 0) {
      return Optional.empty();
    }
    RecordCursor records = new RecordCursor();
    return records.open(batch.array(), batch.at()) && records.next()
        ? ControlRecord.of(records.record())
        : Optional.empty();
  }

  /** All events by offset; the same batch on several replicas is one event. */
  public List<ProducerEvent> sorted() {
    List<ProducerEvent> sorted = new ArrayList<>(events);
    sorted.sort(
        Comparator.comparingLong(ProducerEvent::firstOffset)
            .thenComparingLong(ProducerEvent::lastOffset)
            .thenComparing(ProducerEvent::kind));
    List<ProducerEvent> joined = new ArrayList<>();
    for (ProducerEvent event : sorted) {
      int same = joined.size() - 1;
      while (same >= 0
          && joined.get(same).firstOffset() == event.firstOffset()
          && !joined.get(same).isSameBatchAs(event)) {
        same--;
      }
      if (same >= 0 && joined.get(same).isSameBatchAs(event)) {
        joined.set(same, joined.get(same).withMask(joined.get(same).mask() | event.mask()));
      } else {
        joined.add(event);
      }
    }
    return joined;
  }
}
