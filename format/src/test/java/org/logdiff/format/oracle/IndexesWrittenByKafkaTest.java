package org.logdiff.format.oracle;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import org.apache.kafka.common.message.AbortedTxn;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.logdiff.format.DamageKind;
import org.logdiff.format.index.OffsetIndex;
import org.logdiff.format.index.OffsetIndexEntry;
import org.logdiff.format.index.OffsetIndexLookup;
import org.logdiff.format.index.TimeIndex;

/** Indexes as a broker writes them in its segments' lives: filled, truncated, cut. */
class IndexesWrittenByKafkaTest {
  private static final int MAX_INDEX_SIZE_BYTES = 10 << 20;
  private static final long BASE_OFFSET = 5_000_000_000L;

  @TempDir Path directory;
  private KafkaOracle oracle;
  private Path file;

  @BeforeEach
  void name() throws IOException {
    oracle = new KafkaOracle(directory);
    file = directory.resolve("00000000005000000000.index");
  }

  private org.apache.kafka.storage.internals.log.OffsetIndex createOffsetIndex()
      throws IOException {
    return new org.apache.kafka.storage.internals.log.OffsetIndex(
        file.toFile(), BASE_OFFSET, MAX_INDEX_SIZE_BYTES);
  }

  private org.apache.kafka.storage.internals.log.TimeIndex createTimeIndex() throws IOException {
    return new org.apache.kafka.storage.internals.log.TimeIndex(
        file.toFile(), BASE_OFFSET, MAX_INDEX_SIZE_BYTES);
  }

  @Test
  void anActiveOffsetIndexIsPreallocatedAndACutOneIsNot() throws IOException {
    try (var kafka = createOffsetIndex()) {
      oracle.offsetIndex(file, BASE_OFFSET);
      for (int i = 1; i <= 1000; i++) {
        kafka.append(BASE_OFFSET + i * 7L, i * 4096);
      }
      oracle.offsetIndex(file, BASE_OFFSET);
      OffsetIndex active = OffsetIndex.read(file).value().orElseThrow();
      assertEquals(1000, active.entryCount());
      assertEquals(MAX_INDEX_SIZE_BYTES / 8 - 1000, active.preallocatedCount());
      kafka.trimToValidSize();
    }
    oracle.offsetIndex(file, BASE_OFFSET);
    OffsetIndex cut = OffsetIndex.read(file).value().orElseThrow();
    assertEquals(1000, cut.entryCount());
    assertEquals(0, cut.preallocatedCount());
  }

  @Test
  void aFullOffsetIndexHasNoTail() throws IOException {
    try (var kafka =
        new org.apache.kafka.storage.internals.log.OffsetIndex(file.toFile(), BASE_OFFSET, 100)) {
      for (int i = 1; !kafka.isFull(); i++) {
        kafka.append(BASE_OFFSET + i, i);
      }
      assertEquals(12, OffsetIndex.read(file).value().orElseThrow().entryCount());
    }
    oracle.offsetIndex(file, BASE_OFFSET);
  }

  @Test
  void aTruncationLeavesStaleEntriesInALiveFile() throws IOException {
    try (var kafka = createOffsetIndex()) {
      kafka.append(BASE_OFFSET + 10, 100);
      kafka.append(BASE_OFFSET + 20, 200);
      kafka.append(BASE_OFFSET + 30, 300);
      kafka.truncateTo(BASE_OFFSET + 15);
      assertEquals(1, kafka.entries());
      OffsetIndex live = OffsetIndex.read(file).value().orElseThrow();
      assertEquals(3, live.entryCount());

      kafka.append(BASE_OFFSET + 40, 110);
      var decoded = OffsetIndex.read(file);
      assertEquals(DamageKind.ORDER, decoded.damages().get(0).kind());
      try (OffsetIndexLookup lookup = OffsetIndexLookup.open(file)) {
        assertEquals(Optional.empty(), lookup.floor(50));
        assertEquals(Optional.of(new OffsetIndexEntry(10, 100)), lookup.floor(39));
      }
      kafka.trimToValidSize();
    }
    oracle.offsetIndex(file, BASE_OFFSET);
  }

  @Test
  void anActiveTimeIndexIsPreallocatedAndACutOneIsNot() throws IOException {
    try (var kafka = createTimeIndex()) {
      oracle.timeIndex(file, BASE_OFFSET);
      for (int i = 1; i <= 100; i++) {
        kafka.maybeAppend(1_796_070_962_647L + i, BASE_OFFSET + i * 7L);
      }
      oracle.timeIndex(file, BASE_OFFSET);
      assertEquals(100, TimeIndex.read(file).value().orElseThrow().entryCount());
      kafka.trimToValidSize();
    }
    oracle.timeIndex(file, BASE_OFFSET);
    TimeIndex cut = TimeIndex.read(file).value().orElseThrow();
    assertEquals(100, cut.entryCount());
    assertEquals(0, cut.preallocatedCount());
  }

  @Test
  void aTimeIndexMayBeginWithTimestampZero() throws IOException {
    try (var kafka = createTimeIndex()) {
      kafka.maybeAppend(0, BASE_OFFSET);
      kafka.trimToValidSize();
      assertEquals(1, TimeIndex.read(file).value().orElseThrow().entryCount());
    }
    oracle.timeIndex(file, BASE_OFFSET);
  }

  @Test
  void aTransactionIndexIsAppendedTo() throws IOException {
    try (var kafka =
        new org.apache.kafka.storage.internals.log.TransactionIndex(BASE_OFFSET, file.toFile())) {
      for (long i = 1; i <= 50; i++) {
        kafka.append(
            new AbortedTxn()
                .setProducerId(i % 3)
                .setFirstOffset(BASE_OFFSET + i * 10)
                .setLastOffset(BASE_OFFSET + i * 10 + 5)
                .setLastStableOffset(BASE_OFFSET + i * 10 + 6));
      }
    }
    oracle.transactionIndex(file, BASE_OFFSET);
  }

  @Test
  void kafkasToolStopsAtTheFirstZeroEntryAndSoDoWe() throws IOException {
    try (var kafka = createOffsetIndex()) {
      kafka.append(BASE_OFFSET + 10, 100);
      kafka.append(BASE_OFFSET + 20, 200);
    }
    try (var reopened = createOffsetIndex()) {
      // What DumpLogSegments does: it takes all slots for entries and stops at the base offset.
      int used = 0;
      while (used < reopened.entries() && reopened.entry(used).offset() != BASE_OFFSET) {
        used++;
      }
      assertTrue(reopened.entries() > used);
      OffsetIndex ours = OffsetIndex.read(file).value().orElseThrow();
      assertEquals(used, ours.entryCount());
      assertFalse(ours.entries().contains(new OffsetIndexEntry(0, 0)));
      assertEquals(
          List.of(new OffsetIndexEntry(10, 100), new OffsetIndexEntry(20, 200)), ours.entries());
    }
  }
}
