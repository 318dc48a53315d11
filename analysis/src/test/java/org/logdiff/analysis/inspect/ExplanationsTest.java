package org.logdiff.analysis.inspect;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.OptionalLong;
import java.util.TreeMap;
import org.apache.kafka.common.compress.Compression;
import org.apache.kafka.common.record.internal.ControlRecordType;
import org.apache.kafka.common.record.internal.EndTransactionMarker;
import org.apache.kafka.common.record.internal.MemoryRecords;
import org.apache.kafka.common.record.internal.SimpleRecord;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** How transactions end and what supersedes what, as the replica itself has it. */
class ExplanationsTest {
  private static final long COMMITTER = 1;
  private static final long ABORTER = 2;
  private static final long IDLER = 3;
  private static final long NONE = -1;

  @TempDir Path scratch;
  private final ByteBuffer log = ByteBuffer.allocate(1 << 16);
  private long offset;
  private Map<Long, Explained> explained;

  @BeforeEach
  void history() throws IOException {
    data(NONE, "a"); // 0
    data(COMMITTER, "a"); // 1
    data(ABORTER, "a"); // 2
    data(COMMITTER, "b"); // 3
    marker(ABORTER, ControlRecordType.ABORT); // 4
    marker(COMMITTER, ControlRecordType.COMMIT); // 5
    data(NONE, "b"); // 6
    data(IDLER, "b"); // 7
    marker(ABORTER, ControlRecordType.ABORT); // 8
    Path partition = Files.createDirectories(scratch.resolve("foo-0"));
    byte[] bytes = new byte[log.position()];
    log.flip().get(bytes);
    Files.write(partition.resolve("%020d.log".formatted(0)), bytes);
    explained = new TreeMap<>();
    for (Item.LogRecord item :
        Collected.of(partition, Selection.ALL, Detail.RECORDS, true).records()) {
      explained.put(item.record().offset(), item.explained().orElseThrow());
    }
  }

  @Test
  void outcomes() {
    assertEquals(explained(Explained.Outcome.NONE, null, null, 1L), explained.get(0L));
    assertEquals(explained(Explained.Outcome.COMMITTED, 1L, 5L, null), explained.get(1L));
    assertEquals(explained(Explained.Outcome.ABORTED, 2L, 4L, null), explained.get(2L));
    assertEquals(explained(Explained.Outcome.COMMITTED, 1L, 5L, 6L), explained.get(3L));
    assertEquals(explained(Explained.Outcome.NONE, null, null, null), explained.get(6L));
    assertEquals(explained(Explained.Outcome.OPEN, 7L, null, null), explained.get(7L));
  }

  @Test
  void markers() {
    assertEquals(explained(Explained.Outcome.ABORTED, 2L, 4L, null), explained.get(4L));
    assertEquals(explained(Explained.Outcome.COMMITTED, 1L, 5L, null), explained.get(5L));
    assertEquals(explained(Explained.Outcome.NONE, null, null, null), explained.get(8L));
  }

  private static Explained explained(
      Explained.Outcome outcome, Long first, Long end, Long supersededBy) {
    return new Explained(outcome, optional(first), optional(end), optional(supersededBy));
  }

  private static OptionalLong optional(Long value) {
    return value == null ? OptionalLong.empty() : OptionalLong.of(value);
  }

  private void data(long producerId, String key) {
    SimpleRecord record = new SimpleRecord(1, key.getBytes(StandardCharsets.UTF_8), new byte[] {1});
    put(
        producerId == NONE
            ? MemoryRecords.withRecords(offset, Compression.NONE, 0, record)
            : MemoryRecords.withTransactionalRecords(
                offset, Compression.NONE, producerId, (short) 0, 0, 0, record));
  }

  private void marker(long producerId, ControlRecordType type) {
    put(
        MemoryRecords.withEndTransactionMarker(
            offset, 1, 0, producerId, (short) 0, new EndTransactionMarker(type, 0)));
  }

  private void put(MemoryRecords records) {
    log.put(records.buffer().duplicate());
    offset++;
  }

  @Test
  void allRecordsAreExplained() {
    assertEquals(List.of(0L, 1L, 2L, 3L, 4L, 5L, 6L, 7L, 8L), List.copyOf(explained.keySet()));
  }
}
