package org.logdiff.analysis.transaction.listing;

import java.io.IOException;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.function.Consumer;
import org.logdiff.analysis.replica.Replica;
import org.logdiff.analysis.report.NotExamined;
import org.logdiff.analysis.transaction.BatchSight;
import org.logdiff.analysis.transaction.InheritedTransactions;
import org.logdiff.analysis.transaction.ProducerEvent;
import org.logdiff.analysis.transaction.ProducerEvents;
import org.logdiff.analysis.transaction.ReplicaView;
import org.logdiff.format.batch.RecordCursor;
import org.logdiff.format.batch.SegmentCursor;
import org.logdiff.format.batch.SpanKind;
import org.logdiff.format.snapshot.ProducerEntry;

/**
 * Puts the transactions of one replica together, batch by batch, as a broker replays them. Keeps
 * one entry for each transaction that is open at the time, and the last marker of each producer
 * that has one open at the end; what has ended is handed on at once.
 */
final class TransactionWalk implements ReplicaView.SpanVisitor {
  /** More places of damage than anybody reads. The rest is counted. */
  private static final int DAMAGE_LISTED = 20;

  private final Replica replica;
  private final ReplicaView view;
  private final Consumer<ListedTransaction> sink;
  private final List<NotExamined> notes;
  private final InheritedTransactions inherited;
  private final Map<Long, OpenTransaction> open = new HashMap<>();
  private final Map<Long, ListedTransaction.End> lastEnds = new HashMap<>();
  private final RecordCursor records = new RecordCursor();
  private Seen inTransactions = Seen.NOTHING;
  private Seen outside = Seen.NOTHING;
  private long committed;
  private long aborted;
  private long stillOpen;
  private long loneMarkers;
  private long emptyControlBatches;
  private long damages;
  private OptionalLong consumersStopAt = OptionalLong.empty();
  private long waitingRecords;
  private long waitingBatches;
  private long waitingBytes;
  private long waitingTransactions;

  /**
   * @param sink takes the transactions: by their ends, then the open ones by their beginnings
   * @param notes takes what was not decoded
   */
  TransactionWalk(
      Replica replica,
      ReplicaView view,
      Consumer<ListedTransaction> sink,
      List<NotExamined> notes) {
    this.replica = replica;
    this.view = view;
    this.sink = sink;
    this.notes = notes;
    inherited = InheritedTransactions.of(replica);
    for (ProducerEntry entry : inherited.producers()) {
      open.put(entry.producerId(), new OpenTransaction(entry));
    }
  }

  /**
   * Walks the log.
   *
   * @return what holds the last stable offset; empty if nothing does
   * @throws IOException if the medium fails
   */
  Optional<Standstill> run() throws IOException {
    view.walk(this);
    if (damages > DAMAGE_LISTED) {
      notes.add(
          new NotExamined(
              replica.name(),
              (damages - DAMAGE_LISTED) + " more places that are damaged or not decoded",
              "not listed",
              true));
    }
    List<OpenTransaction> left =
        open.values().stream()
            .sorted(Comparator.comparingLong(OpenTransaction::firstOffset))
            .toList();
    Optional<Standstill> standstill = Optional.empty();
    for (OpenTransaction transaction : left) {
      ListedTransaction listed = finished(transaction);
      if (standstill.isEmpty()) {
        standstill = Optional.of(standstill(listed));
      }
    }
    return standstill;
  }

  private ListedTransaction finished(OpenTransaction transaction) {
    ListedTransaction listed =
        transaction.open(Optional.ofNullable(lastEnds.get(transaction.producerId())));
    stillOpen++;
    emit(listed);
    return listed;
  }

  private Standstill standstill(ListedTransaction oldest) throws IOException {
    return new Standstill(
        oldest,
        waitingRecords,
        waitingBatches,
        waitingBytes,
        waitingTransactions,
        view.lastStableOffsetWithout(oldest.producerId()));
  }

  /** The offset that consumers ask for in vain, because of damage; empty if they can go on. */
  OptionalLong consumersStopAt() {
    return consumersStopAt;
  }

  Totals totals() {
    return new Totals(
        committed, aborted, stillOpen, loneMarkers, emptyControlBatches, inTransactions, outside);
  }

  @Override
  public void batch(SegmentCursor batch, ProducerEvent.Kind kind, BatchSight sight) {
    if (sight == BatchSight.BELOW_LOG_START) {
      return;
    }
    switch (kind) {
      case DATA -> data(batch, sight);
      case COMMIT -> end(batch, Outcome.COMMITTED);
      case ABORT -> end(batch, Outcome.ABORTED);
      case GRAVESTONE -> emptyControlBatch(batch);
      case OTHER_CONTROL -> otherControl(batch);
    }
  }

  private void data(SegmentCursor batch, BatchSight sight) {
    long visible = visible(batch);
    if (batch.baseOffset() >= view.lastStableOffset()) {
      waitingRecords += visible;
      waitingBatches++;
      waitingBytes += batch.length();
    }
    if (batch.isTransactional() && batch.producerId() >= 0) {
      open.computeIfAbsent(batch.producerId(), id -> new OpenTransaction(batch))
          .add(batch, sight, visible);
    } else {
      outside = outside.plus(OpenTransaction.seen(sight, visible));
    }
  }

  /** The records at or above the log start; only one batch can lie across it. */
  private long visible(SegmentCursor batch) {
    if (batch.baseOffset() >= replica.logStartOffset()
        || !records.open(batch.array(), batch.at())) {
      return batch.recordsCount();
    }
    long count = 0;
    while (records.next()) {
      count += records.offset() >= replica.logStartOffset() ? 1 : 0;
    }
    return count;
  }

  private void end(SegmentCursor batch, Outcome outcome) {
    long producerId = batch.producerId();
    ListedTransaction.End end =
        new ListedTransaction.End(
            batch.baseOffset(),
            batch.producerEpoch(),
            ProducerEvents.coordinatorEpochOf(batch).orElse(-1),
            batch.maxTimestamp());
    inherited.end(producerId, batch.baseOffset());
    OpenTransaction ended = open.remove(producerId);
    if (view.openTransactions().containsKey(producerId)) {
      lastEnds.put(producerId, end);
    }
    if (ended == null) {
      loneMarkers++;
      emit(
          new ListedTransaction(
              outcome,
              producerId,
              Optional.empty(),
              Optional.of(end),
              Protocol.UNKNOWN,
              Seen.NOTHING,
              List.of()));
      return;
    }
    committed += outcome == Outcome.COMMITTED ? 1 : 0;
    aborted += outcome == Outcome.ABORTED ? 1 : 0;
    waitingTransactions += ended.firstOffset() >= view.lastStableOffset() ? 1 : 0;
    emit(ended.ended(outcome, end));
  }

  private void emit(ListedTransaction transaction) {
    inTransactions = inTransactions.plus(transaction.seen());
    sink.accept(transaction);
  }

  private void emptyControlBatch(SegmentCursor batch) {
    emptyControlBatches++;
    OpenTransaction within = open.get(batch.producerId());
    if (within != null) {
      within.addEmptyControlBatch(batch.baseOffset());
    }
  }

  /** Leaders of an internal log write some; they have no producer. */
  private void otherControl(SegmentCursor batch) {
    if (batch.producerId() >= 0) {
      note(batch, "a control record of a producer that is neither COMMIT nor ABORT");
    }
  }

  @Override
  public void trouble(SegmentCursor span, SpanKind kind) {
    note(
        span,
        switch (kind) {
          case DAMAGED -> "damaged: " + span.damage();
          case OVERSIZED -> "a batch that is too large to be read";
          default -> "a batch of an unknown magic";
        });
    open.values().forEach(transaction -> transaction.addDamage(span.expectedOffset()));
  }

  @Override
  public void stop(long offset) {
    consumersStopAt = OptionalLong.of(offset);
  }

  private void note(SegmentCursor span, String why) {
    if (damages++ < DAMAGE_LISTED) {
      notes.add(
          new NotExamined(
              replica.name(),
              span.file().path().getFileName()
                  + " at position "
                  + span.position()
                  + ", "
                  + span.length()
                  + " bytes",
              why,
              true));
    }
  }
}
