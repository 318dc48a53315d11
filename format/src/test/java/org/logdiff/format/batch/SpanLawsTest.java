package org.logdiff.format.batch;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertInstanceOf;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collections;
import java.util.List;
import java.util.Random;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;
import org.logdiff.format.DamageKind;

/**
 * Whatever happens to a log, its spans partition it ({@link ScratchLog#scan} asserts that), and
 * what was not touched is read as before.
 */
class SpanLawsTest {
  private static final long BASE_OFFSET = SmallLogs.BASE_OFFSET;

  @TempDir Path directory;

  @Test
  void ofEveryTruncationTheWholeBatchesAreRead() throws IOException {
    truncate(BASE_OFFSET, SmallLogs.magic2());
    truncate(BASE_OFFSET, SmallLogs.legacy());
    for (SampleLogs.Log captured : SampleLogs.small()) {
      truncate(captured.baseOffset(), captured.batches());
    }
  }

  private void truncate(long baseOffset, List<byte[]> batches) throws IOException {
    try (ScratchLog log = new ScratchLog(directory)) {
      byte[] whole = ScratchLog.concat(batches);
      List<Span> intact = log.write(whole).scan(baseOffset);
      assertEquals(batches.size(), intact.size());
      for (int length = whole.length - 1; length >= 0; length--) {
        log.truncate(length);
        checkTruncated(intact, log.scan(baseOffset), length, whole);
      }
    }
  }

  private static void checkTruncated(
      List<Span> intact, List<Span> spans, long length, byte[] whole) {
    List<Span> kept =
        intact.stream().filter(span -> span.position() + span.length() <= length).toList();
    assertEquals(kept, spans.subList(0, kept.size()));
    long end = kept.isEmpty() ? 0 : spans.get(kept.size() - 1).position() + lastLength(kept);
    if (end == length) {
      assertEquals(kept.size(), spans.size());
      return;
    }
    assertEquals(kept.size() + 1, spans.size());
    Span torn = spans.get(kept.size());
    if (torn instanceof Span.Damaged damaged) {
      assertEquals(DamageKind.TRUNCATED, damaged.damages().get(0).kind());
    } else {
      // The first bytes of an offset are zeros: nobody can tell them from preallocated space.
      assertInstanceOf(Span.Preallocated.class, torn);
      for (long i = end; i < length; i++) {
        assertEquals(0, whole[(int) i]);
      }
    }
  }

  private static long lastLength(List<Span> spans) {
    return spans.get(spans.size() - 1).length();
  }

  @ParameterizedTest
  @ValueSource(ints = {1, 2, 8, 12, 17, 61, 100, 300})
  void zerosHideNothingAroundThem(int zeros) throws IOException {
    List<byte[]> batches = SmallLogs.magic2();
    byte[] whole = ScratchLog.concat(batches);
    try (ScratchLog log = new ScratchLog(directory)) {
      List<Span> intact = log.write(whole).scan(BASE_OFFSET);
      for (int from = 0; from + zeros <= whole.length; from++) {
        byte[] zeroed = whole.clone();
        Arrays.fill(zeroed, from, from + zeros, (byte) 0);
        checkUntouched(intact, log.write(zeroed).scan(BASE_OFFSET), whole, zeroed);
      }
    }
  }

  /** Batches without a changed byte are intact, batches with a changed one under a CRC are not. */
  private static void checkUntouched(
      List<Span> intact, List<Span> spans, byte[] before, byte[] after) {
    for (Span span : intact) {
      int from = (int) span.position();
      int to = (int) (from + span.length());
      int change = Arrays.mismatch(before, from, to, after, from, to);
      if (change < 0) {
        assertTrue(spans.contains(span), span::toString);
      } else if (Arrays.mismatch(
              before,
              from + RecordBatchHeader.MAGIC_POSITION,
              to,
              after,
              from + RecordBatchHeader.MAGIC_POSITION,
              to)
          >= 0) {
        assertTrue(
            spans.stream().noneMatch(s -> s.position() == from && s.kind() == SpanKind.BATCH),
            span::toString);
      }
    }
  }

  @Test
  void swappedBatchesAreFoundAndTheOthersRead() throws IOException {
    List<byte[]> batches = longLog(12);
    try (ScratchLog log = new ScratchLog(directory)) {
      List<Span> intact = log.write(ScratchLog.concat(batches)).scan(0);
      for (int i = 0; i < batches.size(); i++) {
        for (int j = i + 1; j < batches.size(); j++) {
          List<byte[]> swapped = new ArrayList<>(batches);
          Collections.swap(swapped, i, j);
          List<Span> spans = log.write(ScratchLog.concat(swapped)).scan(0);
          long damaged = spans.stream().filter(Span.Damaged.class::isInstance).count();
          assertTrue(damaged == (j == i + 1 ? 1 : 2), i + " and " + j + ": " + spans);
          assertEquals(headersBut(intact, i, j), headersBut(spans, i, j));
        }
      }
    }
  }

  private static List<RecordBatchHeader> headersBut(List<Span> spans, int i, int j) {
    List<RecordBatchHeader> headers = new ArrayList<>();
    for (int n = 0; n < spans.size(); n++) {
      if (n != i && n != j) {
        headers.add(assertInstanceOf(Span.Batch.class, spans.get(n)).header());
      }
    }
    return headers;
  }

  @Test
  void aRepeatedBatchIsOutOfOrder() throws IOException {
    List<byte[]> batches = longLog(6);
    try (ScratchLog log = new ScratchLog(directory)) {
      List<Span> intact = log.write(ScratchLog.concat(batches)).scan(0);
      for (int i = 0; i < batches.size(); i++) {
        List<byte[]> repeated = new ArrayList<>(batches);
        repeated.add(i, batches.get(i));
        List<Span> spans = log.write(ScratchLog.concat(repeated)).scan(0);
        Span.Damaged second = assertInstanceOf(Span.Damaged.class, spans.get(i + 1));
        assertEquals(DamageKind.ORDER, second.damages().get(0).kind());
        assertEquals(headersBut(intact, -1, -1), headersBut(spans, i + 1, -1));
      }
    }
  }

  @ParameterizedTest
  @CsvSource({"1, random", "16, random", "61, random", "500, random", "70000, random", "500, text"})
  void garbageBetweenBatchesIsOneSpan(int length, String what) throws IOException {
    List<byte[]> batches = SmallLogs.magic2();
    byte[] garbage = new byte[length];
    if (what.equals("text")) {
      Arrays.fill(garbage, (byte) 'x');
    } else {
      new Random(length).nextBytes(garbage);
    }
    try (ScratchLog log = new ScratchLog(directory)) {
      List<Span> intact = log.write(ScratchLog.concat(batches)).scan(BASE_OFFSET);
      for (int i = 0; i <= batches.size(); i++) {
        List<byte[]> parts = new ArrayList<>(batches);
        parts.add(i, garbage);
        List<Span> spans = log.write(ScratchLog.concat(parts)).scan(BASE_OFFSET);
        assertEquals(length, assertInstanceOf(Span.Damaged.class, spans.get(i)).length());
        assertEquals(headersBut(intact, -1, -1), headersBut(spans, i, -1));
      }
    }
  }

  @ParameterizedTest
  @ValueSource(ints = {1, 16, 17, 60, 61, 1000, 3 << 20})
  void zerosAtTheEndArePreallocated(int zeros) throws IOException {
    for (List<byte[]> batches : List.of(SmallLogs.magic2(), SmallLogs.legacy())) {
      try (ScratchLog log = new ScratchLog(directory)) {
        List<Span> intact = log.write(ScratchLog.concat(batches)).scan(BASE_OFFSET);
        byte[] whole = ScratchLog.concat(batches);
        List<Span> spans = log.write(whole, new byte[zeros]).scan(BASE_OFFSET);
        assertEquals(intact, spans.subList(0, intact.size()));
        assertEquals(
            List.of(new Span.Preallocated(whole.length, zeros)),
            spans.subList(intact.size(), spans.size()));
      }
    }
  }

  @Test
  void aTornBatchBeforePreallocatedSpaceIsTold() throws IOException {
    byte[] first = BatchWriter.batch(0).record("a", "1").build();
    byte[] second = BatchWriter.batch(1).record("b", "x".repeat(500)).build();
    try (ScratchLog log = new ScratchLog(directory)) {
      int end = first.length + second.length;
      byte[] file = Arrays.copyOf(ScratchLog.concat(first, second), end + 5000);
      Arrays.fill(file, first.length + 200, end, (byte) 0);
      List<Span> spans = log.write(file).scan(0);
      assertEquals(
          List.of(SpanKind.BATCH, SpanKind.DAMAGED, SpanKind.PREALLOCATED),
          spans.stream().map(Span::kind).toList());
      assertEquals(end, spans.get(2).position());
    }
  }

  @Test
  void anEmptyFileHasNoSpans() throws IOException {
    try (ScratchLog log = new ScratchLog(directory)) {
      assertEquals(List.of(), log.write().scan(0));
    }
  }

  @Test
  void aFileOfUnknownBaseOffsetIsReadToo() throws IOException {
    List<byte[]> batches = SmallLogs.magic2();
    try (ScratchLog log = new ScratchLog(directory)) {
      List<Span> intact = log.write(ScratchLog.concat(batches)).scan(BASE_OFFSET);
      assertEquals(intact, log.scanUnnamed());
      log.overwrite(intact.get(1).position(), "damage".getBytes(StandardCharsets.UTF_8));
      List<Span> spans = log.scanUnnamed();
      assertEquals(SpanKind.DAMAGED, spans.get(1).kind());
      assertEquals(intact.subList(2, 6), spans.subList(2, 6));
    }
  }

  /** Batches of one to seven records, so that a large one may stand where a small one was. */
  private static List<byte[]> longLog(int batches) {
    List<byte[]> log = new ArrayList<>();
    long offset = 0;
    for (int i = 0; i < batches; i++) {
      BatchWriter batch = BatchWriter.batch(offset).leaderEpoch(1);
      for (int n = 0; n <= 5 * i % 7; n++) {
        batch.record(offset++, "key" + i, "x".repeat(i));
      }
      log.add(batch.build());
    }
    return log;
  }
}
