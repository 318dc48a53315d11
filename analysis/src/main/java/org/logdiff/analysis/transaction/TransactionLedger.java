package org.logdiff.analysis.transaction;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.NavigableMap;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;
import org.logdiff.analysis.align.Candidates;
import org.logdiff.analysis.align.OffsetRanges;
import org.logdiff.analysis.key.ReplicaRange;
import org.logdiff.analysis.report.Confidence;

/**
 * The transactions of a partition by the word of all replicas together, and what is proven of their
 * outcomes (docs/semantics.md, 5.2).
 */
public final class TransactionLedger implements Outcomes {
  private final List<ReplicaRange> ranges;
  private final OffsetRanges nobody;
  private final CoordinatorWord coordinator;
  private final List<ProducerTransaction> transactions = new ArrayList<>();
  private final Map<Long, NavigableMap<Long, TransactionPart>> parts = new TreeMap<>();
  private final Map<Long, List<ProducerEvent>> byProducer = new TreeMap<>();
  private final Set<Long> ofProtocol2 = new HashSet<>();

  /**
   * @param events of all replicas, by offset
   * @param nobody offsets at which no replica has a batch
   */
  public TransactionLedger(
      List<ProducerEvent> events,
      List<ReplicaRange> ranges,
      OffsetRanges nobody,
      CoordinatorWord coordinator) {
    this.ranges = List.copyOf(ranges);
    this.nobody = nobody;
    this.coordinator = coordinator;
    for (ProducerEvent event : events) {
      int mask = counting(event);
      if (mask != 0
          && event.producerId() >= 0
          && event.kind() != ProducerEvent.Kind.OTHER_CONTROL) {
        byProducer
            .computeIfAbsent(event.producerId(), id -> new ArrayList<>())
            .add(event.withMask(mask));
      }
    }
    byProducer.forEach(
        (producerId, list) -> {
          list.sort(Comparator.comparingLong(ProducerEvent::firstOffset));
          new ProducerLedger(producerId, list).build();
        });
    transactions.sort(Comparator.comparingLong(ProducerTransaction::firstOffset));
  }

  /** All transactions of which any data is left, by first offset. */
  public List<ProducerTransaction> transactions() {
    return transactions;
  }

  @Override
  public Outcome of(long producerId, long offset) {
    return partOf(producerId, offset).map(TransactionPart::outcome).orElse(Outcome.UNPROVEN);
  }

  /** The part that a producer's data batch at an offset belongs to. */
  public Optional<TransactionPart> partOf(long producerId, long offset) {
    NavigableMap<Long, TransactionPart> ofProducer = parts.get(producerId);
    if (ofProducer == null) {
      return Optional.empty();
    }
    Map.Entry<Long, TransactionPart> entry = ofProducer.floorEntry(offset);
    return entry == null || entry.getValue().lastOffset() < offset
        ? Optional.empty()
        : Optional.of(entry.getValue());
  }

  /** The full marker that decides a part on one replica: the producer's next one there. */
  public Optional<ProducerEvent> decidingOn(int replica, TransactionPart part) {
    for (ProducerEvent event : byProducer.getOrDefault(part.producerId(), List.of())) {
      if (event.firstOffset() > part.lastOffset()
          && event.kind().isEnd()
          && (event.mask() & 1 << replica) != 0) {
        return Optional.of(event);
      }
    }
    return Optional.empty();
  }

  /** Whether a producer is seen to bump its epoch with each end. */
  public boolean speaksProtocol2(long producerId) {
    return ofProtocol2.contains(producerId);
  }

  /** Offsets between two, exclusive, at which no replica has a batch. */
  public Candidates gapsBetween(long after, long before, int most) {
    return after + 1 > before - 1
        ? Candidates.NONE
        : nobody.candidates(after + 1, before - 1, most);
  }

  /** Whether there certainly is such an offset, which may not be known if there are very many. */
  boolean hasGapBetween(long after, long before) {
    return nobody.certainlyIntersects(after + 1, before - 1);
  }

  /** Whether another end can have been between two offsets. */
  private boolean hidesEnd(long after, long before) {
    return nobody.intersects(after + 1, before - 1);
  }

  private int counting(ProducerEvent event) {
    int mask = 0;
    for (int r = 0; r < ranges.size(); r++) {
      if ((event.mask() & 1 << r) != 0 && ranges.get(r).covers(event.lastOffset())) {
        mask |= 1 << r;
      }
    }
    return mask;
  }

  /**
   * Replicas that had seen a part end, by law D: they cover its data and have removed some of it.
   */
  int removers(List<DataRange> data) {
    int mask = 0;
    for (DataRange range : data) {
      mask |= range.reducedMask();
      for (int r = 0; r < ranges.size(); r++) {
        boolean hasRemoved =
            (range.mask() & 1 << r) == 0
                && ranges.get(r).covers(range.firstOffset())
                && ranges.get(r).covers(range.lastOffset())
                && !ranges.get(r).mayHideAtOrAbove(range.firstOffset());
        mask |= hasRemoved ? 1 << r : 0;
      }
    }
    return mask;
  }

  /** Builds the transactions of one producer. */
  private final class ProducerLedger {
    private final long producerId;
    private final List<ProducerEvent> events;
    private boolean speaksProtocol2;

    ProducerLedger(long producerId, List<ProducerEvent> events) {
      this.producerId = producerId;
      this.events = events;
    }

    void build() {
      speaksProtocol2 = speaksProtocol2();
      if (speaksProtocol2) {
        ofProtocol2.add(producerId);
      }
      int i = 0;
      while (i < events.size()) {
        i = events.get(i).kind() == ProducerEvent.Kind.DATA ? transactionAt(i) : i + 1;
      }
    }

    /** A COMMIT one epoch above its data, or data at the epoch that an end has bumped. */
    private boolean speaksProtocol2() {
      ProducerEvent data = null;
      ProducerEvent bump = null;
      for (ProducerEvent event : events) {
        if (event.kind() == ProducerEvent.Kind.DATA) {
          if (bump != null && event.producerEpoch() == bump.producerEpoch()) {
            return true;
          }
          data = event;
          bump = null;
        } else if (data != null && event.producerEpoch() == data.producerEpoch() + 1) {
          if (event.kind() == ProducerEvent.Kind.COMMIT) {
            return true;
          }
          bump = event;
        }
      }
      return false;
    }

    private int transactionAt(int start) {
      short epoch = events.get(start).producerEpoch();
      List<DataRange> data = new ArrayList<>();
      int i = start;
      while (i < events.size()
          && events.get(i).kind() == ProducerEvent.Kind.DATA
          && events.get(i).producerEpoch() == epoch) {
        add(data, events.get(i));
        i++;
      }
      Optional<TransactionEnd> end = Optional.empty();
      if (i < events.size()
          && events.get(i).kind() != ProducerEvent.Kind.DATA
          && fits(events.get(i), epoch, i)) {
        end = Optional.of(endAt(i));
        long offset = end.get().offset();
        while (i < events.size() && events.get(i).firstOffset() == offset) {
          i++;
        }
      }
      boolean isBumped =
          end.isEmpty() && i < events.size() && events.get(i).producerEpoch() > epoch;
      long nextOffset = i < events.size() ? events.get(i).firstOffset() : Long.MAX_VALUE;
      List<TransactionPart> ofTransaction = parts(epoch, data, end, isBumped, nextOffset);
      transactions.add(
          new ProducerTransaction(
              producerId, epoch, data, end, isBumped, nextOffset, ofTransaction));
      NavigableMap<Long, TransactionPart> ofProducer =
          parts.computeIfAbsent(producerId, id -> new TreeMap<>());
      ofTransaction.forEach(part -> ofProducer.put(part.firstOffset(), part));
      return i;
    }

    private void add(List<DataRange> data, ProducerEvent event) {
      int reduced =
          event.recordsCount() < event.lastOffset() - event.firstOffset() + 1 ? event.mask() : 0;
      int last = data.size() - 1;
      if (last >= 0 && data.get(last).firstOffset() == event.firstOffset()) {
        DataRange same = data.get(last);
        data.set(
            last,
            new DataRange(
                same.firstOffset(),
                Math.max(same.lastOffset(), event.lastOffset()),
                same.mask() | event.mask(),
                same.reducedMask() | reduced,
                Math.max(same.lastTimestamp(), event.lastTimestamp())));
        return;
      }
      data.add(
          new DataRange(
              event.firstOffset(),
              event.lastOffset(),
              event.mask(),
              reduced,
              event.lastTimestamp()));
    }

    /** An end fits at the data's epoch or one above; an ABORT also two above (KAFKA-19367). */
    private boolean fits(ProducerEvent end, short epoch, int i) {
      int bump = end.producerEpoch() - epoch;
      if (bump == 0 || bump == 1) {
        return true;
      }
      if (bump != 2 || end.kind() == ProducerEvent.Kind.COMMIT) {
        return false;
      }
      int next = i + 1;
      while (next < events.size() && events.get(next).firstOffset() == end.firstOffset()) {
        next++;
      }
      if (next == events.size()) {
        return true;
      }
      ProducerEvent after = events.get(next);
      boolean isData = after.kind() == ProducerEvent.Kind.DATA;
      return isData
          ? after.producerEpoch() != end.producerEpoch()
          : after.producerEpoch() != end.producerEpoch() + 1;
    }

    private TransactionEnd endAt(int start) {
      ProducerEvent first = events.get(start);
      Optional<ProducerEvent.Kind> kind = Optional.empty();
      int full = 0;
      int gravestones = 0;
      for (int i = start;
          i < events.size() && events.get(i).firstOffset() == first.firstOffset();
          i++) {
        if (events.get(i).kind().isEnd()) {
          kind = Optional.of(events.get(i).kind());
          full |= events.get(i).mask();
        } else {
          gravestones |= events.get(i).mask();
        }
      }
      return new TransactionEnd(
          first.firstOffset(),
          first.producerEpoch(),
          kind,
          full,
          gravestones,
          first.lastTimestamp());
    }

    private List<TransactionPart> parts(
        short epoch,
        List<DataRange> data,
        Optional<TransactionEnd> end,
        boolean isBumped,
        long nextOffset) {
      boolean endsBumpEpoch =
          isBumped || (end.isPresent() && end.get().producerEpoch() > epoch && speaksProtocol2);
      List<TransactionPart> result = new ArrayList<>();
      List<DataRange> current = new ArrayList<>();
      for (DataRange range : data) {
        if (!current.isEmpty() && !endsBumpEpoch) {
          DataRange before = current.get(current.size() - 1);
          if (hidesEnd(before.lastOffset(), range.firstOffset())) {
            result.add(part(epoch, current, end, range.firstOffset(), nextOffset));
            current = new ArrayList<>();
          }
        }
        current.add(range);
      }
      result.add(
          part(
              epoch, current, end, end.map(TransactionEnd::offset).orElse(nextOffset), nextOffset));
      return result;
    }

    private TransactionPart part(
        short epoch,
        List<DataRange> data,
        Optional<TransactionEnd> end,
        long nextOffset,
        long afterTransaction) {
      long first = data.get(0).lastTimestamp();
      long last = data.get(data.size() - 1).lastTimestamp();
      Optional<CoordinatorWord.Decision> decision =
          coordinator.decision(producerId, epoch, first, last);
      if (decision.isPresent() && decision.get().confidence() != Confidence.INFERRED) {
        return new TransactionPart(
            producerId,
            epoch,
            data,
            decision.get().isCommit() ? Outcome.COMMITTED : Outcome.ABORTED,
            decision.get().text(),
            decision,
            nextOffset);
      }
      if (end.isEmpty()) {
        boolean hasEnded = removers(data) != 0 || afterTransaction != Long.MAX_VALUE;
        return new TransactionPart(
            producerId,
            epoch,
            data,
            hasEnded ? Outcome.UNPROVEN : Outcome.OPEN,
            null,
            decision,
            nextOffset);
      }
      long lastOffset = data.get(data.size() - 1).lastOffset();
      String proof = proof(epoch, lastOffset, end.get());
      Outcome outcome =
          proof == null
              ? Outcome.UNPROVEN
              : end.get().kind().orElseThrow() == ProducerEvent.Kind.COMMIT
                  ? Outcome.COMMITTED
                  : Outcome.ABORTED;
      return new TransactionPart(
          producerId,
          epoch,
          data,
          outcome,
          proof,
          proof == null ? decision : Optional.<CoordinatorWord.Decision>empty(),
          nextOffset);
    }

    /** Why an end is the end of this data, or null if that is not proven. */
    private String proof(short epoch, long lastOffset, TransactionEnd end) {
      if (end.kind().isEmpty()) {
        return null;
      }
      boolean isBump = end.producerEpoch() == epoch + 1;
      if (isBump && end.kind().get() == ProducerEvent.Kind.COMMIT) {
        return "a COMMIT one epoch above the data ends just that data";
      }
      if (isBump && speaksProtocol2) {
        return "the producer bumps its epoch at each end, and this ABORT is one above the data";
      }
      return hidesEnd(lastOffset, end.offset())
          ? null
          : "no offset between the data and the marker could hide another end";
    }
  }
}
