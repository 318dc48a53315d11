package org.logdiff.analysis.align;

import java.io.IOException;
import org.logdiff.analysis.replica.Replica;
import org.logdiff.analysis.replica.Segment;
import org.logdiff.format.batch.RecordCursor;
import org.logdiff.format.batch.SegmentCursor;
import org.logdiff.format.batch.SpanKind;

/**
 * Walks one replica across its segments between two places, and the records of a batch on demand.
 */
public final class ReplicaCursor {
  private final int number;
  private final Replica replica;
  private final SegmentCursor spans = new SegmentCursor();
  private final RecordCursor records = new RecordCursor();

  private Place to;
  private int segment;
  private boolean isOpen;
  private long expectedOffset;
  private SpanKind firstKind;
  private SpanKind lastKind;

  ReplicaCursor(int number, Replica replica) {
    this.number = number;
    this.replica = replica;
  }

  void open(Place from, Place until) {
    to = until;
    segment = from.segment();
    isOpen = false;
    expectedOffset = from.expectedOffset();
    firstKind = null;
    lastKind = null;
    if (segment < replica.segments().size()) {
      openSegment(from.position());
    }
  }

  private void openSegment(long from) {
    Segment current = replica.segments().get(segment);
    long until = segment < to.segment() ? current.sizeBytes() : to.position();
    expectedOffset = Math.max(expectedOffset, current.baseOffset());
    spans.open(current.log(), current.baseOffset(), from, until, expectedOffset, current.extent());
    isOpen = segment < to.segment() || to.position() > 0;
  }

  /** Moves to the next span; null at the end of the range. */
  SpanKind next() throws IOException {
    while (isOpen) {
      SpanKind kind = spans.next();
      if (kind != null) {
        expectedOffset = Math.max(expectedOffset, spans.expectedOffset());
        firstKind = firstKind == null ? kind : firstKind;
        lastKind = kind;
        return kind;
      }
      segment++;
      if (segment >= replica.segments().size() || segment > to.segment()) {
        isOpen = false;
      } else {
        openSegment(0);
      }
    }
    return null;
  }

  /** Number of the replica in the comparison. */
  public int number() {
    return number;
  }

  public Replica replica() {
    return replica;
  }

  /** The segment that the current span lies in. */
  public Segment segment() {
    return replica.segments().get(segment);
  }

  /** The current span. */
  public SegmentCursor span() {
    return spans;
  }

  /** The records of the current batch, if they were opened. */
  public RecordCursor records() {
    return records;
  }

  /** The lowest offset that may come next. */
  long expectedOffset() {
    return expectedOffset;
  }

  /**
   * Whether the range begins and ends as the plan took for granted: with batches whose offsets are
   * due. Then a walk that starts at either place finds what one would find that goes on across it.
   */
  boolean startsAsPlanned() {
    return isDue(firstKind);
  }

  /** See {@link #startsAsPlanned}; to be asked at the end of the range. */
  boolean endsAsPlanned() {
    if (to.segment() == replica.segments().size()) {
      return true;
    }
    boolean isThere = to.position() == 0 || spans.position() == to.position();
    long segmentBase = replica.segments().get(to.segment()).baseOffset();
    return isDue(lastKind)
        && isThere
        && Math.max(expectedOffset, segmentBase) == to.expectedOffset();
  }

  private static boolean isDue(SpanKind kind) {
    return kind == null || kind == SpanKind.BATCH || kind == SpanKind.PREALLOCATED;
  }

  boolean openRecords() {
    return records.open(spans.array(), spans.at());
  }
}
