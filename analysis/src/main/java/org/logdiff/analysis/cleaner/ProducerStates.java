package org.logdiff.analysis.cleaner;

import java.io.IOException;
import java.util.HashMap;
import java.util.Map;
import java.util.OptionalLong;
import org.logdiff.analysis.replica.Replica;
import org.logdiff.analysis.replica.Segment;
import org.logdiff.analysis.transaction.ProducerEvent;
import org.logdiff.analysis.transaction.ProducerEvents;
import org.logdiff.format.batch.SegmentCursor;
import org.logdiff.format.batch.SpanKind;
import org.logdiff.format.snapshot.ProducerEntry;

/**
 * The producer state that a broker has of a log once it has loaded it: the newest snapshot above
 * the log start and up to the log end, and every batch from there on. One entry for each producer
 * in it.
 *
 * <p>A broker that has been running may know more: a producer that a cleaner has since taken all
 * batches of. It keeps those for its periodic snapshots, so that they are in the newest snapshot
 * unless they came after it.
 *
 * <p>Source: {@code UnifiedLog.rebuildProducerState}, {@code ProducerStateManager}, {@code
 * ProducerAppendInfo}, {@code ProducerStateEntry}, Kafka 4.4.0.
 */
public final class ProducerStates {
  private static final long NONE = -1;

  private final Replica replica;
  private final Map<Long, Entry> entries = new HashMap<>();
  private long fromOffset;

  private static final class Entry {
    private short epoch = -1;
    private long lastDataOffset = NONE;
    private long lastTimestampMs = NONE;
    private long openFirstOffset = NONE;

    private boolean isExpired(long nowMs, long expirationMs) {
      return openFirstOffset == NONE && nowMs - lastTimestampMs >= expirationMs;
    }

    private void epoch(short next) {
      if (next != epoch) {
        epoch = next;
        lastDataOffset = NONE;
      }
    }
  }

  private ProducerStates(Replica replica) {
    this.replica = replica;
  }

  /**
   * Replays a log.
   *
   * @param loadedAtMs what is expired then is not taken from the snapshot
   * @throws IOException if the medium fails
   */
  static ProducerStates of(Replica replica, long expirationMs, long loadedAtMs) throws IOException {
    ProducerStates replay = new ProducerStates(replica);
    replay.load(expirationMs, loadedAtMs);
    replay.walk();
    return replay;
  }

  /** First offset of the oldest open transaction; empty without one. */
  OptionalLong firstOpenOffset() {
    return entries.values().stream()
        .filter(entry -> entry.openFirstOffset != NONE)
        .mapToLong(entry -> entry.openFirstOffset)
        .min();
  }

  /**
   * Those that are not expired: with an open transaction, or with a timestamp late enough.
   *
   * @param expirationMs {@code producer.id.expiration.ms}
   */
  public Map<Long, ActiveProducer> active(long nowMs, long expirationMs) {
    Map<Long, ActiveProducer> active = new HashMap<>();
    entries.forEach(
        (producerId, entry) -> {
          if (!entry.isExpired(nowMs, expirationMs)) {
            active.put(producerId, new ActiveProducer(entry.lastDataOffset, entry.epoch));
          }
        });
    return active;
  }

  private void load(long expirationMs, long loadedAtMs) {
    fromOffset = replica.logStartOffset();
    for (Replica.SnapshotAt snapshot : replica.snapshots()) {
      if (snapshot.offset() > replica.logStartOffset()
          && snapshot.offset() <= replica.logEndOffset()) {
        fromOffset = snapshot.offset();
        entries.clear();
        snapshot.state().producerEntries().forEach(this::load);
        entries.values().removeIf(entry -> entry.isExpired(loadedAtMs, expirationMs));
      }
    }
  }

  private void load(ProducerEntry stored) {
    Entry entry = new Entry();
    entry.epoch = stored.epoch();
    entry.lastDataOffset = stored.lastOffset();
    entry.lastTimestampMs = stored.timestamp();
    entry.openFirstOffset = stored.hasOpenTransaction() ? stored.currentTxnFirstOffset() : NONE;
    entries.put(stored.producerId(), entry);
  }

  private void walk() throws IOException {
    SegmentCursor batches = new SegmentCursor();
    for (int s = replica.segmentOf(fromOffset); s < replica.segments().size(); s++) {
      Segment segment = replica.segments().get(s);
      batches.open(segment.log(), segment.baseOffset());
      for (SpanKind kind = batches.next(); kind != null; kind = batches.next()) {
        if (kind == SpanKind.BATCH
            && batches.lastOffset() >= fromOffset
            && batches.producerId() >= 0) {
          take(batches);
        }
      }
    }
  }

  private void take(SegmentCursor batch) {
    Entry entry = entries.computeIfAbsent(batch.producerId(), id -> new Entry());
    ProducerEvent.Kind kind = ProducerEvents.kindOf(batch);
    if (kind == ProducerEvent.Kind.DATA) {
      entry.epoch(batch.producerEpoch());
      entry.lastDataOffset = batch.lastOffset();
      entry.lastTimestampMs = batch.maxTimestamp();
      if (batch.isTransactional() && entry.openFirstOffset == NONE) {
        entry.openFirstOffset = batch.baseOffset();
      }
    } else if (kind.isEnd()) {
      entry.epoch(batch.producerEpoch());
      entry.lastTimestampMs = batch.maxTimestamp();
      entry.openFirstOffset = NONE;
    }
  }
}
