package org.logdiff.format.batch;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertInstanceOf;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Iterator;
import java.util.List;
import java.util.Optional;
import org.apache.kafka.common.header.internals.RecordHeader;
import org.apache.kafka.common.record.internal.AbstractLegacyRecordBatch;
import org.apache.kafka.common.record.internal.MemoryRecords;
import org.apache.kafka.common.record.internal.MutableRecordBatch;
import org.apache.kafka.common.utils.internals.BufferSupplier;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.ValueSource;
import org.logdiff.format.Bytes;
import org.logdiff.format.Damage;
import org.logdiff.format.DamageKind;
import org.logdiff.format.disk.ReadOnlyFile;
import org.xerial.snappy.Snappy;

/** Messages of magic 0 and 1 in all the shapes that brokers have left, and in hostile ones. */
class MessageSetCursorTest {
  private static final int LIMIT_BYTES = 1 << 20;
  private static final byte[] NOTHING = {};

  @TempDir Path directory;

  /** What a message gave: its records, and why no more. */
  private record Reading(List<Record> records, String trouble) {}

  private static Reading read(byte[] message) {
    RecordCursor cursor = new RecordCursor(LIMIT_BYTES);
    List<Record> records = new ArrayList<>();
    cursor.open(message, 0);
    while (cursor.next()) {
      records.add(cursor.record());
    }
    return new Reading(records, cursor.trouble());
  }

  /** What Kafka gives; empty if it refuses the message or one of its records. */
  private static Optional<List<Record>> readByKafka(byte[] message) {
    List<Record> records = new ArrayList<>();
    try {
      MutableRecordBatch batch =
          MemoryRecords.readableRecords(ByteBuffer.wrap(message)).batches().iterator().next();
      batch.ensureValid();
      Iterator<org.apache.kafka.common.record.internal.Record> inside =
          ((AbstractLegacyRecordBatch) batch)
              .streamingIterator(BufferSupplier.NO_CACHING, LIMIT_BYTES);
      while (inside.hasNext()) {
        org.apache.kafka.common.record.internal.Record record = inside.next();
        record.ensureValid();
        records.add(
            new Record(
                record.offset(),
                record.timestamp(),
                -1,
                attributes(record),
                bytes(record.key()),
                bytes(record.value()),
                List.of()));
      }
    } catch (RuntimeException e) {
      return Optional.empty();
    }
    return Optional.of(records);
  }

  private static byte attributes(org.apache.kafka.common.record.internal.Record record) {
    return ((AbstractLegacyRecordBatch) record).outerRecord().attributes();
  }

  private static Optional<Bytes> bytes(ByteBuffer buffer) {
    if (buffer == null) {
      return Optional.empty();
    }
    byte[] bytes = new byte[buffer.remaining()];
    buffer.duplicate().get(bytes);
    return Optional.of(Bytes.copyOf(bytes, 0, bytes.length));
  }

  private static List<Long> offsets(Reading reading) {
    return reading.records().stream().map(Record::offset).toList();
  }

  private static void assertReadAsByKafka(byte[] message) {
    Reading reading = read(message);
    assertEquals(null, reading.trouble());
    assertEquals(readByKafka(message).orElseThrow(), reading.records());
  }

  private static void assertTrouble(String expected, byte[] message) {
    assertEquals(expected, read(message).trouble());
  }

  @Test
  void aMessageByItself() {
    for (int magic = 0; magic <= 1; magic++) {
      assertReadAsByKafka(RawMessage.plain(7, magic, "key", "value"));
      assertReadAsByKafka(RawMessage.plain(7, magic, "key", null));
      assertReadAsByKafka(RawMessage.plain(7, magic, null, ""));
      assertReadAsByKafka(RawMessage.plain(7, magic, null, null));
    }
  }

  /**
   * KAFKA-4298: cleaners of 0.10.0 and 0.10.1.0 put messages of one magic into a wrapper of
   * another.
   */
  @ParameterizedTest
  @CsvSource({"0, 1", "1, 0"})
  void theWrongMagicInside(int outer, int inner) {
    long base = outer == 0 ? 40 : 0;
    byte[] set =
        ScratchLog.concat(
            RawMessage.plain(base, inner, "a", "1"), RawMessage.plain(base + 3, inner, "b", null));
    byte[] message = RawMessage.wrapper(43, outer, Compression.GZIP, set);
    assertReadAsByKafka(message);
    assertEquals(List.of(40L, 43L), offsets(read(message)));
  }

  @Test
  void bothMagicsInOneSet() {
    byte[] set =
        ScratchLog.concat(RawMessage.plain(0, 0, "a", "1"), RawMessage.plain(1, 1, "b", "2"));
    assertReadAsByKafka(RawMessage.wrapper(9, 1, Compression.SNAPPY, set));
  }

  @Test
  void underLogAppendTimeTheTimestampIsTheWrappers() {
    byte[] set =
        ScratchLog.concat(RawMessage.plain(0, 1, "a", "1"), RawMessage.plain(1, 1, "b", "2"));
    byte[] value = RawMessage.compress(1, Compression.GZIP, set);
    byte[] message = RawMessage.of(9, 1, 8 | Compression.GZIP.id(), 777, null, value);
    assertReadAsByKafka(message);
    assertEquals(
        List.of(777L, 777L), read(message).records().stream().map(Record::timestamp).toList());
    // In magic 0 that bit means nothing.
    assertReadAsByKafka(RawMessage.of(9, 0, 8, 0, null, NOTHING));
    assertEquals(-1, read(RawMessage.of(9, 0, 8, 0, null, NOTHING)).records().get(0).timestamp());
  }

  /** The offset of a wrapper of magic 1 is that of its last message, whatever that one says. */
  @Test
  void relativeOffsetsWithGaps() {
    byte[] set =
        ScratchLog.concat(
            RawMessage.plain(2, 1, "a", "1"),
            RawMessage.plain(3, 1, "b", "2"),
            RawMessage.plain(7, 1, "c", "3"));
    byte[] message = RawMessage.wrapper(107, 1, Compression.LZ4, set);
    assertReadAsByKafka(message);
    assertEquals(List.of(102L, 103L, 107L), offsets(read(message)));
  }

  @Test
  void aSetThatBeginsAtOffsetZero() {
    byte[] set = RawMessage.plain(0, 1, "a", "1");
    assertReadAsByKafka(RawMessage.wrapper(0, 1, Compression.GZIP, set));
    assertReadAsByKafka(RawMessage.wrapper(0, 0, Compression.GZIP, set));
  }

  /**
   * KAFKA-3160: lz4 of magic 0 has a wrong checksum of its frame's header, or, from others, not.
   */
  @Test
  void theFrameHeaderChecksumOfLz4() {
    byte[] set = RawMessage.plain(0, 1, "a", "1");
    for (int magic = 0; magic <= 1; magic++) {
      byte[] broken = RawMessage.compress(0, Compression.LZ4, set);
      byte[] right = RawMessage.compress(1, Compression.LZ4, set);
      assertFalse(Arrays.equals(broken, right));
      assertReadAsByKafka(RawMessage.of(0, magic, Compression.LZ4.id(), 0, null, right));
      byte[] withBroken = RawMessage.of(0, magic, Compression.LZ4.id(), 0, null, broken);
      if (magic == 0) {
        assertReadAsByKafka(withBroken);
      } else {
        assertTrouble("lz4: header checksum", withBroken);
        assertEquals(Optional.empty(), readByKafka(withBroken));
      }
    }
  }

  @Test
  void snappyWithoutItsFrame() throws IOException {
    byte[] set = RawMessage.plain(0, 1, "a", "1");
    byte[] block = Snappy.compress(set);
    assertReadAsByKafka(RawMessage.of(0, 1, Compression.SNAPPY.id(), 0, null, block));
  }

  @ParameterizedTest
  @ValueSource(ints = {0, 1})
  void aCompressedMessageWithinACompressedOneIsRefused(int magic) {
    byte[] inner = RawMessage.wrapper(0, magic, Compression.GZIP, RawMessage.plain(0, 1, "a", "1"));
    byte[] message = RawMessage.wrapper(0, magic, Compression.GZIP, inner);
    assertTrouble("message 0 of the set: compressed within a compressed message", message);
    assertEquals(Optional.empty(), readByKafka(message));
  }

  @Test
  void codecsThatMagic0And1DoNotHave() {
    byte[] set = RawMessage.plain(0, 1, "a", "1");
    byte[] zstd = RawMessage.compress(2, Compression.ZSTD, set);
    assertTrouble(
        "zstd, which only magic 2 has", RawMessage.of(0, 1, Compression.ZSTD.id(), 0, null, zstd));
    for (int id = 5; id < 8; id++) {
      assertTrouble("unknown compression codec " + id, RawMessage.of(0, 1, id, 0, null, zstd));
    }
  }

  @Test
  void aWrapperWithNothingInIt() {
    assertTrouble(
        "compressed, without a value", RawMessage.of(0, 1, Compression.GZIP.id(), 0, null, null));
    byte[] empty = RawMessage.wrapper(0, 1, Compression.GZIP, NOTHING);
    assertTrouble("a compressed set without a message", empty);
    assertEquals(Optional.empty(), readByKafka(empty));
    assertTrue(
        read(RawMessage.of(0, 1, Compression.GZIP.id(), 0, null, NOTHING))
            .trouble()
            .startsWith("gzip: "));
  }

  @ParameterizedTest
  @ValueSource(ints = {Integer.MIN_VALUE, -1, 0, 13})
  void aSizeInsideThatCannotBe(int size) {
    byte[] first = RawMessage.plain(0, 1, "a", "1");
    byte[] second = RawMessage.plain(1, 1, "b", "2");
    ByteBuffer.wrap(second).putInt(RecordBatchHeader.BATCH_LENGTH_POSITION, size);
    byte[] message = RawMessage.wrapper(1, 1, Compression.GZIP, ScratchLog.concat(first, second));
    assertTrouble("message 1 of the set: messageSize " + size, message);
    assertEquals(Optional.empty(), readByKafka(message));
  }

  /** As Kafka's consumer does, the whole ones are given; but we do not keep silent. */
  @Test
  void aMessageInsideThatIsCutOff() {
    byte[] first = RawMessage.plain(0, 1, "a", "1");
    byte[] second = RawMessage.plain(1, 1, "b", "2");
    byte[] set = Arrays.copyOf(ScratchLog.concat(first, second), first.length + 20);
    byte[] message = RawMessage.wrapper(50, 1, Compression.GZIP, set);
    assertEquals(readByKafka(message).orElseThrow(), read(message).records());
    assertTrouble("20 bytes after the last message of the set", message);
    byte[] huge = ScratchLog.concat(first, second);
    ByteBuffer.wrap(huge)
        .putInt(first.length + RecordBatchHeader.BATCH_LENGTH_POSITION, Integer.MAX_VALUE);
    assertTrouble(
        second.length + " bytes after the last message of the set",
        RawMessage.wrapper(50, 1, Compression.GZIP, huge));
  }

  @Test
  void aWrongChecksumInside() {
    byte[] set = RawMessage.plain(0, 1, "a", "1");
    set[set.length - 1] ^= 1;
    byte[] message = RawMessage.wrapper(5, 1, Compression.GZIP, set);
    assertTrue(read(message).trouble().matches("message 0 of the set: crc \\d+, computed \\d+"));
    assertEquals(Optional.empty(), readByKafka(message));
  }

  @ParameterizedTest
  @CsvSource({"-2, 2", "3, 2", "2147483647, 2", "-2147483648, 2"})
  void aKeyLengthThatCannotBe(int length, int room) {
    byte[] message = RawMessage.plain(0, 1, "a", "1");
    ByteBuffer.wrap(message).putInt(LegacyMessage.keyLengthPosition((byte) 1), length);
    assertTrouble("key length " + length + " of " + room + " bytes left", RawMessage.seal(message));
  }

  @ParameterizedTest
  @CsvSource({"-2", "2", "2147483647", "-2147483648"})
  void aValueLengthThatCannotBe(int length) {
    byte[] message = RawMessage.plain(0, 0, "a", "1");
    ByteBuffer.wrap(message).putInt(message.length - 5, length);
    assertTrouble("value length " + length + " of 1 bytes left", RawMessage.seal(message));
    ByteBuffer.wrap(message).putInt(message.length - 5, 0);
    assertTrouble("1 bytes after the value", RawMessage.seal(message));
  }

  @Test
  void aMagicInsideThatCannotBe() {
    byte[] set = RawMessage.plain(0, 1, "a", "1");
    set[LegacyMessage.MAGIC_POSITION] = 2;
    assertTrouble(
        "message 0 of the set: magic 2",
        RawMessage.wrapper(0, 1, Compression.GZIP, RawMessage.seal(set)));
  }

  @Test
  void offsetsInsideThatCannotBe() {
    byte[] a = RawMessage.plain(3, 1, "a", "1");
    byte[] b = RawMessage.plain(2, 1, "b", "2");
    byte[] c = RawMessage.plain(4, 1, "c", "3");
    assertTrouble(
        "message 1 of the set: offset 12 after 13, of 14",
        RawMessage.wrapper(14, 1, Compression.GZIP, ScratchLog.concat(a, b, c)));
    assertTrouble(
        "offsets 3 to 2 in a set at 14",
        RawMessage.wrapper(14, 1, Compression.GZIP, ScratchLog.concat(a, b)));
    // Kafka refuses that too: the wrapper lies below what is in it.
    byte[] below = RawMessage.wrapper(3, 1, Compression.GZIP, ScratchLog.concat(a, c));
    assertTrouble("offsets 3 to 4 in a set at 3", below);
    assertEquals(Optional.empty(), readByKafka(below));
    assertTrouble(
        "offsets -1 to 4 in a set at 14",
        RawMessage.wrapper(
            14, 1, Compression.GZIP, ScratchLog.concat(RawMessage.plain(-1, 1, "a", "1"), c)));
    assertTrouble(
        "offsets 0 to 9999999999 in a set at 9999999999",
        RawMessage.wrapper(
            9_999_999_999L,
            0,
            Compression.GZIP,
            ScratchLog.concat(
                RawMessage.plain(0, 0, "a", "1"), RawMessage.plain(9_999_999_999L, 0, "b", "2"))));
  }

  @ParameterizedTest
  @EnumSource(
      value = Compression.class,
      names = {"GZIP", "SNAPPY", "LZ4"})
  void aBombStopsAtTheLimit(Compression codec) {
    byte[] set = RawMessage.plain(0, 1, "a", "x".repeat(LIMIT_BYTES));
    assertTrouble(
        codec.kafkaName() + ": more than " + LIMIT_BYTES + " decompressed bytes",
        RawMessage.wrapper(0, 1, codec, set));
  }

  /** A broken message does not spoil the next one. */
  @Test
  void oneCursorReadsMessageAfterMessage() {
    byte[] good = RawMessage.wrapper(5, 1, Compression.GZIP, RawMessage.plain(0, 1, "a", "1"));
    byte[] bad = RawMessage.wrapper(5, 1, Compression.GZIP, NOTHING);
    byte[] batch = BatchWriter.batch(9).record("b", "2").build();
    RecordCursor cursor = new RecordCursor();
    for (byte[] message : List.of(good, bad, good, batch, bad, batch, good)) {
      boolean isReadable = cursor.open(message, 0);
      assertEquals(message != bad, isReadable && cursor.next());
      assertEquals(message == bad, cursor.trouble() != null);
      if (message != bad) {
        assertEquals(message == batch ? 2 : 1, cursor.magic());
        assertEquals(message == batch ? 9 : 5, cursor.offset());
        assertFalse(cursor.next());
        assertEquals(null, cursor.trouble());
      }
    }
  }

  /**
   * Each bit of a set flipped before it is compressed: what Kafka takes we read alike, and what
   * Kafka refuses is trouble.
   */
  @ParameterizedTest
  @ValueSource(ints = {0, 1})
  void everyFlipInsideIsSeenAsKafkaSeesIt(int magic) {
    byte[] set =
        ScratchLog.concat(
            RawMessage.plain(0, magic, "a", "1"),
            RawMessage.plain(1, magic, "b", null),
            RawMessage.plain(4, magic, null, "4"));
    int refused = 0;
    for (int bit = 0; bit < set.length * Byte.SIZE; bit++) {
      byte[] flipped = set.clone();
      flipped[bit / Byte.SIZE] ^= (byte) (1 << bit % Byte.SIZE);
      byte[] message = RawMessage.wrapper(4, magic, Compression.SNAPPY, flipped);
      Reading ours = read(message);
      Optional<List<Record>> theirs = readByKafka(message);
      if (ours.trouble() == null) {
        assertEquals(theirs, Optional.of(ours.records()), "bit " + bit);
      }
      refused += ours.trouble() != null ? 1 : 0;
      if (theirs.isEmpty()) {
        assertTrue(ours.trouble() != null, "bit " + bit);
      }
    }
    assertTrue(refused > set.length * Byte.SIZE / 2, "only " + refused);
  }

  /** KAFKA-3919: sets whose last offsets ascend, but which reach back into the one before. */
  @ParameterizedTest
  @ValueSource(ints = {0, 1})
  void aSetThatOverlapsTheOneBeforeIsOutOfOrder(int magic) throws IOException {
    byte[] before = BatchWriter.batch(0).magic(magic).codec("gzip").record("a", "1").build();
    byte[] first =
        BatchWriter.batch(1).magic(magic).codec("gzip").record("b", "2").record("c", "3").build();
    byte[] overlapping =
        BatchWriter.batch(2).magic(magic).codec("gzip").record("d", "4").record("e", "5").build();
    byte[] after = BatchWriter.batch(4).magic(magic).codec("gzip").record("f", "6").build();
    try (ScratchLog log = new ScratchLog(directory)) {
      List<Span> spans = log.write(before, first, overlapping, after).scan(0);
      assertEquals(4, spans.size());
      Damage damage = assertInstanceOf(Span.Damaged.class, spans.get(2)).damages().get(0);
      assertEquals(DamageKind.ORDER, damage.kind());
      assertEquals("offset", damage.field());
      assertEquals("3", damage.stored());
      assertEquals("at least 4", damage.expected());
      assertEquals(4, assertInstanceOf(Span.Batch.class, spans.get(3)).header().baseOffset());
    }
  }

  /** Nothing but the messages inside have the offsets of magic 0 under a checksum. */
  @Test
  void theOffsetOfAWrapperOfMagic0MustBeThatOfItsLastMessage() throws IOException {
    byte[] message =
        BatchWriter.batch(1).magic(0).codec("gzip").record("b", "2").record("c", "3").build();
    ByteBuffer.wrap(message).putLong(0, 5);
    try (ScratchLog log = new ScratchLog(directory)) {
      Damage damage =
          assertInstanceOf(Span.Damaged.class, log.write(message).scan(0).get(0)).damages().get(0);
      assertEquals(DamageKind.FIELD, damage.kind());
      assertEquals("2, as of the last record", damage.expected());
    }
  }

  /** What cannot be read may lie anywhere since the message before. */
  @Test
  void aSetThatCannotBeReadReachesFromTheMessageBefore() throws IOException {
    byte[] before = RawMessage.plain(10, 1, "a", "1");
    byte[] broken = RawMessage.of(20, 1, Compression.GZIP.id(), 0, null, NOTHING);
    byte[] after = RawMessage.plain(21, 1, "b", "2");
    try (ScratchLog log = new ScratchLog(directory)) {
      List<Span> spans = log.write(before, broken, after).scan(0);
      RecordBatchHeader header = assertInstanceOf(Span.Batch.class, spans.get(1)).header();
      assertEquals(11, header.baseOffset());
      assertEquals(20, header.lastOffset());
      assertEquals(10, header.recordsCount());
      // Without a base offset nothing is known of what came before.
      header = assertInstanceOf(Span.Batch.class, log.write(broken).scanUnnamed().get(0)).header();
      assertEquals(20, header.baseOffset());
    }
  }

  @Test
  void aLargeMessageIsOnlyChecksummed() throws IOException {
    byte[] before = RawMessage.plain(10, 1, "a", "1");
    byte[] large = RawMessage.plain(11, 1, "a", "x".repeat(1000));
    byte[] after = RawMessage.plain(12, 0, "b", "2");
    try (ScratchLog log = new ScratchLog(directory)) {
      log.write(before, large, after);
      try (ReadOnlyFile file = ReadOnlyFile.open(log.path())) {
        SegmentCursor cursor = new SegmentCursor(large.length - 1);
        cursor.open(file, 10);
        List<Span> spans = log.walk(cursor, 0, file.sizeBytes());
        Span.Oversized oversized = assertInstanceOf(Span.Oversized.class, spans.get(1));
        assertEquals(11, oversized.header().baseOffset());
        assertEquals(1, oversized.header().magic());
        assertEquals(SpanKind.BATCH, spans.get(2).kind());
      }
    }
  }

  @Test
  void whatOneFormatLacksIsNoDifference() {
    byte[] magic0 = BatchWriter.batch(5).magic(0).record("a", "1").build();
    byte[] magic1 = BatchWriter.batch(5).magic(1).codec("gzip").record("a", "1").build();
    byte[] magic2 = BatchWriter.batch(5).producer(7, 1, 3).record("a", "1").build();
    for (byte[] one : List.of(magic0, magic1, magic2)) {
      for (byte[] other : List.of(magic0, magic1, magic2)) {
        assertTrue(isSame(one, other));
      }
      for (int magic = 0; magic <= 2; magic++) {
        assertFalse(isSame(one, BatchWriter.batch(5).magic(magic).record("a", "2").build()));
        assertFalse(isSame(one, BatchWriter.batch(5).magic(magic).record("b", "1").build()));
        assertFalse(isSame(one, BatchWriter.batch(5).magic(magic).record("a", null).build()));
        assertFalse(isSame(one, BatchWriter.batch(5).magic(magic).record(null, "1").build()));
      }
    }
    // Both know a timestamp, so it counts.
    byte[] later =
        BatchWriter.batch(5)
            .magic(1)
            .logAppendTime(RawMessage.TIMESTAMP + 9)
            .record("a", "1")
            .build();
    assertFalse(isSame(magic1, later));
    assertFalse(isSame(magic2, later));
    assertTrue(isSame(magic0, later));
    byte[] withHeader =
        BatchWriter.batch(5)
            .record(
                5,
                RawMessage.TIMESTAMP + 5,
                "a".getBytes(),
                "1".getBytes(),
                new RecordHeader("h", NOTHING))
            .build();
    assertTrue(isSame(magic1, withHeader));
    assertFalse(isSame(magic2, withHeader));
  }

  private static boolean isSame(byte[] one, byte[] other) {
    RecordCursor a = new RecordCursor();
    RecordCursor b = new RecordCursor();
    assertTrue(a.open(one, 0) && a.next());
    assertTrue(b.open(other, 0) && b.next());
    assertEquals(a.hasSameContent(b), b.hasSameContent(a));
    return a.hasSameContent(b);
  }
}
