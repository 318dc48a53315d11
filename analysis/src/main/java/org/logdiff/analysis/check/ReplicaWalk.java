package org.logdiff.analysis.check;

import java.io.IOException;
import java.util.List;
import java.util.Optional;
import java.util.function.LongConsumer;
import org.logdiff.analysis.replica.Replica;
import org.logdiff.analysis.replica.Segment;
import org.logdiff.analysis.transaction.ProducerEvent;
import org.logdiff.format.batch.ControlRecord;
import org.logdiff.format.batch.RecordBatchHeader;
import org.logdiff.format.batch.RecordCursor;
import org.logdiff.format.batch.SegmentCursor;
import org.logdiff.format.batch.SpanKind;

/**
 * One pass over a replica's log, from its first segment to its end, told to any number of checks.
 */
final class ReplicaWalk {
  private final Replica replica;
  private final boolean decodesRecords;
  private final SegmentCursor spans = new SegmentCursor();
  private final RecordCursor records = new RecordCursor();
  private final ProducerReplay producers = new ProducerReplay();
  private long expectedOffset;

  /**
   * @param decodesRecords whether all batches are decompressed and their records told; if not, only
   *     control records are read
   */
  ReplicaWalk(Replica replica, boolean decodesRecords) {
    this.replica = replica;
    this.decodesRecords = decodesRecords;
  }

  /**
   * Walks the log once.
   *
   * @param progress told bytes as they are done
   * @throws IOException if the medium fails or a file shrinks
   */
  void tell(List<ReplicaCheck> checks, LongConsumer progress) throws IOException {
    for (int s = 0; s < replica.segments().size(); s++) {
      for (ReplicaCheck check : checks) {
        check.segment(s);
      }
      walk(s, checks);
      for (ReplicaCheck check : checks) {
        check.endOfSegment(producers);
      }
      progress.accept(replica.segments().get(s).sizeBytes());
    }
    producers.ended();
    for (ReplicaCheck check : checks) {
      check.end(producers);
    }
  }

  /** The producers' state at the log's end, once it was walked. */
  ProducerReplay producers() {
    return producers;
  }

  private void walk(int number, List<ReplicaCheck> checks) throws IOException {
    Segment segment = replica.segments().get(number);
    expectedOffset = Math.max(expectedOffset, segment.baseOffset());
    spans.open(
        segment.log(),
        segment.baseOffset(),
        0,
        segment.sizeBytes(),
        expectedOffset,
        segment.extent());
    for (SpanKind kind = spans.next(); kind != null; kind = spans.next()) {
      long due = expectedOffset;
      expectedOffset = Math.max(expectedOffset, spans.expectedOffset());
      switch (kind) {
        case BATCH -> batch(number, checks);
        case OVERSIZED -> {
          span(number, due, checks);
          batch(number, checks);
        }
        case PREALLOCATED -> span(number, due, checks);
        case DAMAGED, UNRECOGNISED -> {
          producers.damaged(due);
          span(number, due, checks);
        }
      }
    }
  }

  private void span(int number, long due, List<ReplicaCheck> checks) {
    boolean hasHeader = spans.length() > RecordBatchHeader.LOG_OVERHEAD_BYTES;
    WalkedSpan span =
        new WalkedSpan(
            number,
            spans.file().path(),
            spans.kind(),
            spans.position(),
            spans.length(),
            spans.damage(),
            hasHeader ? spans.baseOffset() : ProducerReplay.NONE,
            due,
            spans.position() + spans.length() == spans.file().sizeBytes());
    checks.forEach(check -> check.span(span));
  }

  private void batch(int number, List<ReplicaCheck> checks) throws IOException {
    RecordBatchHeader header = spans.header();
    boolean isInMemory = spans.kind() == SpanKind.BATCH;
    Optional<ControlRecord> control = isInMemory ? control(header) : Optional.empty();
    WalkedBatch batch =
        new WalkedBatch(
            number,
            spans.file().path(),
            spans.position(),
            header,
            kind(header, control),
            control.flatMap(ControlRecord::coordinatorEpoch).orElse(-1));
    producers.reach(batch.baseOffset());
    for (ReplicaCheck check : checks) {
      check.batch(batch, producers);
    }
    if (decodesRecords && isInMemory) {
      records(batch, checks);
    }
    producers.apply(batch);
  }

  private void records(WalkedBatch batch, List<ReplicaCheck> checks) {
    if (records.open(spans.array(), spans.at())) {
      while (records.next()) {
        for (ReplicaCheck check : checks) {
          check.record(batch, records);
        }
      }
    }
    if (records.trouble() != null) {
      checks.forEach(check -> check.undecodable(batch, records.trouble()));
    }
  }

  private Optional<ControlRecord> control(RecordBatchHeader header) {
    return header.isControl()
            && !header.isEmpty()
            && records.open(spans.array(), spans.at())
            && records.next()
        ? ControlRecord.of(records.record())
        : Optional.empty();
  }

  private static ProducerEvent.Kind kind(
      RecordBatchHeader header, Optional<ControlRecord> control) {
    if (!header.isControl()) {
      return ProducerEvent.Kind.DATA;
    }
    if (header.isEmpty()) {
      return ProducerEvent.Kind.GRAVESTONE;
    }
    return switch (control.map(ControlRecord::type).orElse(ControlRecord.Type.UNKNOWN)) {
      case COMMIT -> ProducerEvent.Kind.COMMIT;
      case ABORT -> ProducerEvent.Kind.ABORT;
      default -> ProducerEvent.Kind.OTHER_CONTROL;
    };
  }
}
