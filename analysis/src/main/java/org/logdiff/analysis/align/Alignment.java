package org.logdiff.analysis.align;

import java.io.IOException;
import java.util.Arrays;
import java.util.List;
import org.logdiff.analysis.replica.Replica;
import org.logdiff.format.batch.RecordCursor;
import org.logdiff.format.batch.SegmentCursor;
import org.logdiff.format.batch.SpanKind;

/**
 * Walks all replicas of a chunk in lockstep by offset. Batches of equal bytes are told as one and
 * not decoded; where bytes differ, records are merged by offset. One alignment serves one thread.
 */
public final class Alignment {
  private static final long NONE = Long.MIN_VALUE;

  private final List<Replica> replicas;
  private final ReplicaCursor[] cursors;

  /** Per replica: within which offsets it covers the log; end exclusive. */
  private final long[] logStart;

  private final long[] logEnd;

  /** Base and last offset of the batch each replica stands on; MAX_VALUE at the chunk's end. */
  private final long[] baseOffset;

  private final long[] lastOffset;

  /** From where on damage hides what a replica holds, up to its current batch; or NONE. */
  private final long[] unknownFrom;

  /** Offset of the record each replica stands on within a region; MAX_VALUE without one. */
  private final long[] recordOffset;

  /** From where on the current batch could not be decoded; or NONE. */
  private final long[] undecodableFrom;

  private AlignmentListener listener;

  Alignment(List<Replica> replicas) {
    this.replicas = replicas;
    int n = replicas.size();
    cursors = new ReplicaCursor[n];
    for (int r = 0; r < n; r++) {
      cursors[r] = new ReplicaCursor(r, replicas.get(r));
    }
    logStart = replicas.stream().mapToLong(Replica::logStartOffset).toArray();
    logEnd = replicas.stream().mapToLong(Replica::logEndOffset).toArray();
    baseOffset = new long[n];
    lastOffset = new long[n];
    unknownFrom = new long[n];
    recordOffset = new long[n];
    undecodableFrom = new long[n];
  }

  /** Walks a chunk. */
  void walk(Chunk chunk, AlignmentListener to) throws IOException {
    listener = to;
    Arrays.fill(recordOffset, Long.MAX_VALUE);
    Arrays.fill(undecodableFrom, NONE);
    for (int r = 0; r < cursors.length; r++) {
      cursors[r].open(chunk.from().get(r), chunk.to().get(r));
      advance(r);
    }
    while (true) {
      long offset = lowest(baseOffset);
      if (offset == Long.MAX_VALUE) {
        listener.end();
        return;
      }
      int mask = maskAt(baseOffset, offset);
      if (isEqualEverywhere(mask)) {
        equalBatches(mask);
      } else {
        region(mask);
      }
    }
  }

  /** Whether the chunk before can be walked by itself, as far as the start of this one shows. */
  boolean startsAsPlanned() {
    return Arrays.stream(cursors).allMatch(ReplicaCursor::startsAsPlanned);
  }

  /** Whether the chunk after can be walked by itself, as far as the end of this one shows. */
  boolean endsAsPlanned() {
    return Arrays.stream(cursors).allMatch(ReplicaCursor::endsAsPlanned);
  }

  public List<Replica> replicas() {
    return replicas;
  }

  public ReplicaCursor cursor(int replica) {
    return cursors[replica];
  }

  /** The replicas that cover an offset, are not in the mask, and could say if they had it. */
  public int lacking(int presentMask, long offset) {
    int mask = 0;
    for (int r = 0; r < cursors.length; r++) {
      if ((presentMask & 1 << r) == 0
          && logStart[r] <= offset
          && offset < logEnd[r]
          && !isUnknown(r, offset)) {
        mask |= 1 << r;
      }
    }
    return mask;
  }

  /** The replicas that stand on a batch which spans an offset. */
  public int standingAt(long offset) {
    int mask = 0;
    for (int r = 0; r < cursors.length; r++) {
      if (baseOffset[r] <= offset && offset <= lastOffset[r]) {
        mask |= 1 << r;
      }
    }
    return mask;
  }

  private boolean isUnknown(int r, long offset) {
    return (unknownFrom[r] != NONE && unknownFrom[r] <= offset && offset < baseOffset[r])
        || (undecodableFrom[r] != NONE && undecodableFrom[r] <= offset && offset <= lastOffset[r]);
  }

  private void advance(int r) throws IOException {
    ReplicaCursor cursor = cursors[r];
    unknownFrom[r] = NONE;
    undecodableFrom[r] = NONE;
    while (true) {
      long expected = cursor.expectedOffset();
      SpanKind kind = cursor.next();
      if (kind == null) {
        baseOffset[r] = Long.MAX_VALUE;
        lastOffset[r] = Long.MAX_VALUE;
        if (unknownFrom[r] != NONE) {
          listener.unknown(r, unknownFrom[r], Long.MAX_VALUE);
        }
        return;
      }
      if (kind == SpanKind.BATCH) {
        baseOffset[r] = cursor.span().baseOffset();
        lastOffset[r] = cursor.span().lastOffset();
        if (unknownFrom[r] != NONE) {
          listener.unknown(r, unknownFrom[r], baseOffset[r] - 1);
        }
        return;
      }
      listener.span(cursor);
      if (kind != SpanKind.PREALLOCATED && unknownFrom[r] == NONE) {
        unknownFrom[r] = expected;
      }
    }
  }

  private boolean isEqualEverywhere(int mask) {
    int first = Integer.numberOfTrailingZeros(mask);
    long last = lastOffset[first];
    for (int r = 0; r < cursors.length; r++) {
      boolean inMask = (mask & 1 << r) != 0;
      if (inMask ? r != first && !areEqual(cursors[first], cursors[r]) : baseOffset[r] <= last) {
        return false;
      }
    }
    return true;
  }

  private static boolean areEqual(ReplicaCursor a, ReplicaCursor b) {
    SegmentCursor x = a.span();
    SegmentCursor y = b.span();
    int size = (int) x.length();
    return x.length() == y.length()
        && Arrays.equals(x.array(), x.at(), x.at() + size, y.array(), y.at(), y.at() + size);
  }

  private void equalBatches(int mask) throws IOException {
    int first = Integer.numberOfTrailingZeros(mask);
    ReplicaCursor cursor = cursors[first];
    listener.batch(mask, cursor, this);
    if (listener.wantsRecordsOf(mask, cursor, this)) {
      cursor.openRecords();
      RecordCursor records = cursor.records();
      while (records.next()) {
        listener.record(records.offset(), mask, true, this);
      }
      if (records.trouble() != null) {
        for (int r = first; r < cursors.length; r++) {
          if ((mask & 1 << r) != 0) {
            listener.undecodable(cursors[r], records.trouble());
            listener.unknown(r, baseOffset[r], lastOffset[r]);
          }
        }
      }
    }
    for (int r = 0; r < cursors.length; r++) {
      if ((mask & 1 << r) != 0) {
        advance(r);
      }
    }
  }

  /** Offsets at which batches differ: records are merged one by one until no batch lies across. */
  private void region(int startMask) throws IOException {
    long regionEnd = NONE;
    for (int r = 0; r < cursors.length; r++) {
      if ((startMask & 1 << r) != 0) {
        regionEnd = Math.max(regionEnd, lastOffset[r]);
        enter(r);
      }
    }
    while (true) {
      regionEnd = settle(regionEnd);
      long offset = lowest(recordOffset);
      if (offset == Long.MAX_VALUE) {
        break;
      }
      int mask = maskAt(recordOffset, offset);
      listener.record(offset, mask, false, this);
      for (int r = 0; r < cursors.length; r++) {
        if ((mask & 1 << r) != 0) {
          nextRecord(r);
        }
      }
    }
    entered = 0;
  }

  /**
   * Lets each replica stand on its next record of the region. A batch that is read to its end is
   * left only when all lower offsets have been told: until then it says what damage hides.
   *
   * @return the region's end, moved if a batch lies across it
   */
  private long settle(long regionEnd) throws IOException {
    long end = regionEnd;
    boolean moved = true;
    while (moved) {
      moved = false;
      long offset = lowest(recordOffset);
      for (int r = 0; r < cursors.length; r++) {
        if (recordOffset[r] != Long.MAX_VALUE || baseOffset[r] > end) {
          continue;
        }
        if (!hasEntered(r)) {
          end = Math.max(end, lastOffset[r]);
          enter(r);
          moved = true;
        } else if (offset > lastOffset[r]) {
          leave(r);
          moved = true;
        }
      }
    }
    return end;
  }

  /** The replicas that stand in a batch whose records have been opened in this region. */
  private int entered;

  private boolean hasEntered(int r) {
    return (entered & 1 << r) != 0;
  }

  private void enter(int r) throws IOException {
    entered |= 1 << r;
    ReplicaCursor cursor = cursors[r];
    listener.batch(1 << r, cursor, this);
    if (cursor.openRecords()) {
      nextRecord(r);
    } else {
      markUndecodable(r, baseOffset[r]);
    }
  }

  private void leave(int r) throws IOException {
    entered &= ~(1 << r);
    advance(r);
  }

  private void nextRecord(int r) {
    RecordCursor records = cursors[r].records();
    long previous = recordOffset[r];
    if (records.next()) {
      recordOffset[r] = records.offset();
      return;
    }
    recordOffset[r] = Long.MAX_VALUE;
    if (records.trouble() != null) {
      markUndecodable(r, previous == Long.MAX_VALUE ? baseOffset[r] : previous + 1);
    }
  }

  private void markUndecodable(int r, long from) {
    undecodableFrom[r] = from;
    listener.undecodable(cursors[r], cursors[r].records().trouble());
    listener.unknown(r, from, lastOffset[r]);
  }

  private static long lowest(long[] offsets) {
    long lowest = Long.MAX_VALUE;
    for (long offset : offsets) {
      lowest = Math.min(lowest, offset);
    }
    return lowest;
  }

  private static int maskAt(long[] offsets, long offset) {
    int mask = 0;
    for (int r = 0; r < offsets.length; r++) {
      if (offsets[r] == offset) {
        mask |= 1 << r;
      }
    }
    return mask;
  }
}
