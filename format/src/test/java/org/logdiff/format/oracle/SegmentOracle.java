package org.logdiff.format.oracle;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertInstanceOf;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Iterator;
import java.util.List;
import java.util.Optional;
import org.apache.kafka.common.header.Header;
import org.apache.kafka.common.record.TimestampType;
import org.apache.kafka.common.record.internal.AbstractLegacyRecordBatch;
import org.apache.kafka.common.record.internal.ControlRecordType;
import org.apache.kafka.common.record.internal.DefaultRecordBatch;
import org.apache.kafka.common.record.internal.EndTransactionMarker;
import org.apache.kafka.common.record.internal.MemoryRecords;
import org.apache.kafka.common.record.internal.MutableRecordBatch;
import org.logdiff.format.Bytes;
import org.logdiff.format.batch.ControlRecord;
import org.logdiff.format.batch.Record;
import org.logdiff.format.batch.RecordBatchHeader;
import org.logdiff.format.batch.RecordCursor;
import org.logdiff.format.batch.RecordHeader;
import org.logdiff.format.batch.SegmentCursor;
import org.logdiff.format.batch.Span;
import org.logdiff.format.batch.SpanKind;
import org.logdiff.format.disk.ReadOnlyFile;

/**
 * Compares what we read in a healthy log with what Kafka's own classes read in it: every field of
 * every batch, every record, every marker.
 */
final class SegmentOracle {
  private final SegmentCursor cursor = new SegmentCursor();
  private final RecordCursor records = new RecordCursor();

  /** What was compared. */
  record Compared(int batches, int records, int controlRecords, int legacyMessages) {
    Compared plus(Compared other) {
      return new Compared(
          batches + other.batches,
          records + other.records,
          controlRecords + other.controlRecords,
          legacyMessages + other.legacyMessages);
    }
  }

  Compared compare(Path log, long baseOffset) throws IOException {
    Compared compared = new Compared(0, 0, 0, 0);
    byte[] bytes = Files.readAllBytes(log);
    try (ReadOnlyFile file = ReadOnlyFile.open(log)) {
      cursor.open(file, baseOffset);
      Iterator<MutableRecordBatch> theirs = batches(bytes);
      long position = 0;
      for (SpanKind kind = cursor.next(); kind != null; kind = cursor.next()) {
        Span span = cursor.span();
        assertEquals(position, span.position());
        position += span.length();
        if (kind == SpanKind.PREALLOCATED) {
          assertEquals(bytes.length, position);
          return compared;
        }
        compared = compared.plus(compare(span, theirs.next()));
      }
      assertEquals(bytes.length, position);
      assertFalse(theirs.hasNext());
    }
    return compared;
  }

  private static Iterator<MutableRecordBatch> batches(byte[] log) {
    return MemoryRecords.readableRecords(ByteBuffer.wrap(log)).batches().iterator();
  }

  private Compared compare(Span span, MutableRecordBatch theirs) {
    Span.Batch batch = assertInstanceOf(Span.Batch.class, span, span::toString);
    theirs.ensureValid();
    compareHeader(theirs, batch.header());
    compareCursor(batch.header());
    return compareRecords(theirs);
  }

  private static void compareHeader(MutableRecordBatch theirs, RecordBatchHeader ours) {
    assertEquals(theirs.baseOffset(), ours.baseOffset());
    assertEquals(theirs.sizeInBytes(), ours.sizeBytes());
    assertEquals(theirs.partitionLeaderEpoch(), ours.partitionLeaderEpoch());
    assertEquals(theirs.magic(), ours.magic());
    assertEquals(theirs.checksum(), ours.crc());
    assertEquals(theirs.compressionType().id, ours.compressionId());
    assertEquals(theirs.timestampType() == TimestampType.LOG_APPEND_TIME, ours.isLogAppendTime());
    assertEquals(theirs.isTransactional(), ours.isTransactional());
    assertEquals(theirs.isControlBatch(), ours.isControl());
    assertEquals(theirs.deleteHorizonMs(), ours.deleteHorizonMs());
    assertEquals(theirs.lastOffset(), ours.lastOffset());
    assertEquals(theirs.nextOffset(), ours.nextOffset());
    if (theirs instanceof DefaultRecordBatch batch) {
      assertEquals(batch.baseTimestamp(), ours.baseTimestamp());
    }
    assertEquals(theirs.maxTimestamp(), ours.maxTimestamp());
    assertEquals(theirs.producerId(), ours.producerId());
    assertEquals(theirs.hasProducerId(), ours.hasProducerId());
    assertEquals(theirs.producerEpoch(), ours.producerEpoch());
    assertEquals(theirs.baseSequence(), ours.baseSequence());
    assertEquals(theirs.lastSequence(), ours.lastSequence());
    if (theirs.countOrNull() != null) {
      assertEquals(theirs.countOrNull(), ours.recordsCount());
    }
  }

  /** The cursor says field by field what its header says. */
  private void compareCursor(RecordBatchHeader header) {
    assertEquals(header.isLegacy(), cursor.isLegacy());
    assertEquals(header.baseOffset(), cursor.baseOffset());
    assertEquals(header.lastOffset(), cursor.lastOffset());
    assertEquals(header.nextOffset(), cursor.nextOffset());
    assertEquals(header.lastOffsetDelta(), cursor.lastOffsetDelta());
    assertEquals(header.recordsCount(), cursor.recordsCount());
    assertEquals(header.partitionLeaderEpoch(), cursor.partitionLeaderEpoch());
    assertEquals(header.attributes(), cursor.attributes());
    assertEquals(header.isTransactional(), cursor.isTransactional());
    assertEquals(header.isControl(), cursor.isControl());
    assertEquals(header.hasDeleteHorizon(), cursor.hasDeleteHorizon());
    assertEquals(header.producerId(), cursor.producerId());
    assertEquals(header.producerEpoch(), cursor.producerEpoch());
    assertEquals(header.baseSequence(), cursor.baseSequence());
    assertEquals(header.maxTimestamp(), cursor.maxTimestamp());
  }

  private Compared compareRecords(MutableRecordBatch theirs) {
    int compared = 0;
    int control = 0;
    assertTrue(records.open(cursor.array(), cursor.at()), records::trouble);
    for (var their : theirs) {
      assertTrue(records.next(), records::trouble);
      Record ours = records.record();
      assertEquals(record(their, ours.attributes()), ours);
      assertTrue(their.hasMagic(records.magic()));
      compareAttributes(their, ours.attributes());
      compareCursor(ours);
      compared++;
      if (theirs.isControlBatch()) {
        compareControl(their, ControlRecord.of(ours).orElseThrow());
        control++;
      }
    }
    assertFalse(records.next());
    assertNull(records.trouble());
    assertEquals(cursor.recordsCount(), compared);
    boolean isLegacy = theirs.magic() < RecordBatchHeader.MAGIC;
    return new Compared(isLegacy ? 0 : 1, compared, control, isLegacy ? 1 : 0);
  }

  /** Kafka's record of magic 2 does not tell its attributes, which are unused. */
  private static void compareAttributes(
      org.apache.kafka.common.record.internal.Record theirs, byte ours) {
    if (theirs instanceof AbstractLegacyRecordBatch message) {
      assertEquals(message.outerRecord().attributes(), ours);
    } else {
      assertEquals(0, ours);
    }
  }

  /** The cursor says field by field what its record says. */
  private void compareCursor(Record record) {
    assertEquals(record.offset(), records.offset());
    assertEquals(record.timestamp(), records.timestamp());
    assertEquals(record.sequence(), records.sequence());
    assertEquals(record.key(), records.key());
    assertEquals(record.key(), slice(records.keyAt(), records.keyLength()));
    assertEquals(record.value(), slice(records.valueAt(), records.valueLength()));
    assertEquals(record.key().isPresent(), records.hasKey());
    assertEquals(record.value().isPresent(), records.hasValue());
  }

  private Optional<Bytes> slice(int at, int length) {
    return length < 0 ? Optional.empty() : Optional.of(Bytes.copyOf(records.array(), at, length));
  }

  private static Record record(
      org.apache.kafka.common.record.internal.Record theirs, byte attributes) {
    List<RecordHeader> headers = new ArrayList<>();
    for (Header header : theirs.headers()) {
      headers.add(new RecordHeader(Bytes.ofUtf8(header.key()), bytes(header.value())));
    }
    return new Record(
        theirs.offset(),
        theirs.timestamp(),
        theirs.sequence(),
        attributes,
        bytes(theirs.key()),
        bytes(theirs.value()),
        headers);
  }

  private static void compareControl(
      org.apache.kafka.common.record.internal.Record theirs, ControlRecord ours) {
    assertEquals(ControlRecordType.parseTypeId(theirs.key()), ours.typeId());
    ControlRecordType type = ControlRecordType.parse(theirs.key());
    assertEquals(type.name(), ours.type().name());
    assertEquals(bytes(theirs.value()), ours.value());
    if (ours.type().isEndTransaction()) {
      EndTransactionMarker marker = EndTransactionMarker.deserialize(theirs);
      assertEquals(Optional.of(marker.coordinatorEpoch()), ours.coordinatorEpoch());
    } else {
      assertEquals(Optional.empty(), ours.coordinatorEpoch());
    }
  }

  private static Optional<Bytes> bytes(ByteBuffer buffer) {
    if (buffer == null) {
      return Optional.empty();
    }
    byte[] bytes = new byte[buffer.remaining()];
    buffer.duplicate().get(bytes);
    return Optional.of(Bytes.copyOf(bytes));
  }

  private static Optional<Bytes> bytes(byte[] bytes) {
    return Optional.ofNullable(bytes).map(Bytes::copyOf);
  }
}
