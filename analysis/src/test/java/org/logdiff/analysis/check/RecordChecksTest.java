package org.logdiff.analysis.check;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.Stream;
import java.util.zip.CRC32C;
import org.apache.kafka.common.compress.Compression;
import org.apache.kafka.common.record.internal.MemoryRecords;
import org.apache.kafka.common.record.internal.SimpleRecord;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.logdiff.analysis.model.WrittenLog;
import org.logdiff.samples.Sample;
import org.logdiff.samples.Samples;

/** Checks that look at records, or need a large log. */
class RecordChecksTest {
  private static final int CRC = 17;
  private static final int ATTRIBUTES = 21;

  @TempDir Path temporary;

  private static List<String> partitionLines(CheckLevel level, Path logDir) {
    return CheckedPaths.lines(CheckedPaths.report(level, logDir)).stream()
        .map(line -> line.substring(line.indexOf(' ') + 1))
        .toList();
  }

  @Test
  void recordsWithoutAKeyInATopicThatTheMetadataCallsCompacted() throws IOException {
    Path logDir = WrittenLog.of("0-2 plain n0\n3 plain").write(temporary.resolve("written"));
    assertEquals(List.of(), partitionLines(CheckLevel.NORMAL, logDir));
    copyDirectory(
        Samples.named("healthy").broker("kafka1").resolve("__cluster_metadata-0"),
        logDir.resolve("__cluster_metadata-0"));
    assertEquals(
        List.of("foo-0 null-key-in-compacted-topic 0"), partitionLines(CheckLevel.NORMAL, logDir));
    assertEquals(List.of(), partitionLines(CheckLevel.QUICK, logDir));
  }

  @Test
  void recordsWithoutAKeyInATopicThatIsNotCompacted() throws IOException {
    Path logDir = WrittenLog.of("0-2 plain n0").write(temporary.resolve("written"));
    copyDirectory(
        Samples.named("not-compacted").broker("kafka1").resolve("__cluster_metadata-0"),
        logDir.resolve("__cluster_metadata-0"));
    assertEquals(List.of(), partitionLines(CheckLevel.NORMAL, logDir));
  }

  @Test
  void aRecordOfTheCoordinatorThatCannotBeDecoded() throws IOException {
    Sample sample = Samples.named("stuck-lso-tv2-killed").copyTo(temporary.resolve("sample"));
    Path log = sample.broker("kafka1").resolve("__transaction_state-1/00000000000000000000.log");
    byte[] bytes = Files.readAllBytes(log);
    int keyAt = indexOf(bytes, "payments".getBytes(StandardCharsets.UTF_8));
    bytes[keyAt - 2] = 0x7f; // the length of the transactional id
    int size = ByteBuffer.wrap(bytes).getInt(8) + 12;
    CRC32C crc = new CRC32C();
    crc.update(bytes, ATTRIBUTES, size - ATTRIBUTES);
    ByteBuffer.wrap(bytes).putInt(CRC, (int) crc.getValue());
    Files.write(log, bytes);
    Path partition = log.getParent();
    assertEquals(List.of(), partitionLines(CheckLevel.NORMAL, partition));
    assertEquals(
        List.of("__transaction_state-1 undecodable-payload 0"),
        partitionLines(CheckLevel.DEEP, partition));
  }

  private static int indexOf(byte[] bytes, byte[] wanted) {
    for (int at = 0; at <= bytes.length - wanted.length; at++) {
      if (ByteBuffer.wrap(bytes, at, wanted.length).equals(ByteBuffer.wrap(wanted))) {
        return at;
      }
    }
    throw new IllegalArgumentException("not there");
  }

  /** Three megabytes without an entry; older brokers note one for each fetch that they append. */
  @Test
  void anOffsetIndexWithoutEntriesOverALongStretch() throws IOException {
    Path logDir = WrittenLog.of("0 plain").write(temporary.resolve("written"));
    Path log = logDir.resolve("foo-0/00000000000000000000.log");
    ByteBuffer large = ByteBuffer.allocate(3 << 20);
    large.put(Files.readAllBytes(log));
    for (long offset = 1; large.remaining() > 70_000; offset++) {
      MemoryRecords batch =
          MemoryRecords.withRecords(
              offset,
              Compression.NONE,
              0,
              new SimpleRecord(1_700_000_000_000L, new byte[1], new byte[64_000]));
      large.put(batch.buffer());
    }
    byte[] bytes = new byte[large.position()];
    large.flip().get(bytes);
    Files.write(log, bytes);
    assertEquals(
        List.of("foo-0 sparse-index 34"),
        partitionLines(CheckLevel.NORMAL, logDir).stream()
            .filter(line -> line.contains("index"))
            .toList());
  }

  private static void copyDirectory(Path from, Path to) throws IOException {
    Files.createDirectories(to);
    try (Stream<Path> files = Files.list(from)) {
      for (Path file : files.toList()) {
        Files.copy(file, to.resolve(file.getFileName()));
      }
    }
  }
}
