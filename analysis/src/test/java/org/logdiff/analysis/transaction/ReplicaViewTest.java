package org.logdiff.analysis.transaction;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNotEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Random;
import java.util.TreeSet;
import java.util.stream.Stream;
import org.apache.kafka.common.compress.Compression;
import org.apache.kafka.common.record.internal.ControlRecordType;
import org.apache.kafka.common.record.internal.EndTransactionMarker;
import org.apache.kafka.common.record.internal.MemoryRecords;
import org.apache.kafka.common.record.internal.SimpleRecord;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.logdiff.analysis.replica.LogDir;
import org.logdiff.analysis.replica.Replica;
import org.logdiff.analysis.replica.ReplicaOpener;
import org.logdiff.analysis.replica.ReplicaSource;
import org.logdiff.format.TopicPartition;
import org.logdiff.format.index.TransactionIndex;
import org.logdiff.samples.Sample;
import org.logdiff.samples.Samples;

/**
 * The view of a replica against Kafka's own log on a copy of it, also where transaction indexes say
 * something else than the log, and wherever a fetch ends.
 */
class ReplicaViewTest {
  private static final String PARTITION = "foo-0";
  private static final int[] FETCH_BYTES = {1, 300, 2000, ReplicaView.FETCH_BYTES};
  private static final int RUNS = 6;

  @TempDir Path temporary;

  @ParameterizedTest
  @ValueSource(
      strings = {
        "healthy",
        "healthy-transactions-tv0",
        "healthy-transactions-tv2",
        "half-cleaned-abort",
        "lost-abort-marker-tv2-killed",
        "lost-commit-marker-tv0-killed",
        "stuck-lso-tv2-stopped",
        "stuck-lso-aborted-gravestone-tv2-killed"
      })
  void isWhatKafkaServes(String name) throws IOException {
    Sample sample = Samples.named(name);
    for (Path broker : sample.brokers()) {
      Path copy = copy(broker.resolve(PARTITION), "as-it-is");
      compare(copy, name + " " + broker.getFileName());
      Random random = new Random(name.hashCode());
      for (int run = 0; run < RUNS; run++) {
        Path written = copy(broker.resolve(PARTITION), "index-" + run);
        writeIndexes(written, random);
        compare(written, name + " " + broker.getFileName() + " run " + run);
      }
    }
  }

  private void compare(Path directory, String what) throws IOException {
    Map<String, List<Long>> views = new HashMap<>();
    long lastStableOffset;
    try (Replica replica = open(directory)) {
      lastStableOffset = ReplicaView.of(replica).lastStableOffset();
      for (IsolationLevel isolation : IsolationLevel.values()) {
        for (int fetchBytes : FETCH_BYTES) {
          views.put(isolation + " " + fetchBytes, read(replica, isolation, fetchBytes));
        }
      }
    }
    try (BrokerLog log = new BrokerLog(directory)) {
      assertEquals(log.lastStableOffset(), lastStableOffset, what);
      for (IsolationLevel isolation : IsolationLevel.values()) {
        for (int fetchBytes : FETCH_BYTES) {
          String view = isolation + " " + fetchBytes;
          assertEquals(log.read(isolation, fetchBytes), views.get(view), () -> what + " " + view);
        }
      }
    }
  }

  private static List<Long> read(Replica replica, IsolationLevel isolation, int fetchBytes)
      throws IOException {
    List<Long> offsets = new ArrayList<>();
    Optional<ReplicaView.Standstill> standstill =
        ReplicaView.of(replica, fetchBytes).read(isolation, record -> offsets.add(record.offset()));
    assertEquals(Optional.empty(), standstill);
    return offsets;
  }

  private static Replica open(Path directory) throws IOException {
    ReplicaSource source =
        new ReplicaSource(
            "kafka1",
            LogDir.unknown(directory.getParent()),
            directory,
            TopicPartition.parse(PARTITION).orElseThrow());
    return ReplicaOpener.open(source, new ArrayList<>(), new ArrayList<>()).orElseThrow();
  }

  private Path copy(Path from, String name) throws IOException {
    Path to =
        Files.createDirectories(
            temporary
                .resolve(from.getParent().getParent().getFileName())
                .resolve(from.getParent().getFileName())
                .resolve(name)
                .resolve(PARTITION));
    try (Stream<Path> files = Files.list(from)) {
      for (Path file : files.toList()) {
        Files.copy(file, to.resolve(file.getFileName()));
      }
    }
    return to;
  }

  /** Gives each segment an index of its own making, which a broker takes without complaint. */
  private static void writeIndexes(Path directory, Random random) throws IOException {
    List<Long> producers = new ArrayList<>();
    TreeSet<Long> offsets = new TreeSet<>();
    List<Long> bases = new ArrayList<>();
    try (Replica replica = open(directory)) {
      replica.segments().forEach(segment -> bases.add(segment.baseOffset()));
      replica
          .snapshots()
          .forEach(
              snapshot ->
                  snapshot.state().producerEntries().forEach(e -> producers.add(e.producerId())));
      replica.abortedTransactions().forEach(a -> producers.add(a.entry().producerId()));
      offsets.addAll(List.of(replica.logStartOffset(), replica.logEndOffset()));
    }
    if (producers.isEmpty()) {
      producers.add(0L);
    }
    for (int s = 0; s < bases.size(); s++) {
      long base = bases.get(s);
      long end = s + 1 < bases.size() ? bases.get(s + 1) : offsets.last();
      TreeSet<Long> lastOffsets = new TreeSet<>();
      for (int i = random.nextInt(4); i > 0 && end > base; i--) {
        lastOffsets.add(base + (long) (random.nextDouble() * (end - base)));
      }
      ByteBuffer index =
          ByteBuffer.allocate(lastOffsets.size() * TransactionIndex.ENTRY_SIZE_BYTES);
      for (long last : lastOffsets) {
        index
            .putShort(TransactionIndex.VERSION)
            .putLong(producers.get(random.nextInt(producers.size())))
            .putLong((long) (random.nextDouble() * (last + 1)))
            .putLong(last)
            .putLong(random.nextBoolean() ? last + 1 : (long) (random.nextDouble() * (last + 1)));
      }
      Files.write(directory.resolve("%020d.txnindex".formatted(base)), index.array());
    }
  }

  @Test
  void withoutTheIndexAbortedDataIsServed() throws IOException {
    Path directory =
        copy(Samples.named("healthy-transactions-tv2").broker("kafka3").resolve(PARTITION), "x");
    List<Long> before;
    List<Long> uncommitted;
    try (Replica replica = open(directory)) {
      before = read(replica, IsolationLevel.READ_COMMITTED, ReplicaView.FETCH_BYTES);
      uncommitted = read(replica, IsolationLevel.READ_UNCOMMITTED, ReplicaView.FETCH_BYTES);
      assertTrue(!replica.abortedTransactions().isEmpty());
    }
    assertNotEquals(before, uncommitted);
    try (Stream<Path> files = Files.list(directory)) {
      for (Path file : files.filter(f -> f.toString().endsWith(".txnindex")).toList()) {
        Files.delete(file);
      }
    }
    try (Replica replica = open(directory)) {
      assertEquals(
          uncommitted, read(replica, IsolationLevel.READ_COMMITTED, ReplicaView.FETCH_BYTES));
    }
  }

  @Test
  void damageStopsAConsumer() throws IOException {
    Path directory = copy(Samples.named("lost-tombstone").broker("kafka1").resolve(PARTITION), "x");
    Path log;
    try (Stream<Path> files = Files.list(directory)) {
      log = files.filter(f -> f.toString().endsWith(".log")).sorted().findFirst().orElseThrow();
    }
    byte[] bytes = Files.readAllBytes(log);
    bytes[bytes.length - 1] ^= 1;
    Files.write(log, bytes);
    try (Replica replica = open(directory)) {
      List<Long> offsets = new ArrayList<>();
      Optional<ReplicaView.Standstill> standstill =
          ReplicaView.of(replica)
              .read(IsolationLevel.READ_UNCOMMITTED, record -> offsets.add(record.offset()));
      assertTrue(standstill.isPresent());
      assertTrue(standstill.get().why().startsWith("damage: "), standstill.get()::why);
      assertTrue(offsets.stream().allMatch(offset -> offset < standstill.get().offset()));
    }
  }

  /** The key of an ABORT is version 0, type 0; a user may have just that key. */
  @Test
  void aUsersKeyLikeThatOfAControlRecordIsData() throws IOException {
    byte[] keyOfAbort = new byte[Short.BYTES * 2];
    SimpleRecord record = new SimpleRecord(1000, keyOfAbort, new byte[] {1});
    MemoryRecords data =
        MemoryRecords.withTransactionalRecords(
            0, Compression.NONE, 7, (short) 0, 0, 0, record, record);
    MemoryRecords next =
        MemoryRecords.withTransactionalRecords(2, Compression.NONE, 7, (short) 0, 2, 0, record);
    MemoryRecords abort =
        MemoryRecords.withEndTransactionMarker(
            3, 1000, 0, 7, (short) 0, new EndTransactionMarker(ControlRecordType.ABORT, 0));
    Path directory = Files.createDirectories(temporary.resolve(PARTITION));
    Files.write(directory.resolve("%020d.log".formatted(0)), bytes(data, next));
    Files.write(directory.resolve("%020d.log".formatted(3)), bytes(abort));
    try (Replica replica = open(directory)) {
      ReplicaView view = ReplicaView.of(replica);
      assertEquals(4, view.highWatermark());
      assertEquals(4, view.lastStableOffset());
      assertEquals(
          List.of(0L, 1L, 2L),
          read(replica, IsolationLevel.READ_UNCOMMITTED, ReplicaView.FETCH_BYTES));
    }
    ByteBuffer index = ByteBuffer.allocate(TransactionIndex.ENTRY_SIZE_BYTES);
    index.putShort(TransactionIndex.VERSION).putLong(7).putLong(0).putLong(3).putLong(4);
    Files.write(directory.resolve("%020d.txnindex".formatted(3)), index.array());
    try (Replica replica = open(directory)) {
      assertEquals(
          List.of(), read(replica, IsolationLevel.READ_COMMITTED, ReplicaView.FETCH_BYTES));
    }
    compare(directory, "keys like those of control records");
  }

  private static byte[] bytes(MemoryRecords... batches) {
    int size = Stream.of(batches).mapToInt(MemoryRecords::sizeInBytes).sum();
    ByteBuffer all = ByteBuffer.allocate(size);
    Stream.of(batches).forEach(batch -> all.put(batch.buffer().duplicate()));
    return all.array();
  }
}
