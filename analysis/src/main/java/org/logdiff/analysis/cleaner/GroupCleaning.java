package org.logdiff.analysis.cleaner;

import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.OptionalLong;
import java.util.function.LongConsumer;
import org.logdiff.analysis.cleaner.RecordCase.TombstoneRule;
import org.logdiff.analysis.replica.LogEnd;
import org.logdiff.format.batch.BatchRewriter;
import org.logdiff.format.batch.RecordBatchHeader;
import org.logdiff.format.batch.RecordCursor;
import org.logdiff.format.batch.SegmentCursor;
import org.logdiff.format.batch.SpanKind;

/**
 * Cleans adjacent segments into one.
 *
 * <p>Source: {@code Cleaner.cleanSegments}, {@code cleanInto}, {@code MemoryRecords.filterTo},
 * Kafka 4.4.0; the same in 4.2.1 and 3.9.1, but for what {@link CleanerProfile} tells apart.
 */
final class GroupCleaning {
  private final PassRules rules;
  private final PassListener listener;
  private final CleanedOutput output;
  private final LongConsumer bytesRead;
  private final SegmentCursor batches = new SegmentCursor();
  private final RecordCursor records = new RecordCursor();
  private final BatchRewriter rewriter = new BatchRewriter();

  private CleanedSegmentWriter writer;
  private SegmentTotals.Counter counter;
  private LogSegment segment;

  /** Of the current batch. */
  private TombstoneRule tombstones;

  private int kept;
  private boolean keepsTombstone;

  GroupCleaning(
      PassRules rules, PassListener listener, CleanedOutput output, LongConsumer bytesRead) {
    this.rules = rules;
    this.listener = listener;
    this.output = output;
    this.bytesRead = bytesRead;
  }

  PassResult.Group clean(List<LogSegment> group) throws IOException, UncleanableLog {
    long baseOffset = group.get(0).baseOffset();
    writer = new CleanedSegmentWriter(output, baseOffset, rules.config().indexIntervalBytes());
    List<SegmentTotals> totals = new ArrayList<>();
    for (int i = 0; i < group.size(); i++) {
      segment = group.get(i);
      counter = new SegmentTotals.Counter(segment);
      long upTo =
          i + 1 < group.size()
              ? group.get(i + 1).baseOffset()
              : LogEnd.of(segment.log(), segment.baseOffset(), segment.index());
      rules.transactions.expect(rules.abortedTransactions(segment.baseOffset(), upTo));
      cleanSegment();
      totals.add(counter.totals());
    }
    long lastModifiedMs = group.get(group.size() - 1).lastModifiedMs();
    writer.end(lastModifiedMs);
    return new PassResult.Group(
        totals,
        new PassResult.WrittenSegment(
            baseOffset,
            writer.sizeBytes(),
            writer.offsetEntries(),
            writer.timeEntries(),
            writer.transactionEntries(),
            lastModifiedMs));
  }

  private void cleanSegment() throws IOException, UncleanableLog {
    batches.open(
        segment.log(),
        segment.baseOffset(),
        0,
        segment.sizeBytes(),
        segment.baseOffset(),
        segment.extent());
    for (SpanKind kind = batches.next(); kind != null; kind = batches.next()) {
      bytesRead.accept(batches.length());
      if (kind == SpanKind.BATCH) {
        cleanBatch(batches.header());
      } else if (kind != SpanKind.PREALLOCATED) {
        throw UncleanableLog.at(batches, kind);
      }
    }
  }

  private void cleanBatch(RecordBatchHeader header) throws IOException, UncleanableLog {
    Horizon horizon = rules.horizon(header);
    BatchCase row = row(header, horizon);
    KeptFor keptFor = rules.keptFor(header);
    tombstones = TombstoneRule.of(header.isLegacy(), rules.isYoung(segment), horizon);
    decideRecords(row);
    boolean isConverted = header.isLegacy() && rules.convertsLegacy();
    boolean stamps =
        horizon == Horizon.UNSET
            && kept > 0
            && (row.stampsMarker() || keepsTombstone)
            && (!header.isLegacy() || isConverted);
    BatchFate fate = BatchFate.of(header.recordsCount(), kept, stamps || isConverted, keptFor);
    OptionalLong horizonMs = stamps ? rules.newHorizonMs() : header.deleteHorizonMs();
    long newSizeBytes = write(header, row, fate, horizonMs);
    counter.batch(fate, stamps);
    listener.batch(
        new PassListener.BatchDecision(
            segment.baseOffset(),
            batches.position(),
            header,
            row,
            keptFor,
            fate,
            kept,
            batches.length(),
            newSizeBytes,
            fate.hasRecords() ? horizonMs : OptionalLong.empty()));
  }

  private BatchCase row(RecordBatchHeader header, Horizon horizon) throws IOException {
    if (!header.isControl()) {
      return BatchCase.ofData(
          rules.transactions.isAborted(
              header.isTransactional(), header.producerId(), header.lastOffset()));
    }
    ControlBatch control = ControlBatch.meet(batches, rules.transactions);
    if (control.ended().cleanedEntry().isPresent()) {
      writer.append(control.ended().cleanedEntry().get());
    }
    return BatchCase.ofControl(control.kind(), control.ended().isMet(), horizon);
  }

  private void decideRecords(BatchCase row) throws UncleanableLog {
    kept = 0;
    keepsTombstone = false;
    open();
    while (records.next()) {
      long latestOffset = rules.latestOffset(records);
      RecordCase record = decide(row, latestOffset);
      counter.record(record);
      listener.record(records, record, latestOffset);
      if (record.keeps()) {
        kept++;
        keepsTombstone |= !records.hasValue();
      }
    }
    complain();
  }

  private RecordCase decide(BatchCase row, long latestOffset) {
    if (row.discards()) {
      return RecordCase.DISCARDED;
    }
    return row == BatchCase.B
        ? rules.record(records, latestOffset, tombstones)
        : RecordCase.CONTROL;
  }

  /** Bytes written. */
  private long write(
      RecordBatchHeader header, BatchCase row, BatchFate fate, OptionalLong horizonMs)
      throws IOException, UncleanableLog {
    switch (fate) {
      case REMOVED -> {
        return 0;
      }
      case UNCHANGED -> {
        writer.append(
            batches.array(),
            batches.at(),
            (int) batches.length(),
            header.lastOffset(),
            header.maxTimestamp());
        return batches.length();
      }
      case EMPTIED -> {
        if (header.isLegacy()) {
          throw UncleanableLog.at(
              batches, "a message of magic " + header.magic() + " cannot be kept without records");
        }
        rewriter.empty(header);
      }
      case REWRITTEN -> rewrite(header, row, horizonMs);
    }
    writer.append(
        rewriter.array(),
        0,
        rewriter.sizeBytes(),
        rewriter.written().lastOffset(),
        rewriter.written().maxTimestamp());
    return rewriter.sizeBytes();
  }

  private void rewrite(RecordBatchHeader header, BatchCase row, OptionalLong horizonMs)
      throws UncleanableLog {
    if (header.isLegacy() && !rules.convertsLegacy()) {
      throw UncleanableLog.at(
          batches,
          "a compressed message of magic "
              + header.magic()
              + " of which only some records stay; what this broker version writes for it is not"
              + " replayed");
    }
    rewriter.begin(header, horizonMs);
    open();
    while (records.next()) {
      if (decide(row, rules.latestOffset(records)).keeps()) {
        rewriter.add(records);
      }
    }
    rewriter.finish();
  }

  private void open() {
    records.open(batches.array(), batches.at());
  }

  private void complain() throws UncleanableLog {
    if (records.trouble() != null) {
      throw UncleanableLog.at(batches, records.trouble());
    }
  }
}
