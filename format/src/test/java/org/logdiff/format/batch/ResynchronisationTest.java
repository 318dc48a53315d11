package org.logdiff.format.batch;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertInstanceOf;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.EOFException;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.logdiff.format.Damage;
import org.logdiff.format.DamageKind;
import org.logdiff.format.disk.ReadOnlyFile;

/** Where a scan goes on after damage. */
class ResynchronisationTest {
  private static final byte[] FIRST = BatchWriter.batch(0).record("a", "1").build();

  /** Batches that would fit in after the first one and before the last one. */
  private static final byte[] INNER =
      ScratchLog.concat(
          BatchWriter.batch(2).record("x", "2").build(),
          BatchWriter.batch(3).record("y", "3").build());

  private static final byte[] OUTER =
      BatchWriter.batch(1)
          .record(1, 5, null, ScratchLog.concat(INNER, "rest".repeat(10).getBytes()))
          .build();
  private static final byte[] LAST = BatchWriter.batch(4).record("b", "4").build();

  @TempDir Path directory;

  @Test
  void aBatchInAValueIsPassedOver() throws IOException {
    for (int flipped = RecordBatchHeader.CRC_POSITION; flipped < OUTER.length; flipped++) {
      byte[] damaged = OUTER.clone();
      damaged[flipped] ^= 0x10;
      assertEquals(
          List.of(SpanKind.BATCH, SpanKind.DAMAGED, SpanKind.BATCH), kinds(FIRST, damaged, LAST));
    }
  }

  @ParameterizedTest
  @ValueSource(ints = {Integer.MIN_VALUE, -1, 0, 1, 48, 49, 100, 1000, 1 << 20, Integer.MAX_VALUE})
  void aBatchInAValueIsPassedOverWhenTheLengthIsDamagedToo(int batchLength) throws IOException {
    List<Span> spans = scan(FIRST, withLength(OUTER, batchLength), LAST);
    Span.Damaged damaged = assertInstanceOf(Span.Damaged.class, spans.get(1));
    assertEquals(
        new Damage(
            DamageKind.LENGTH,
            "batchLength",
            FIRST.length,
            OUTER.length,
            Integer.toString(batchLength),
            Integer.toString(OUTER.length - RecordBatchHeader.LOG_OVERHEAD_BYTES)),
        damaged.damages().get(0));
    assertEquals(SpanKind.BATCH, spans.get(2).kind());
    assertEquals(3, spans.size());
  }

  @Test
  void aLengthThatLeadsToALaterBatchSwallowsNone() throws IOException {
    byte[] longer =
        withLength(FIRST, FIRST.length + OUTER.length - RecordBatchHeader.LOG_OVERHEAD_BYTES);
    assertEquals(
        List.of(SpanKind.DAMAGED, SpanKind.BATCH, SpanKind.BATCH), kinds(longer, OUTER, LAST));
  }

  @Test
  void aLengthThatLeadsToTheEndSwallowsNone() throws IOException {
    byte[] longer =
        withLength(
            FIRST,
            FIRST.length + OUTER.length + LAST.length - RecordBatchHeader.LOG_OVERHEAD_BYTES);
    assertEquals(
        List.of(SpanKind.DAMAGED, SpanKind.BATCH, SpanKind.BATCH), kinds(longer, OUTER, LAST));
  }

  @Test
  void theLengthOfTheLastBatchIsToldToo() throws IOException {
    byte[] shorter = withLength(LAST, 49);
    List<Span> spans = scan(FIRST, shorter, new byte[100]);
    assertEquals(
        List.of(SpanKind.BATCH, SpanKind.DAMAGED, SpanKind.PREALLOCATED),
        spans.stream().map(Span::kind).toList());
    assertEquals(LAST.length, spans.get(1).length());
  }

  @Test
  void neighboursDamagedEachAreTwoSpans() throws IOException {
    byte[] first = FIRST.clone();
    first[FIRST.length - 1] ^= 1;
    byte[] second = OUTER.clone();
    second[OUTER.length - 1] ^= 1;
    assertEquals(
        List.of(SpanKind.DAMAGED, SpanKind.DAMAGED, SpanKind.BATCH), kinds(first, second, LAST));
  }

  @Test
  void aHeaderOverwrittenBesideOtherDamageCostsOneBatch() throws IOException {
    byte[] overwritten = LAST.clone();
    java.util.Arrays.fill(overwritten, 0, RecordBatchHeader.SIZE_BYTES, (byte) 0xee);
    byte[] next = BatchWriter.batch(9).record("c", "5").build();
    List<Span> spans = scan(FIRST, overwritten, next);
    assertEquals(
        List.of(SpanKind.BATCH, SpanKind.DAMAGED, SpanKind.BATCH),
        spans.stream().map(Span::kind).toList());
    assertEquals(FIRST.length + LAST.length, spans.get(2).position());
  }

  @Test
  void muchDamageIsNotReadOverAndOver() throws IOException {
    List<byte[]> batches = new ArrayList<>();
    byte[] value = new byte[12_000];
    for (int i = 0; i < 1000; i++) {
      java.util.Arrays.fill(value, (byte) i);
      batches.add(BatchWriter.batch(i).record(i, 5, null, value).build());
    }
    byte[] log = ScratchLog.concat(batches);
    for (int page = 0; page < log.length - 4096; page += 40 << 10) {
      java.util.Arrays.fill(log, page, page + 4096, (byte) 0);
    }
    try (ScratchLog scratch = new ScratchLog(directory)) {
      scratch.write(log);
      try (ReadOnlyFile file = ReadOnlyFile.open(scratch.path())) {
        SegmentCursor cursor = new SegmentCursor();
        cursor.open(file, 0);
        List<Span> spans = scratch.walk(cursor, 0, log.length);
        assertTrue(spans.stream().filter(Span.Batch.class::isInstance).count() > 400);
        assertTrue(cursor.bytesRead() < 10L * log.length, cursor.bytesRead() + " bytes read");
      }
    }
  }

  @Test
  void hugeLengthsAreNotAllocated() throws IOException {
    SegmentCursor cursor = new SegmentCursor();
    try (ScratchLog log = new ScratchLog(directory)) {
      log.write(withLength(LAST, Integer.MAX_VALUE), FIRST);
      try (ReadOnlyFile file = ReadOnlyFile.open(log.path())) {
        cursor.open(file, 0);
        cursor.next();
        assertEquals(SegmentWindow.BLOCK_BYTES, cursor.array().length);
      }
      // Even where the file has so many bytes: a hole that takes no space on the disk.
      log.write(withLength(LAST, 200 << 20), FIRST);
      log.overwrite(201 << 20, (byte) 1);
      try (ReadOnlyFile file = ReadOnlyFile.open(log.path())) {
        cursor.open(file, 0);
        cursor.next();
        assertEquals(SegmentWindow.BLOCK_BYTES, cursor.array().length);
      }
    }
  }

  @Test
  void anOversizedBatchIsVerifiedButNotTakenIntoMemory() throws IOException {
    byte[] large = BatchWriter.batch(1).record("k", "v".repeat(2 << 20)).build();
    SegmentCursor cursor = new SegmentCursor(large.length - 1);
    try (ScratchLog log = new ScratchLog(directory)) {
      log.write(FIRST, large, LAST);
      List<Span> spans = walk(log, cursor);
      Span.Oversized oversized = assertInstanceOf(Span.Oversized.class, spans.get(1));
      assertEquals(RecordBatchHeader.read(large, 0), oversized.header());
      assertEquals(SpanKind.BATCH, spans.get(2).kind());
      assertEquals(SegmentWindow.BLOCK_BYTES, cursor.array().length);
      assertEquals(SpanKind.BATCH, walk(log, new SegmentCursor(large.length)).get(1).kind());

      log.overwrite(FIRST.length + large.length - 2, (byte) 0);
      Span.Damaged damaged = assertInstanceOf(Span.Damaged.class, walk(log, cursor).get(1));
      assertEquals(DamageKind.CHECKSUM, damaged.damages().get(0).kind());
    }
  }

  private static List<Span> walk(ScratchLog log, SegmentCursor cursor) throws IOException {
    try (ReadOnlyFile file = ReadOnlyFile.open(log.path())) {
      cursor.open(file, 0);
      return log.walk(cursor, 0, file.sizeBytes());
    }
  }

  @Test
  void batchesOfAnUnknownMagicAreUnrecognised() throws IOException {
    byte[] unknown = LAST.clone();
    unknown[RecordBatchHeader.MAGIC_POSITION] = 3;
    unknown[RecordBatchHeader.SIZE_BYTES] ^= 1;
    byte[] another = unknown.clone();
    another[RecordBatchHeader.CRC_POSITION - RecordBatchHeader.MAGIC_POSITION - 1] = 0;
    byte[] after = BatchWriter.batch(9).record("c", "5").build();
    assertEquals(
        List.of(SpanKind.BATCH, SpanKind.UNRECOGNISED, SpanKind.UNRECOGNISED, SpanKind.BATCH),
        kinds(FIRST, unknown, unknown, after));
    assertEquals(List.of(SpanKind.BATCH, SpanKind.UNRECOGNISED), kinds(FIRST, unknown));
    assertEquals(
        new Span.Unrecognised(FIRST.length, unknown.length, (byte) 3),
        scan(FIRST, unknown, after).get(1));
  }

  @Test
  void anUnknownMagicWhoseLengthLeadsNowhereIsDamage() throws IOException {
    byte[] unknown = withLength(LAST, LAST.length);
    unknown[RecordBatchHeader.MAGIC_POSITION] = 3;
    byte[] after = BatchWriter.batch(9).record("c", "5").build();
    assertEquals(
        List.of(SpanKind.BATCH, SpanKind.DAMAGED, SpanKind.BATCH), kinds(FIRST, unknown, after));
  }

  @Test
  void fieldsThatNoBrokerWritesAreDamageAlthoughTheChecksumHolds() throws IOException {
    assertField("lastOffsetDelta", sealed(LAST, RecordBatchHeader.LAST_OFFSET_DELTA_POSITION, -1));
    assertField("recordsCount", sealed(LAST, RecordBatchHeader.RECORDS_COUNT_POSITION, -1));
    assertField("recordsCount", sealed(LAST, RecordBatchHeader.RECORDS_COUNT_POSITION, 2));
    assertField("baseOffset", withOffset(LAST, -1));
    assertField("baseOffset", withOffset(LAST, 1L << 31));
    assertField("baseOffset", withOffset(LAST, Long.MAX_VALUE));
  }

  private void assertField(String field, byte[] damaged) throws IOException {
    byte[] after = BatchWriter.batch(9).record("c", "5").build();
    List<Span> spans = scan(FIRST, damaged, after);
    Damage damage = assertInstanceOf(Span.Damaged.class, spans.get(1)).damages().get(0);
    assertEquals(field, damage.field());
    assertEquals(DamageKind.FIELD, damage.kind());
    assertEquals(damaged.length, damage.length());
    assertEquals(SpanKind.BATCH, spans.get(2).kind());
  }

  @Test
  void aFileThatShrinksWhileItIsReadIsAnErrorWithItsPlace() throws IOException {
    byte[] first = BatchWriter.batch(0).record("k", "v".repeat(700_000)).build();
    byte[] large = BatchWriter.batch(1).record("k", "v".repeat(700_000)).build();
    byte[] larger = BatchWriter.batch(1).record("k", "v".repeat(1_400_000)).build();
    for (byte[] second : List.of(large, larger)) {
      for (int left : new int[] {0, 61, second.length - 1}) {
        try (ScratchLog log = new ScratchLog(directory)) {
          log.write(first, second, LAST);
          try (ReadOnlyFile file = ReadOnlyFile.open(log.path())) {
            SegmentCursor cursor = new SegmentCursor();
            cursor.open(file, 0);
            assertEquals(SpanKind.BATCH, cursor.next());
            int end = first.length + left;
            log.truncate(Math.max(end, SegmentWindow.BLOCK_BYTES));
            EOFException e = assertThrows(EOFException.class, cursor::next);
            assertTrue(e.getMessage().contains(log.path().toString()), e.getMessage());
            assertTrue(
                e.getMessage()
                    .endsWith("now ends at position " + Math.max(end, SegmentWindow.BLOCK_BYTES)),
                e.getMessage());
          }
        }
      }
    }
  }

  @Test
  void rangesTogetherAreTheWholeFile() throws IOException {
    List<byte[]> batches = SmallLogs.magic2();
    try (ScratchLog log = new ScratchLog(directory)) {
      List<Span> whole = log.write(ScratchLog.concat(batches)).scan(SmallLogs.BASE_OFFSET);
      SegmentCursor cursor = new SegmentCursor();
      try (ReadOnlyFile file = ReadOnlyFile.open(log.path())) {
        for (int cut = 0; cut < whole.size(); cut++) {
          long position = whole.get(cut).position();
          long offset = RecordBatchHeader.read(batches.get(cut), 0).baseOffset();
          List<Span> spans = new ArrayList<>();
          cursor.open(file, SmallLogs.BASE_OFFSET, 0, position, SmallLogs.BASE_OFFSET);
          spans.addAll(log.walk(cursor, 0, position));
          cursor.open(file, SmallLogs.BASE_OFFSET, position, Long.MAX_VALUE, offset);
          spans.addAll(log.walk(cursor, position, file.sizeBytes()));
          assertEquals(whole, spans);
        }
      }
    }
  }

  @Test
  void theEndOfARangeHidesNoDamage() throws IOException {
    byte[] ahead = withOffset(LAST, 1000);
    byte[] after = BatchWriter.batch(9).record("c", "5").build();
    try (ScratchLog log = new ScratchLog(directory)) {
      log.write(FIRST, ahead, after);
      try (ReadOnlyFile file = ReadOnlyFile.open(log.path())) {
        SegmentCursor cursor = new SegmentCursor();
        cursor.open(file, 0, 0, FIRST.length + ahead.length, 0);
        assertEquals(SpanKind.BATCH, cursor.next());
        assertEquals(SpanKind.DAMAGED, cursor.next());
        assertEquals("baseOffset", cursor.damage().field());
        assertEquals(1, cursor.expectedOffset());
        assertEquals(null, cursor.next());
      }
    }
  }

  @Test
  void zerosAtTheEndOfARangeAreDamage() throws IOException {
    try (ScratchLog log = new ScratchLog(directory)) {
      log.write(FIRST, new byte[100], LAST);
      try (ReadOnlyFile file = ReadOnlyFile.open(log.path())) {
        SegmentCursor cursor = new SegmentCursor();
        cursor.open(file, 0, 0, FIRST.length + 100, 0);
        assertEquals(
            List.of(SpanKind.BATCH, SpanKind.DAMAGED),
            log.walk(cursor, 0, FIRST.length + 100).stream().map(Span::kind).toList());
      }
    }
  }

  private List<SpanKind> kinds(byte[]... parts) throws IOException {
    return scan(parts).stream().map(Span::kind).toList();
  }

  private List<Span> scan(byte[]... parts) throws IOException {
    try (ScratchLog log = new ScratchLog(directory)) {
      return log.write(parts).scan(0);
    }
  }

  private static byte[] withLength(byte[] batch, int batchLength) {
    byte[] changed = batch.clone();
    ByteBuffer.wrap(changed).putInt(RecordBatchHeader.BATCH_LENGTH_POSITION, batchLength);
    return changed;
  }

  private static byte[] withOffset(byte[] batch, long baseOffset) {
    byte[] changed = batch.clone();
    ByteBuffer.wrap(changed).putLong(RecordBatchHeader.BASE_OFFSET_POSITION, baseOffset);
    return changed;
  }

  private static byte[] sealed(byte[] batch, int fieldPosition, int value) {
    byte[] changed = batch.clone();
    ByteBuffer.wrap(changed).putInt(fieldPosition, value);
    return SealedBatch.seal(changed);
  }
}
