package org.logdiff.analysis.inspect;

import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import org.logdiff.format.Bytes;
import org.logdiff.format.batch.ControlRecord;
import org.logdiff.format.batch.FieldBytes;
import org.logdiff.format.batch.Record;
import org.logdiff.format.batch.RecordBatchHeader;
import org.logdiff.format.batch.RecordCursor;
import org.logdiff.format.batch.SegmentCursor;
import org.logdiff.format.message.ControlMessage;
import org.logdiff.format.message.InternalTopic;
import org.logdiff.format.message.MessageText;
import org.logdiff.format.message.RecordReading;

/** What is wanted of the span that a cursor stands on. Damage is wanted whatever is looked for. */
final class SpanItems {
  private final InspectionRequest request;
  private final Selection selection;
  private final Path file;
  private final Optional<InternalTopic> topic;
  private final Explanations explanations;
  private final RecordCursor records = new RecordCursor();

  SpanItems(
      InspectionRequest request,
      Path file,
      Optional<InternalTopic> topic,
      Explanations explanations) {
    this.request = request;
    this.selection = request.selection();
    this.file = file;
    this.topic = topic;
    this.explanations = explanations;
  }

  /**
   * Tells what is wanted.
   *
   * @param gapBefore offsets between the span before and this one
   * @return false if the sink wants no more
   */
  boolean tell(SegmentCursor cursor, long gapBefore, ItemSink sink) {
    return switch (cursor.kind()) {
      case BATCH -> batch(cursor, gapBefore, sink);
      case OVERSIZED -> oversized(cursor, gapBefore, sink);
      case DAMAGED ->
          !selection.allows(RecordKind.DAMAGED)
              || sink.entry(new Item.Damaged(file, cursor.damage()));
      case PREALLOCATED ->
          selection.isNarrowed()
              || sink.entry(new Item.Preallocated(file, cursor.position(), cursor.length()));
      case UNRECOGNISED ->
          !selection.allows(RecordKind.DAMAGED)
              || sink.entry(
                  new Item.UnrecognisedBatch(
                      file,
                      cursor.position(),
                      cursor.length(),
                      cursor.array()[cursor.at() + RecordBatchHeader.MAGIC_POSITION]));
    };
  }

  private boolean oversized(SegmentCursor cursor, long gapBefore, ItemSink sink) {
    return !isWanted(cursor.header())
        || !selection.allows(RecordKind.DAMAGED)
        || sink.entry(batchItem(cursor, gapBefore, true));
  }

  private boolean batch(SegmentCursor cursor, long gapBefore, ItemSink sink) {
    RecordBatchHeader header = cursor.header();
    if (!isWanted(header)) {
      return true;
    }
    if (header.isEmpty()) {
      boolean isShown =
          selection.allows(RecordKind.EMPTY)
              && (request.detail().showsBatches() || selection.kinds().contains(RecordKind.EMPTY))
              && selection.key().isEmpty()
              && selection.grep().isEmpty();
      return !isShown || sink.entry(batchItem(cursor, gapBefore, false));
    }
    if (!request.detail().showsRecords() && !selection.asksForRecords()) {
      boolean isShown = selection.allows(header.isControl() ? RecordKind.MARKER : RecordKind.DATA);
      return !isShown || sink.entry(batchItem(cursor, gapBefore, false));
    }
    return records(cursor, header, gapBefore, sink);
  }

  /** By what the header says. */
  private boolean isWanted(RecordBatchHeader header) {
    boolean isInOffsets =
        header.lastOffset() >= selection.firstOffset()
            && header.baseOffset() <= selection.lastOffset();
    boolean isInTime = header.maxTimestamp() < 0 || header.maxTimestamp() >= selection.fromMs();
    return isInOffsets
        && isInTime
        && (selection.producerId().isEmpty()
            || selection.producerId().getAsLong() == header.producerId())
        && (selection.producerEpoch().isEmpty()
            || selection.producerEpoch().getAsInt() == header.producerEpoch())
        && (selection.leaderEpoch().isEmpty()
            || selection.leaderEpoch().getAsInt() == header.partitionLeaderEpoch());
  }

  private boolean records(
      SegmentCursor cursor, RecordBatchHeader header, long gapBefore, ItemSink sink) {
    boolean isTold = false;
    boolean isOpen = records.open(cursor.array(), cursor.at());
    while (isOpen && records.next()) {
      RecordKind kind = kind(header);
      if (!isRecordWanted(kind)) {
        continue;
      }
      Record record = records.record();
      Optional<ControlRecord> control =
          header.isControl() ? ControlRecord.of(record) : Optional.empty();
      Optional<RecordReading> reading = reading(header, record, control);
      Optional<String> decoded = decoded(record, control, reading);
      if (!isFound(record, reading, decoded)) {
        continue;
      }
      if (!request.detail().showsRecords()) {
        return sink.entry(batchItem(cursor, gapBefore, false));
      }
      if (!isTold && request.detail().showsBatches()) {
        if (!sink.heading(batchItem(cursor, gapBefore, false))) {
          return false;
        }
      }
      isTold = true;
      List<FieldBytes> layout =
          request.showsBytes() && !cursor.isLegacy() ? records.layout() : List.of();
      Item item =
          new Item.LogRecord(
              file,
              cursor.position(),
              header,
              record,
              kind,
              control,
              reading,
              decoded,
              explanations.of(header, record),
              layout);
      if (!sink.entry(item)) {
        return false;
      }
    }
    return records.trouble() == null
        || !selection.allows(RecordKind.DAMAGED)
        || trouble(cursor, header, gapBefore, isTold, sink);
  }

  private boolean trouble(
      SegmentCursor cursor,
      RecordBatchHeader header,
      long gapBefore,
      boolean isTold,
      ItemSink sink) {
    if (!isTold
        && request.detail().showsBatches()
        && !sink.heading(batchItem(cursor, gapBefore, false))) {
      return false;
    }
    return sink.entry(new Item.BatchTrouble(file, cursor.position(), header, records.trouble()));
  }

  private Item batchItem(SegmentCursor cursor, long gapBefore, boolean isOversized) {
    List<FieldBytes> layout =
        request.showsBytes() && !cursor.isLegacy()
            ? RecordBatchHeader.layout(cursor.array(), cursor.at())
            : List.of();
    return new Item.Batch(file, cursor.position(), cursor.header(), gapBefore, isOversized, layout);
  }

  private RecordKind kind(RecordBatchHeader header) {
    if (header.isControl()) {
      return RecordKind.MARKER;
    }
    return records.hasKey() && !records.hasValue() ? RecordKind.TOMBSTONE : RecordKind.DATA;
  }

  private boolean isRecordWanted(RecordKind kind) {
    return selection.allows(kind)
        && selection.allowsOffset(records.offset())
        && selection.allowsTime(records.timestamp())
        && (selection.key().isEmpty()
            || kind != RecordKind.MARKER
                && selection
                    .key()
                    .get()
                    .matches(records.array(), records.keyAt(), records.keyLength()));
  }

  private Optional<RecordReading> reading(
      RecordBatchHeader header, Record record, Optional<ControlRecord> control) {
    if (header.isControl()) {
      return control
          .flatMap(ControlMessage::read)
          .map(value -> new RecordReading(Optional.empty(), Optional.of(value)));
    }
    return topic.map(internal -> internal.read(record.key(), record.value()));
  }

  private Optional<String> decoded(
      Record record, Optional<ControlRecord> control, Optional<RecordReading> reading) {
    boolean isOurs = control.isPresent() || reading.flatMap(RecordReading::value).isPresent();
    return isOurs
        ? Optional.empty()
        : record
            .value()
            .flatMap(value -> request.decoder().flatMap(decoder -> decoder.decode(value)));
  }

  private boolean isFound(
      Record record, Optional<RecordReading> reading, Optional<String> decoded) {
    if (selection.grep().isEmpty()) {
      return true;
    }
    if (record.value().isEmpty()) {
      return false;
    }
    Bytes value = record.value().get();
    String text =
        reading
            .flatMap(RecordReading::value)
            .map(message -> MessageText.of(message, true))
            .or(() -> decoded)
            .orElseGet(value::toString);
    return selection.grep().get().matcher(text).find();
  }
}
