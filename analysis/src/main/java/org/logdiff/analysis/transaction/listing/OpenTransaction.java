package org.logdiff.analysis.transaction.listing;

import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.logdiff.analysis.transaction.BatchSight;
import org.logdiff.format.batch.RecordBatchHeader;
import org.logdiff.format.batch.SegmentCursor;
import org.logdiff.format.snapshot.ProducerEntry;

/** What is known so far of a transaction whose end has not come yet. */
final class OpenTransaction {
  private static final long NONE = -1;

  private final long producerId;
  private final long firstOffset;
  private final short firstEpoch;
  private final boolean isInherited;
  private long firstTimestampMs = NONE;
  private short lastEpoch;
  private long lastOffset;
  private long lastTimestampMs;
  private long batches;
  private long emptyBatches;
  private long records;
  private long bytes;
  private long dropped;
  private Seen seen = Seen.NOTHING;
  private long epochRaisedAt = NONE;
  private long emptyControlBatchAt = NONE;
  private long damageAt = NONE;

  /** Begins with a data batch. */
  OpenTransaction(SegmentCursor batch) {
    producerId = batch.producerId();
    firstOffset = batch.baseOffset();
    firstEpoch = batch.producerEpoch();
    lastEpoch = firstEpoch;
    isInherited = false;
  }

  /** Began below the log start, as a snapshot says. */
  OpenTransaction(ProducerEntry entry) {
    producerId = entry.producerId();
    firstOffset = entry.currentTxnFirstOffset();
    firstEpoch = entry.epoch();
    lastEpoch = firstEpoch;
    lastOffset = Math.max(firstOffset, entry.lastOffset());
    lastTimestampMs = entry.timestamp();
    isInherited = true;
  }

  long producerId() {
    return producerId;
  }

  long firstOffset() {
    return firstOffset;
  }

  /**
   * Adds a data batch.
   *
   * @param visible its records at or above the log start
   */
  void add(SegmentCursor batch, BatchSight sight, long visible) {
    if (batch.producerEpoch() > lastEpoch && epochRaisedAt == NONE) {
      epochRaisedAt = batch.baseOffset();
    }
    lastEpoch = batch.producerEpoch();
    lastOffset = Math.max(lastOffset, batch.lastOffset());
    lastTimestampMs = batch.maxTimestamp();
    if (batches == 0 && !isInherited) {
      firstTimestampMs = firstTimestampMs(batch.header());
    }
    batches++;
    emptyBatches += batch.recordsCount() == 0 ? 1 : 0;
    records += visible;
    bytes += batch.length();
    dropped += sight == BatchSight.DROPPED ? visible : 0;
    seen = seen.plus(seen(sight, visible));
  }

  /** A delete horizon, and the emptying of a batch, leave only the largest timestamp. */
  private static long firstTimestampMs(RecordBatchHeader header) {
    return header.hasDeleteHorizon() || header.isLogAppendTime() || header.baseTimestamp() < 0
        ? header.maxTimestamp()
        : header.baseTimestamp();
  }

  static Seen seen(BatchSight sight, long records) {
    return switch (sight) {
      case SERVED -> new Seen(records, records, 0);
      case DROPPED -> new Seen(records, 0, 0);
      case BEYOND_STABLE -> new Seen(records, 0, records);
      case BELOW_LOG_START, BEHIND_DAMAGE -> Seen.NOTHING;
    };
  }

  void addEmptyControlBatch(long offset) {
    emptyControlBatchAt = emptyControlBatchAt == NONE ? offset : emptyControlBatchAt;
  }

  void addDamage(long offset) {
    damageAt = damageAt == NONE ? offset : damageAt;
  }

  /** It is ended by a marker. */
  ListedTransaction ended(Outcome outcome, ListedTransaction.End end) {
    List<Remark> remarks = remarks();
    Protocol protocol = Protocol.of(lastEpoch, end.producerEpoch(), outcome);
    if (protocol == Protocol.UNKNOWN) {
      remarks.add(new Remark(Remark.Kind.MARKER_OF_OTHER_EPOCH, end.offset()));
    }
    if (outcome == Outcome.ABORTED && seen.readCommitted() > 0) {
      remarks.add(new Remark(Remark.Kind.ABORTED_BUT_SERVED, end.offset()));
    }
    if (outcome == Outcome.COMMITTED && dropped > 0) {
      remarks.add(new Remark(Remark.Kind.COMMITTED_BUT_HIDDEN, end.offset()));
    }
    return listed(outcome, Optional.of(end), protocol, remarks);
  }

  /**
   * It is open to the end of the log.
   *
   * @param lastEnd the last marker of its producer before it
   */
  ListedTransaction open(Optional<ListedTransaction.End> lastEnd) {
    List<Remark> remarks = remarks();
    if (lastEnd.isPresent() && !isInherited) {
      ListedTransaction.End before = lastEnd.get();
      if (before.producerEpoch() > firstEpoch) {
        remarks.add(new Remark(Remark.Kind.LATE_DATA, before.offset()));
      } else if (before.producerEpoch() == firstEpoch) {
        remarks.add(new Remark(Remark.Kind.SAME_EPOCH_AS_MARKER, before.offset()));
      }
    }
    return listed(Outcome.OPEN, Optional.empty(), Protocol.UNKNOWN, remarks);
  }

  private List<Remark> remarks() {
    List<Remark> remarks = new ArrayList<>();
    add(remarks, Remark.Kind.BEGAN_BELOW_LOG_START, isInherited ? firstOffset : NONE);
    add(remarks, Remark.Kind.EMPTY_CONTROL_BATCH, emptyControlBatchAt);
    add(remarks, Remark.Kind.EPOCH_RAISED, epochRaisedAt);
    boolean hasOnlyEmpty = batches > 0 && emptyBatches == batches;
    add(remarks, Remark.Kind.ONLY_EMPTY_BATCHES, hasOnlyEmpty ? lastOffset : NONE);
    add(remarks, Remark.Kind.DAMAGE_WITHIN, damageAt);
    return remarks;
  }

  private static void add(List<Remark> remarks, Remark.Kind kind, long offset) {
    if (offset != NONE) {
      remarks.add(new Remark(kind, offset));
    }
  }

  private ListedTransaction listed(
      Outcome outcome,
      Optional<ListedTransaction.End> end,
      Protocol protocol,
      List<Remark> remarks) {
    ListedTransaction.Data data =
        new ListedTransaction.Data(
            firstEpoch,
            lastEpoch,
            firstOffset,
            lastOffset,
            batches,
            emptyBatches,
            records,
            bytes,
            firstTimestampMs,
            lastTimestampMs);
    return new ListedTransaction(
        outcome, producerId, Optional.of(data), end, protocol, seen, remarks);
  }
}
