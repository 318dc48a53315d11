package org.logdiff.format.batch;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.logdiff.format.disk.ReadOnlyFile;

/** Where a block of the cursor ends makes no difference. */
class BlockBoundaryTest {
  @TempDir Path directory;

  /** A first batch pushes those behind it over the end of the first block, byte by byte. */
  @Test
  void everyAlignment() throws IOException {
    List<byte[]> behind = new ArrayList<>();
    for (int i = 1; i < 5; i++) {
      behind.add(BatchWriter.batch(10 * i).leaderEpoch(1).record("key" + i, "v" + i).build());
    }
    byte[] tail = ScratchLog.concat(behind);
    byte[] damagedTail = tail.clone();
    damagedTail[behind.get(0).length + RecordBatchHeader.BATCH_LENGTH_POSITION] ^= 1;
    try (ScratchLog log = new ScratchLog(directory)) {
      for (int i = 0; i < tail.length + 60; i++) {
        byte[] first = filler(SegmentWindow.BLOCK_BYTES - 70 - i);
        List<Span> spans = log.write(first, tail).scan(0);
        assertEquals(5, spans.size());
        for (Span span : spans) {
          assertEquals(SpanKind.BATCH, span.kind());
        }
        log.overwrite(first.length, damagedTail);
        List<Span> damaged = new ArrayList<>(log.scan(0));
        assertEquals(SpanKind.DAMAGED, damaged.get(2).kind());
        damaged.set(2, spans.get(2));
        assertEquals(spans, damaged);
      }
    }
  }

  private static byte[] filler(int valueBytes) {
    return BatchWriter.batch(0).leaderEpoch(1).record(0, 5, null, new byte[valueBytes]).build();
  }

  @Test
  void largeAndSmallBatchesInTurn() throws IOException {
    List<byte[]> batches = new ArrayList<>();
    for (int i = 0; i < 8; i++) {
      int size = i % 2 == 0 ? 10 : SegmentWindow.BLOCK_BYTES - 100 + 50 * i;
      batches.add(BatchWriter.batch(i).record(i, 5, null, new byte[size]).build());
    }
    try (ScratchLog log = new ScratchLog(directory)) {
      List<Span> spans = log.write(ScratchLog.concat(batches)).scan(0);
      assertEquals(
          batches.stream().map(batch -> RecordBatchHeader.read(batch, 0)).toList(),
          spans.stream().map(span -> ((Span.Batch) span).header()).toList());
    }
  }

  @Test
  void smallBatchesAreReadOnce() throws IOException {
    List<byte[]> batches = new ArrayList<>();
    for (int i = 0; i < 40_000; i++) {
      batches.add(BatchWriter.batch(2 * i).record("k", "v").build());
    }
    try (ScratchLog log = new ScratchLog(directory)) {
      log.write(ScratchLog.concat(batches));
      SegmentCursor cursor = new SegmentCursor();
      try (ReadOnlyFile file = ReadOnlyFile.open(log.path())) {
        cursor.open(file, 0);
        assertEquals(40_000, log.walk(cursor, 0, file.sizeBytes()).size());
        assertEquals(file.sizeBytes(), cursor.bytesRead());
      }
    }
  }
}
