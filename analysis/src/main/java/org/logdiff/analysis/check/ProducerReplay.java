package org.logdiff.analysis.check;

import java.util.Collection;
import java.util.HashMap;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import org.logdiff.analysis.align.OffsetRanges;
import org.logdiff.analysis.transaction.ProducerEvent;

/**
 * The state of each producer at some point of a log, replayed batch by batch from what the log
 * still holds, as the broker replays it. One entry for each producer id in the log.
 *
 * <p>A cleaner may have taken batches away since they were appended, so the broker's own state at
 * that point may have been further than this one, never behind it, but for producers that it forgot
 * ({@code producer.id.expiration.ms}).
 *
 * <p>Source: {@code ProducerStateManager}, {@code ProducerAppendInfo}, {@code ProducerStateEntry},
 * Kafka 4.4.0.
 */
final class ProducerReplay {
  /** What is unknown or not there. */
  static final long NONE = -1;

  /** Gaps and hidden offsets that are told apart; beyond that, they are taken to be everywhere. */
  private static final int RANGES = 1 << 16;

  private final Map<Long, State> states = new HashMap<>();
  private final TreeMap<Long, State> openByFirstOffset = new TreeMap<>();
  private final OffsetRanges gaps = OffsetRanges.coveringAll(RANGES);
  private final OffsetRanges hidden = OffsetRanges.coveringAll(RANGES);
  private long nextOffset = NONE;
  private boolean isAfterHidden;

  /** What is known of one producer. */
  static final class State {
    final long producerId;
    short epoch = -1;
    int lastSequence = -1;
    long lastOffset = NONE;
    int offsetDelta;
    long timestamp = NONE;
    int coordinatorEpoch = -1;

    /** Of the open transaction, or NONE. */
    long openFirstOffset = NONE;

    /** Of the open transaction's latest data. */
    short openEpoch = -1;

    /** Where the open transaction's data of its latest epoch begins. */
    long openEpochOffset = NONE;

    /** Of the open transaction's data. */
    long openLastOffset = NONE;

    long openFirstTimestamp = NONE;
    long openLastTimestamp = NONE;

    /** Of the last full end marker. */
    long endOffset = NONE;

    short endEpoch = -1;
    ProducerEvent.Kind endKind;

    /** Offset of the last batch or full marker of this producer. */
    long seenOffset = NONE;

    /**
     * Whether an end of a transaction was seen to raise the epoch and the producer to go on at it.
     */
    boolean speaksProtocol2;

    /** Whether a batch ever had a lower producer epoch than one before it. */
    boolean hasGoneBack;

    private State(long producerId) {
      this.producerId = producerId;
    }

    boolean isOpen() {
      return openFirstOffset != NONE;
    }
  }

  /** The state of a producer; null if the log has shown nothing of it so far. */
  State of(long producerId) {
    return states.get(producerId);
  }

  Collection<State> all() {
    return states.values();
  }

  /** First offset of the oldest open transaction of any other producer; empty without one. */
  Optional<Long> oldestOpenBut(long producerId) {
    return openByFirstOffset.values().stream()
        .filter(state -> state.producerId != producerId)
        .map(state -> state.openFirstOffset)
        .findFirst();
  }

  /** First offset of the oldest open transaction; empty without one. */
  Optional<Long> oldestOpen() {
    return openByFirstOffset.isEmpty()
        ? Optional.empty()
        : Optional.of(openByFirstOffset.firstKey());
  }

  /** Offsets so far that have no batch here. */
  OffsetRanges gaps() {
    return gaps;
  }

  /** Whether damage can hide anything from one offset to another, both inclusive. */
  boolean hides(long first, long last) {
    return hidden.intersects(first, last) || isAfterHidden && last >= nextOffset;
  }

  /** The offset after the last batch; NONE before the first. */
  long nextOffset() {
    return nextOffset;
  }

  /** From here to the next batch nothing is known. */
  void damaged(long expectedOffset) {
    if (nextOffset == NONE) {
      nextOffset = expectedOffset;
    }
    isAfterHidden = true;
  }

  /** The log ends; what damage hides at its end is hidden for good. */
  void ended() {
    if (isAfterHidden) {
      hidden.add(Math.max(0, nextOffset), Long.MAX_VALUE - 1);
    }
  }

  /** The next batch begins at an offset: what lies between has no batch, or damage hides it. */
  void reach(long base) {
    if (nextOffset != NONE && base > nextOffset) {
      (isAfterHidden ? hidden : gaps).add(nextOffset, base - 1);
    }
    isAfterHidden = false;
  }

  /** Takes the batch that was reached. */
  void apply(WalkedBatch batch) {
    nextOffset = Math.max(nextOffset, batch.lastOffset() + 1);
    if (!batch.header().hasProducerId()) {
      return;
    }
    switch (batch.kind()) {
      case DATA -> data(batch);
      case COMMIT, ABORT -> end(batch);
      case OTHER_CONTROL -> hidden.add(batch.baseOffset(), batch.lastOffset());
      case GRAVESTONE -> {}
    }
  }

  private State at(WalkedBatch batch) {
    State state = states.computeIfAbsent(batch.header().producerId(), State::new);
    short epoch = batch.header().producerEpoch();
    state.hasGoneBack |= epoch < state.epoch;
    if (epoch != state.epoch) {
      state.epoch = epoch;
      state.lastSequence = -1;
      state.lastOffset = NONE;
      state.offsetDelta = 0;
    }
    state.timestamp = batch.header().maxTimestamp();
    state.seenOffset = batch.lastOffset();
    return state;
  }

  private void data(WalkedBatch batch) {
    State state = at(batch);
    state.lastSequence = batch.header().lastSequence();
    state.lastOffset = batch.lastOffset();
    state.offsetDelta = batch.header().lastOffsetDelta();
    if (batch.header().isTransactional()) {
      if (!state.isOpen()) {
        state.openFirstOffset = batch.baseOffset();
        state.openFirstTimestamp = batch.header().maxTimestamp();
        openByFirstOffset.put(batch.baseOffset(), state);
      }
      if (state.openEpochOffset == NONE || state.openEpoch != batch.header().producerEpoch()) {
        state.openEpochOffset = batch.baseOffset();
      }
      state.openEpoch = batch.header().producerEpoch();
      state.openLastOffset = batch.lastOffset();
      state.openLastTimestamp = batch.header().maxTimestamp();
    }
  }

  private void end(WalkedBatch batch) {
    State state = at(batch);
    state.coordinatorEpoch = batch.coordinatorEpoch();
    if (state.isOpen()) {
      state.speaksProtocol2 |=
          batch.kind() == ProducerEvent.Kind.COMMIT
              && batch.header().producerEpoch() == state.openEpoch + 1;
      state.openEpochOffset = NONE;
      openByFirstOffset.remove(state.openFirstOffset);
      state.openFirstOffset = NONE;
    }
    state.endOffset = batch.baseOffset();
    state.endEpoch = batch.header().producerEpoch();
    state.endKind = batch.kind();
  }
}
