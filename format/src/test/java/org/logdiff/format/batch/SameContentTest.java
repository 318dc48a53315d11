package org.logdiff.format.batch;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.List;
import org.apache.kafka.common.header.Header;
import org.apache.kafka.common.header.internals.RecordHeader;
import org.junit.jupiter.api.Test;

/** Records are compared by what they say, not by how and where they are stored. */
class SameContentTest {
  private static final byte[] KEY = {1};
  private static final byte[] VALUE = {2};
  private static final Header HEADER = new RecordHeader("h", new byte[] {3});
  private static final byte[] PLAIN =
      BatchWriter.batch(5).record(5, 100, KEY, VALUE, HEADER).build();

  @Test
  void storageMakesNoDifference() {
    for (String codec : List.of("none", "gzip", "snappy", "lz4", "zstd")) {
      assertSame(
          true, BatchWriter.batch(9).codec(codec).record(9, 100, KEY, VALUE, HEADER).build());
    }
    assertSame(
        true, BatchWriter.batch(5).producer(7, 1, 3).record(5, 100, KEY, VALUE, HEADER).build());
    assertSame(
        true, BatchWriter.batch(5).logAppendTime(100).record(5, 7, KEY, VALUE, HEADER).build());
  }

  @Test
  void contentDoes() {
    byte[] empty = {};
    byte[] other = {9};
    assertSame(false, BatchWriter.batch(5).record(5, 101, KEY, VALUE, HEADER).build());
    assertSame(
        false, BatchWriter.batch(5).logAppendTime(101).record(5, 100, KEY, VALUE, HEADER).build());
    for (byte[] key : new byte[][] {null, empty, other, {1, 1}}) {
      assertSame(false, BatchWriter.batch(5).record(5, 100, key, VALUE, HEADER).build());
    }
    for (byte[] value : new byte[][] {null, empty, other, {2, 2}}) {
      assertSame(false, BatchWriter.batch(5).record(5, 100, KEY, value, HEADER).build());
    }
    assertSame(false, BatchWriter.batch(5).record(5, 100, KEY, VALUE).build());
    assertSame(false, BatchWriter.batch(5).record(5, 100, KEY, VALUE, HEADER, HEADER).build());
    for (Header header :
        List.of(
            new RecordHeader("g", new byte[] {3}),
            new RecordHeader("h", new byte[] {4}),
            new RecordHeader("h", empty),
            new RecordHeader("h", (byte[]) null))) {
      assertSame(false, BatchWriter.batch(5).record(5, 100, KEY, VALUE, header).build());
    }
  }

  private static void assertSame(boolean expected, byte[] batch) {
    RecordCursor one = cursor(PLAIN);
    RecordCursor two = cursor(batch);
    assertEquals(expected, one.hasSameContent(two));
    assertEquals(expected, two.hasSameContent(one));
  }

  private static RecordCursor cursor(byte[] batch) {
    RecordCursor cursor = new RecordCursor();
    cursor.open(batch, 0);
    assertTrue(cursor.next());
    return cursor;
  }
}
