package org.logdiff.format.batch;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertNotNull;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.ByteArrayOutputStream;
import java.util.Arrays;
import java.util.Random;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Records that cannot be right, in batches whose checksum holds. */
class MalformedRecordTest {
  private final RecordCursor cursor = new RecordCursor();

  /** A record of 11 bytes: offset delta 0, key "k", value "v", a header "h" with a null value. */
  private static final byte[] RECORD = {20, 0, 0, 0, 2, 'k', 2, 'v', 2, 2, 'h', 1};

  @Test
  void aWholeRecordIsRead() {
    byte[] record = RECORD.clone();
    record[0] = 22;
    assertEquals("1 records", read(1, record));
  }

  /** Position in the record, what to put there, and what is then said. */
  @ParameterizedTest
  @CsvSource({
    "0, 0, length 0",
    "0, 1, length -1 of 11 bytes left",
    "0, 24, length 12 of 11 bytes left",
    "0, 20, header value length does not end",
    "2, -1, 'offsetDelta 1 after -1, lastOffsetDelta 0'",
    "3, 1, 'offsetDelta -1 after -1, lastOffsetDelta 0'",
    "3, 2, 'offsetDelta 1 after -1, lastOffsetDelta 0'",
    "4, 3, key length -2 of 7 bytes left",
    "4, 16, key length 8 of 7 bytes left",
    "4, 0, value length -54 of 6 bytes left",
    "6, 3, value length -2 of 5 bytes left",
    "6, 12, value length 6 of 5 bytes left",
    "8, 1, count of headers -1",
    "8, 0, 3 bytes after the headers",
    "8, 4, header key length does not end",
    "9, 1, header key length -1",
    "9, 6, header key length 3 of 2 bytes left",
    "11, 3, header value length -2 of 0 bytes left",
    "11, 2, header value length 1 of 0 bytes left",
    "11, -1, header value length does not end"
  })
  void aFieldThatCannotBeRightIsTrouble(int position, int value, String trouble) {
    byte[] record = RECORD.clone();
    record[0] = 22;
    record[position] = (byte) value;
    assertEquals("record 0 of the batch: " + trouble, read(1, record));
  }

  @Test
  void theRecordsBeforeTheTroubleAreRead() {
    byte[] good = RECORD.clone();
    good[0] = 22;
    byte[] bad = good.clone();
    bad[3] = 2;
    bad[4] = 3;
    open(2, ScratchLog.concat(good, bad));
    assertTrue(cursor.next());
    assertEquals(0, cursor.offset());
    assertNull(cursor.trouble());
    assertFalse(cursor.next());
    assertEquals("record 1 of the batch: key length -2 of 7 bytes left", cursor.trouble());
    assertFalse(cursor.next());
  }

  @Test
  void offsetsMustRise() {
    byte[] first = RECORD.clone();
    first[0] = 22;
    first[3] = 2;
    assertEquals(
        "record 1 of the batch: offsetDelta 1 after 1, lastOffsetDelta 1",
        read(2, ScratchLog.concat(first, first)));
  }

  @Test
  void countsThatDoNotMatchAreTrouble() {
    byte[] record = RECORD.clone();
    record[0] = 22;
    assertEquals("record 1 of the batch: length does not end", read(2, record));
    assertEquals("12 bytes after the last record", read(1, ScratchLog.concat(record, record)));
    assertEquals("12 bytes after the last record", read(0, record));
    assertEquals("recordsCount -1", read(-1, record));
    assertEquals("record 0 of the batch: length does not end", read(1));
    assertEquals("0 records", read(0));
    assertEquals("record 1 of the batch: length does not end", read(Integer.MAX_VALUE, record));
  }

  @ParameterizedTest
  @ValueSource(ints = {4, 6, 8, 9, 11})
  void anEndlessVarintIsTrouble(int position) {
    ByteArrayOutputStream record = new ByteArrayOutputStream();
    record.writeBytes(Arrays.copyOf(RECORD, position));
    for (int i = 0; i < 12; i++) {
      record.write(0xff);
    }
    byte[] bytes = record.toByteArray();
    bytes[0] = (byte) (2 * (bytes.length - 1));
    assertTrue(read(1, bytes).endsWith(" does not end"), read(1, bytes));
  }

  @Test
  void aVarintOfMoreThan32BitsIsTrouble() {
    byte[] record = {14, 0, 0, 0, (byte) 0xff, (byte) 0xff, (byte) 0xff, (byte) 0xff, 0x7f};
    record[0] = 2 * 8;
    assertEquals("record 0 of the batch: key length -17179869184", read(1, record));
  }

  @Test
  void everyDamagedByteIsReadWithoutAnException() {
    byte[] good = RECORD.clone();
    good[0] = 22;
    byte[] second = good.clone();
    second[3] = 2;
    byte[] payload = ScratchLog.concat(good, second);
    for (int position = 0; position < payload.length; position++) {
      for (int value = 0; value < 256; value++) {
        byte[] damaged = payload.clone();
        damaged[position] = (byte) value;
        read(2, damaged);
      }
    }
    Random random = new Random(3);
    for (int i = 0; i < 20_000; i++) {
      byte[] noise = new byte[random.nextInt(40)];
      random.nextBytes(noise);
      if (noise.length > 0 && random.nextBoolean()) {
        noise[0] = (byte) (2 * (noise.length - 1));
      }
      read(1 + random.nextInt(3), noise);
    }
  }

  @ParameterizedTest
  @ValueSource(strings = {"GZIP", "SNAPPY", "LZ4", "ZSTD"})
  void aPayloadThatCannotBeDecompressedIsTrouble(String codec) {
    byte[] batch = SealedBatch.of(Compression.valueOf(codec), 1, "no such thing".getBytes());
    assertFalse(cursor.open(batch, 0));
    assertNotNull(cursor.trouble());
    assertTrue(
        cursor.trouble().startsWith(codec.toLowerCase(java.util.Locale.ROOT) + ": "),
        cursor.trouble());
    assertFalse(cursor.next());
  }

  @Test
  void aCursorReadsOnAfterTrouble() {
    byte[] record = RECORD.clone();
    record[0] = 22;
    assertFalse(cursor.open(SealedBatch.of(Compression.ZSTD, 1, record), 0));
    assertEquals("1 records", read(1, record));
  }

  private void open(int recordsCount, byte[] payload) {
    byte[] batch = SealedBatch.of(Compression.NONE, recordsCount, payload);
    cursor.open(batch, 0);
  }

  /** Reads a batch to its end; gives the trouble, or how many records there were. */
  private String read(int recordsCount, byte... payload) {
    open(recordsCount, payload);
    int records = 0;
    while (cursor.next()) {
      assertNotNull(cursor.record());
      records++;
    }
    return cursor.trouble() != null ? cursor.trouble() : records + " records";
  }
}
