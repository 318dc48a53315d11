package org.logdiff.analysis.inspect;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.OptionalLong;
import java.util.Set;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.api.parallel.Isolated;
import org.logdiff.format.disk.ReadOnlyFile;

/**
 * Near the end of a partition of 4 GiB, less than 1 MiB is read: the indexes lead there. The files
 * have holes where nobody looks. By itself, since it counts the bytes that anybody reads.
 */
@Isolated
class BytesReadTest {
  private static final long MOST_BYTES = 1 << 20;
  private static final long GIBIBYTE = 1L << 30;

  @TempDir Path scratch;
  private Path partition;
  private long lastOffset;
  private long lastMs;

  @BeforeEach
  void write() throws IOException {
    WrittenPartition written = new WrittenPartition(scratch.resolve("foo-0"), 5);
    written.segment(0, GIBIBYTE, 10);
    written.segment(written.nextOffset(), GIBIBYTE, 10);
    written.segment(written.nextOffset(), GIBIBYTE, 10);
    written.segment(written.nextOffset(), GIBIBYTE, 20_000);
    partition = written.directory();
    lastOffset = written.nextOffset() - 1;
    lastMs = written.timestamp();
  }

  @Test
  void byOffset() {
    Collected found = readLittle(selection(lastOffset - 500, Long.MIN_VALUE, 10, false));
    assertEquals(10, found.records().size());
    assertTrue(found.offsets().get(0) >= lastOffset - 500);
  }

  @Test
  void byTime() {
    Collected found = readLittle(selection(Long.MIN_VALUE, lastMs - 2000, 10, false));
    assertEquals(10, found.records().size());
    assertTrue(found.records().get(0).record().timestamp() >= lastMs - 2000);
  }

  @Test
  void fromTheEnd() {
    Collected found = readLittle(selection(Long.MIN_VALUE, Long.MIN_VALUE, 10, true));
    assertEquals(10, found.records().size());
    assertEquals(lastOffset, found.offsets().get(9), 30);
  }

  /** The other way round: without the indexes it reads far more. */
  @Test
  void aScanReadsItAll() {
    long before = ReadOnlyFile.totalBytesRead();
    Selection jump = selection(lastOffset - 500, Long.MIN_VALUE, 10, false);
    Selection scan =
        new Selection(
            jump.firstOffset(),
            jump.lastOffset(),
            jump.fromMs(),
            jump.toMs(),
            jump.key(),
            jump.producerId(),
            jump.producerEpoch(),
            jump.leaderEpoch(),
            jump.kinds(),
            jump.grep(),
            jump.limit(),
            false,
            false,
            true);
    Collected.of(partition, scan, Detail.RECORDS);
    assertTrue(ReadOnlyFile.totalBytesRead() - before > GIBIBYTE);
  }

  private Collected readLittle(Selection selection) {
    long before = ReadOnlyFile.totalBytesRead();
    Collected found = Collected.of(partition, selection, Detail.BATCHES_AND_RECORDS);
    long read = ReadOnlyFile.totalBytesRead() - before;
    assertEquals(List.of(), found.failures);
    assertTrue(read > 0 && read < MOST_BYTES, "bytes read: " + read);
    return found;
  }

  private static Selection selection(long firstOffset, long fromMs, long limit, boolean fromEnd) {
    return new Selection(
        firstOffset,
        Long.MAX_VALUE,
        fromMs,
        Long.MAX_VALUE,
        Optional.empty(),
        OptionalLong.empty(),
        OptionalInt.empty(),
        OptionalInt.empty(),
        Set.of(),
        Optional.empty(),
        limit,
        fromEnd,
        false,
        false);
  }
}
