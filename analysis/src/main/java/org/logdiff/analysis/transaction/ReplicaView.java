package org.logdiff.analysis.transaction;

import java.io.IOException;
import java.util.Optional;
import org.logdiff.analysis.replica.Replica;
import org.logdiff.analysis.replica.Segment;
import org.logdiff.format.batch.RecordCursor;
import org.logdiff.format.batch.SegmentCursor;
import org.logdiff.format.batch.SpanKind;
import org.logdiff.format.index.OffsetIndexEntry;
import org.logdiff.format.index.OffsetIndexLookup;

/**
 * What consumers get from one replica as if its broker led alone, from its log and its own
 * transaction indexes (docs/semantics.md, 4). Streams; the state kept is one entry for each
 * producer with an open transaction and for each aborted transaction.
 *
 * <p>Where log and indexes agree, the way in which a consumer cuts the log into fetches makes no
 * difference. Where they do not, it does: what a consumer knows of aborted transactions ends with a
 * fetch. The view is that of a consumer with default settings that reads from the beginning: a
 * fetch ends with the segment, or after {@value #FETCH_BYTES} bytes.
 */
public final class ReplicaView {
  /** {@code max.partition.fetch.bytes}, its default. */
  static final int FETCH_BYTES = 1 << 20;

  private final Replica replica;
  private final Optional<OpenTransactions.Start> oldestOpen;
  private final int fetchBytes;

  private ReplicaView(
      Replica replica, Optional<OpenTransactions.Start> oldestOpen, int fetchBytes) {
    this.replica = replica;
    this.oldestOpen = oldestOpen;
    this.fetchBytes = fetchBytes;
  }

  /**
   * Replays the producers of a replica's whole log.
   *
   * @throws IOException if the medium fails
   */
  public static ReplicaView of(Replica replica) throws IOException {
    return of(replica, FETCH_BYTES);
  }

  static ReplicaView of(Replica replica, int fetchBytes) throws IOException {
    OpenTransactions open = new OpenTransactions();
    SegmentCursor batch = new SegmentCursor();
    for (int s = 0; s < replica.segments().size(); s++) {
      Segment segment = replica.segments().get(s);
      batch.open(segment.log(), segment.baseOffset());
      for (SpanKind kind = batch.next(); kind != null; kind = batch.next()) {
        if (kind == SpanKind.BATCH) {
          open.add(s, batch, ProducerEvents.kindOf(batch));
        }
      }
    }
    return new ReplicaView(replica, open.oldest(), fetchBytes);
  }

  /** The end of the log: if a broker leads alone, everything it has is replicated. */
  public long highWatermark() {
    return replica.logEndOffset();
  }

  /** The first offset of the oldest open transaction, or the high watermark. */
  public long lastStableOffset() {
    return oldestOpen
        .map(start -> Math.max(start.firstOffset(), replica.logStartOffset()))
        .orElse(highWatermark());
  }

  /** Told each record; the cursor stands on it only meanwhile. */
  public interface Visitor {
    void record(RecordCursor record);
  }

  /**
   * Where a consumer cannot go on.
   *
   * @param offset that it asks for in vain
   */
  public record Standstill(long offset, String why) {}

  /**
   * Tells all records that a consumer gets, from the log start on.
   *
   * @return what stops it before the end that its isolation level allows; empty if nothing does
   * @throws IOException if the medium fails
   */
  public Optional<Standstill> read(IsolationLevel isolation, Visitor visitor) throws IOException {
    return new Reading(isolation, visitor).run();
  }

  /** One consumer's way through the log. */
  private final class Reading {
    private final AbortedTransactions aborted = new AbortedTransactions(replica);
    private final boolean isCommitted;
    private final Visitor visitor;
    private final long end;
    private final SegmentCursor batch = new SegmentCursor();
    private final RecordCursor records = new RecordCursor();
    private long nextOffset = replica.logStartOffset();
    private int segment;
    private long fetchEnd;
    private AbortedProducers producers;

    Reading(IsolationLevel isolation, Visitor visitor) {
      this.isCommitted = isolation == IsolationLevel.READ_COMMITTED;
      this.visitor = visitor;
      this.end = isCommitted ? lastStableOffset() : highWatermark();
    }

    Optional<Standstill> run() throws IOException {
      for (segment = replica.segmentOf(nextOffset);
          segment < replica.segments().size();
          segment++) {
        Segment current = replica.segments().get(segment);
        batch.open(current.log(), current.baseOffset());
        fetchEnd = 0;
        for (SpanKind kind = batch.next(); kind != null; kind = batch.next()) {
          if (kind == SpanKind.PREALLOCATED) {
            continue;
          }
          if (nextOffset >= end || (kind == SpanKind.BATCH && batch.baseOffset() >= end)) {
            return Optional.empty();
          }
          if (kind != SpanKind.BATCH) {
            return Optional.of(new Standstill(nextOffset, trouble(kind)));
          }
          if (batch.lastOffset() >= nextOffset && !readBatch()) {
            return Optional.of(new Standstill(batch.baseOffset(), records.trouble()));
          }
        }
      }
      return Optional.empty();
    }

    private String trouble(SpanKind kind) {
      return switch (kind) {
        case DAMAGED -> "damage: " + batch.damage();
        case OVERSIZED -> "a batch that is too large to be read";
        default -> "a batch of an unknown magic";
      };
    }

    private boolean readBatch() throws IOException {
      if (isCommitted && batch.position() + batch.length() > fetchEnd) {
        startFetch();
      }
      boolean isDropped = isCommitted && producers.drops(batch, ProducerEvents.kindOf(batch));
      if (!isDropped && !batch.isControl() && !readRecords()) {
        return false;
      }
      nextOffset = batch.nextOffset();
      return true;
    }

    /** False if the batch cannot be read to its end. */
    private boolean readRecords() {
      if (!records.open(batch.array(), batch.at())) {
        return false;
      }
      while (records.next()) {
        if (records.offset() >= nextOffset) {
          visitor.record(records);
        }
      }
      return records.trouble() == null;
    }

    /** A fetch has whole batches, at least one, up to its size, all of one segment. */
    private void startFetch() throws IOException {
      long limit = replica.segments().get(segment).sizeBytes();
      if (oldestOpen.isPresent() && oldestOpen.get().segment() == segment) {
        limit = oldestOpen.get().position();
      }
      fetchEnd =
          Math.max(
              batch.position() + batch.length(), Math.min(batch.position() + fetchBytes, limit));
      producers =
          new AbortedProducers(aborted.inFetch(segment, nextOffset, upperBoundOffset(fetchEnd)));
    }

    /**
     * The first offset that the index has at or above a position; without one, where the next
     * segment begins, or the log ends. Source: {@code LocalLog.addAbortedTransactions}.
     */
    private long upperBoundOffset(long position) throws IOException {
      Segment current = replica.segments().get(segment);
      if (current.index().isPresent()) {
        Optional<OffsetIndexEntry> entry = firstAtOrAbove(current.index().get(), position);
        if (entry.isPresent()) {
          return entry.get().offset(current.baseOffset());
        }
      }
      return segment + 1 < replica.segments().size()
          ? replica.segments().get(segment + 1).baseOffset()
          : replica.logEndOffset();
    }
  }

  private static Optional<OffsetIndexEntry> firstAtOrAbove(OffsetIndexLookup index, long position)
      throws IOException {
    int low = 0;
    int high = index.entryCount();
    Optional<OffsetIndexEntry> found = Optional.empty();
    while (low < high) {
      int middle = (low + high) >>> 1;
      Optional<OffsetIndexEntry> entry = index.entry(middle);
      if (entry.isPresent() && entry.get().position() < position) {
        low = middle + 1;
      } else {
        found = entry;
        high = middle;
      }
    }
    return found;
  }
}
