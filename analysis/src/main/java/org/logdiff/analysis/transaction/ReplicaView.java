package org.logdiff.analysis.transaction;

import java.io.IOException;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.function.LongConsumer;
import org.logdiff.analysis.replica.Replica;
import org.logdiff.analysis.replica.Segment;
import org.logdiff.format.batch.RecordCursor;
import org.logdiff.format.batch.SegmentCursor;
import org.logdiff.format.batch.SpanKind;

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
  private final Map<Long, Long> openTransactions;
  private final long lastStableOffset;
  private final Optional<StableOffset.Place> stable;
  private final int fetchBytes;
  private final LongConsumer bytesRead;

  private ReplicaView(
      Replica replica, OpenTransactions open, int fetchBytes, LongConsumer bytesRead)
      throws IOException {
    this.replica = replica;
    this.fetchBytes = fetchBytes;
    this.bytesRead = bytesRead;
    openTransactions = Map.copyOf(open.firstOffsets());
    OptionalLong oldest = open.oldest();
    stable =
        oldest.isPresent() ? StableOffset.place(replica, oldest.getAsLong()) : Optional.empty();
    lastStableOffset = stable.map(StableOffset.Place::offset).orElse(highWatermark());
  }

  /**
   * Replays the producers of a replica's whole log.
   *
   * @throws IOException if the medium fails
   */
  public static ReplicaView of(Replica replica) throws IOException {
    return of(replica, FETCH_BYTES);
  }

  /**
   * As {@link #of(Replica)}.
   *
   * @param bytesRead told of bytes that were read, here and in {@link #walk}
   */
  public static ReplicaView of(Replica replica, LongConsumer bytesRead) throws IOException {
    return of(replica, FETCH_BYTES, bytesRead);
  }

  static ReplicaView of(Replica replica, int fetchBytes) throws IOException {
    return of(replica, fetchBytes, bytes -> {});
  }

  private static ReplicaView of(Replica replica, int fetchBytes, LongConsumer bytesRead)
      throws IOException {
    OpenTransactions open = new OpenTransactions(replica);
    SegmentCursor batch = new SegmentCursor();
    for (Segment segment : replica.segments()) {
      batch.open(segment.log(), segment.baseOffset());
      for (SpanKind kind = batch.next(); kind != null; kind = batch.next()) {
        if (kind == SpanKind.BATCH) {
          open.add(batch, ProducerEvents.kindOf(batch));
        }
      }
      bytesRead.accept(segment.sizeBytes());
    }
    return new ReplicaView(replica, open, fetchBytes, bytesRead);
  }

  /** The end of the log: if a broker leads alone, everything it has is replicated. */
  public long highWatermark() {
    return replica.logEndOffset();
  }

  /**
   * Where the oldest open transaction makes {@code read_committed} stop, or the high watermark. It
   * may lie below the log start, see {@link StableOffset}.
   */
  public long lastStableOffset() {
    return lastStableOffset;
  }

  /**
   * The transactions that are open at the end of the log: first offset of each, by producer id. It
   * lies below the log start for what only a producer snapshot knows.
   */
  public Map<Long, Long> openTransactions() {
    return openTransactions;
  }

  /**
   * The last stable offset if a producer's open transaction had ended.
   *
   * @throws IOException if the medium fails
   */
  public long lastStableOffsetWithout(long producerId) throws IOException {
    OptionalLong oldest =
        openTransactions.entrySet().stream()
            .filter(transaction -> transaction.getKey() != producerId)
            .mapToLong(Map.Entry::getValue)
            .min();
    return oldest.isPresent()
        ? StableOffset.place(replica, oldest.getAsLong())
            .map(StableOffset.Place::offset)
            .orElse(highWatermark())
        : highWatermark();
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

  /** Told each span of the log; the cursor stands on it only meanwhile. */
  public interface SpanVisitor {
    /** An intact batch. */
    void batch(SegmentCursor batch, ProducerEvent.Kind kind, BatchSight sight) throws IOException;

    /** Anything else than a batch or preallocated space. */
    void trouble(SegmentCursor span, SpanKind kind);

    /**
     * Told once, if consumers cannot go on because of trouble.
     *
     * @param offset that they ask for in vain
     */
    void stop(long offset);
  }

  /**
   * Tells all of the log from its first byte on, with what consumers get of each batch. Records are
   * not decoded.
   *
   * @throws IOException if the medium fails
   */
  public void walk(SpanVisitor visitor) throws IOException {
    new Walk(visitor).run();
  }

  /** One way through the log, with the eyes of both isolation levels. */
  private final class Walk {
    private final CommittedFetches fetches = new CommittedFetches(replica, stable, fetchBytes);
    private final SpanVisitor visitor;
    private final SegmentCursor span = new SegmentCursor();
    private long nextOffset = replica.logStartOffset();
    private boolean isStopped;

    Walk(SpanVisitor visitor) {
      this.visitor = visitor;
    }

    void run() throws IOException {
      for (int s = 0; s < replica.segments().size(); s++) {
        Segment segment = replica.segments().get(s);
        span.open(segment.log(), segment.baseOffset());
        for (SpanKind kind = span.next(); kind != null; kind = span.next()) {
          if (kind == SpanKind.BATCH) {
            ProducerEvent.Kind what = ProducerEvents.kindOf(span);
            visitor.batch(span, what, sight(s, what));
          } else if (kind != SpanKind.PREALLOCATED) {
            visitor.trouble(span, kind);
            if (!isStopped && s >= replica.segmentOf(replica.logStartOffset())) {
              isStopped = true;
              visitor.stop(nextOffset);
            }
          }
        }
        bytesRead.accept(segment.sizeBytes());
      }
    }

    private BatchSight sight(int segment, ProducerEvent.Kind what) throws IOException {
      if (span.lastOffset() < replica.logStartOffset()) {
        return BatchSight.BELOW_LOG_START;
      }
      if (isStopped) {
        return BatchSight.BEHIND_DAMAGE;
      }
      long asked = nextOffset;
      nextOffset = span.nextOffset();
      if (span.baseOffset() >= lastStableOffset) {
        return BatchSight.BEYOND_STABLE;
      }
      return fetches.drops(segment, span, what, asked) ? BatchSight.DROPPED : BatchSight.SERVED;
    }
  }

  /** One consumer's way through the log. */
  private final class Reading {
    private final CommittedFetches fetches = new CommittedFetches(replica, stable, fetchBytes);
    private final boolean isCommitted;
    private final Visitor visitor;
    private final long end;
    private final SegmentCursor batch = new SegmentCursor();
    private final RecordCursor records = new RecordCursor();
    private long nextOffset = replica.logStartOffset();
    private int segment;

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
      boolean isDropped =
          isCommitted && fetches.drops(segment, batch, ProducerEvents.kindOf(batch), nextOffset);
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
  }
}
