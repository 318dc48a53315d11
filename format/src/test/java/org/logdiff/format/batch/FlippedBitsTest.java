package org.logdiff.format.batch;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import org.junit.jupiter.api.DynamicTest;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestFactory;
import org.junit.jupiter.api.io.TempDir;
import org.logdiff.format.Damage;
import org.logdiff.format.DamageKind;

/**
 * Every flipped bit of a log is found, and every other batch is read as before. The exceptions are
 * the two fields that Kafka does not protect, and only where the order of batches stays right:
 *
 * <ul>
 *   <li>baseOffset, if the batch still lies between the one before it and the one after it;
 *   <li>partitionLeaderEpoch, if it still lies between the neighbours' epochs, and in the first and
 *       the last batch, which have one neighbour only; a negative one is always found.
 * </ul>
 *
 * <p>A flip that moves a batch back to where the batch before it could have been is found, but that
 * batch is blamed: from order alone the two cannot be told apart.
 */
class FlippedBitsTest {
  private static final int BITS_OF_A_LONG = Long.BYTES * Byte.SIZE;

  @TempDir Path directory;

  @Test
  void everyFlipOfMagic2IsFoundButForTheUnprotected() throws IOException {
    List<byte[]> batches = SmallLogs.magic2();
    Flips flips = flips(SmallLogs.BASE_OFFSET, batches);
    assertEquals(8 * ScratchLog.concat(batches).length, flips.found + flips.invisible.size());
    assertEquals(
        List.of(
            "1 baseOffset 104",
            "3 baseOffset 111",
            "3 baseOffset 108",
            "3 partitionLeaderEpoch 5",
            "4 baseOffset 121",
            "4 baseOffset 122",
            "4 baseOffset 124",
            "4 partitionLeaderEpoch 4"),
        flips.invisible.stream().filter(name -> name.matches("[1-4].*")).toList());
    // Of the first and the last batch: every epoch that is not negative, and every offset up to
    // the next batch or to the segment's largest one.
    assertEquals(2, flips.invisible("0 baseOffset"));
    assertEquals(30, flips.invisible("5 baseOffset"));
    assertEquals(31, flips.invisible("0 partitionLeaderEpoch"));
    // One of them (5 to 4) makes the batch before look out of line.
    assertEquals(30, flips.invisible("5 partitionLeaderEpoch"));
  }

  @Test
  void everyFlipOfLegacyMessagesIsFoundButForOffsetsInOrder() throws IOException {
    List<byte[]> messages = SmallLogs.legacy();
    Flips flips = flips(SmallLogs.BASE_OFFSET, messages);
    assertEquals(8 * ScratchLog.concat(messages).length, flips.found + flips.invisible.size());
    assertEquals(
        List.of(
            "0 offset 101",
            "0 offset 102",
            "1 offset 105",
            "2 offset 106",
            "3 offset 108",
            "5 offset 117",
            "5 offset 118"),
        flips.invisible.stream().filter(name -> name.contains(" offset ")).toList());
  }

  @TestFactory
  List<DynamicTest> everyFlipOfCapturedLogsIsFoundLikewise() {
    return SampleLogs.small().stream()
        .map(log -> DynamicTest.dynamicTest(log.name(), () -> assertFound(log)))
        .toList();
  }

  private void assertFound(SampleLogs.Log log) throws IOException {
    Flips flips = flips(log.baseOffset(), log.batches());
    int unprotected = 0;
    for (String name : flips.invisible) {
      unprotected += name.matches("\\d+ (baseOffset|offset|partitionLeaderEpoch) .*") ? 1 : 0;
    }
    assertEquals(flips.invisible.size(), unprotected);
    assertEquals(8 * log.bytes().length, flips.found + unprotected);
  }

  /** What flips did. */
  private static final class Flips {
    int found;
    final List<String> invisible = new ArrayList<>();

    long invisible(String batchAndField) {
      return invisible.stream().filter(name -> name.startsWith(batchAndField + " ")).count();
    }
  }

  private Flips flips(long baseOffset, List<byte[]> batches) throws IOException {
    Flips flips = new Flips();
    try (ScratchLog log = new ScratchLog(directory)) {
      log.write(ScratchLog.concat(batches));
      List<Span> intact = log.scan(baseOffset);
      Order order = new Order(baseOffset, intact);
      for (int i = 0; i < batches.size(); i++) {
        long position = intact.get(i).position();
        for (int bit = 0; bit < batches.get(i).length * Byte.SIZE; bit++) {
          byte[] flipped = flip(batches.get(i), bit);
          log.overwrite(position, flipped);
          check(flips, order, intact, log.scan(baseOffset), i, bit, flipped);
        }
        log.overwrite(position, batches.get(i));
      }
    }
    return flips;
  }

  private static byte[] flip(byte[] batch, int bit) {
    byte[] flipped = batch.clone();
    flipped[bit / Byte.SIZE] ^= (byte) (1 << bit % Byte.SIZE);
    return flipped;
  }

  private static void check(
      Flips flips,
      Order order,
      List<Span> intact,
      List<Span> spans,
      int flippedBatch,
      int bit,
      byte[] flipped) {
    String field = order.field(flippedBatch, bit);
    String name = flippedBatch + " " + field + " bit " + bit;
    Set<Integer> damaged = new TreeSet<>();
    assertEquals(intact.size(), spans.size(), name);
    for (int i = 0; i < intact.size(); i++) {
      Span before = intact.get(i);
      Span after = spans.get(i);
      assertEquals(before.position(), after.position(), name);
      assertEquals(before.length(), after.length(), name);
      if (after instanceof Span.Damaged span) {
        damaged.add(i);
        if (i == flippedBatch) {
          checkKind(field, before, span.damages().get(0), name);
        }
      } else if (i != flippedBatch) {
        assertEquals(before, after, name);
      }
    }
    assertEquals(order.blamed(flippedBatch, field, flipped), damaged, name);
    if (damaged.isEmpty()) {
      flips.invisible.add(flippedBatch + " " + field + " " + order.value(field, flipped));
    } else {
      flips.found++;
    }
  }

  private static void checkKind(String field, Span before, Damage damage, String name) {
    switch (field) {
      case "batchLength", "messageSize" -> {
        assertEquals(DamageKind.LENGTH, damage.kind(), name);
        assertEquals(field, damage.field(), name);
        assertEquals(
            Long.toString(before.length() - RecordBatchHeader.LOG_OVERHEAD_BYTES),
            damage.expected(),
            name);
      }
      case "magic" -> {
        if (before instanceof Span.Batch batch && !batch.header().isLegacy()) {
          assertEquals(DamageKind.FIELD, damage.kind(), name);
          assertEquals("magic", damage.field(), name);
        }
      }
      case "baseOffset", "offset", "partitionLeaderEpoch" ->
          assertEquals(field, damage.field(), name);
      default -> {
        assertEquals(DamageKind.CHECKSUM, damage.kind(), name);
        assertEquals("crc", damage.field(), name);
      }
    }
  }

  /** Who is blamed for a flip, by the order of the batches alone. */
  private static final class Order {
    private final long baseOffset;
    private final List<RecordBatchHeader> headers;

    Order(long baseOffset, List<Span> intact) {
      this.baseOffset = baseOffset;
      headers = intact.stream().map(span -> ((Span.Batch) span).header()).toList();
    }

    String field(int batch, int bit) {
      int at = bit / Byte.SIZE;
      boolean isLegacy = isLegacy(batch);
      if (at < RecordBatchHeader.BATCH_LENGTH_POSITION) {
        return isLegacy ? "offset" : "baseOffset";
      }
      if (at < RecordBatchHeader.LOG_OVERHEAD_BYTES) {
        return isLegacy ? "messageSize" : "batchLength";
      }
      if (at == RecordBatchHeader.MAGIC_POSITION) {
        return "magic";
      }
      return !isLegacy && at < RecordBatchHeader.MAGIC_POSITION
          ? "partitionLeaderEpoch"
          : "under the checksum";
    }

    long value(String field, byte[] flipped) {
      return field.equals("partitionLeaderEpoch")
          ? BigEndian.getInt(flipped, RecordBatchHeader.PARTITION_LEADER_EPOCH_POSITION)
          : BigEndian.getLong(flipped, 0);
    }

    Set<Integer> blamed(int batch, String field, byte[] flipped) {
      return switch (field) {
        case "baseOffset", "offset" -> blamedForOffset(batch, BigEndian.getLong(flipped, 0));
        case "partitionLeaderEpoch" ->
            blamedForEpoch(
                batch,
                BigEndian.getInt(flipped, RecordBatchHeader.PARTITION_LEADER_EPOCH_POSITION));
        default -> Set.of(batch);
      };
    }

    private Set<Integer> blamedForOffset(int i, long offset) {
      long first = isLegacy(i) ? offset - delta(i) : offset;
      long last = first + delta(i);
      boolean isLast = i + 1 == headers.size();
      if (!isProven(i)
          && first >= expected(i)
          && last - baseOffset <= Integer.MAX_VALUE
          && (isLast || last < stored(i + 1))) {
        // Of a compressed message only the last offset is in its header.
        return isLast || last < headers.get(i + 1).baseOffset() ? Set.of() : Set.of(i + 1);
      }
      boolean couldBeTheOneBefore =
          i > 0
              && !isProven(i - 1)
              && offset >= expected(i - 1) + delta(i - 1) + 1
              && offset < expected(i)
              && headers.get(i - 1).baseOffset() > expected(i - 1);
      if (couldBeTheOneBefore) {
        return isProven(i) ? Set.of(i - 1, i) : Set.of(i - 1);
      }
      return Set.of(i);
    }

    /** The messages inside a compressed one of magic 0 have log offsets, under the checksum. */
    private boolean isProven(int i) {
      return headers.get(i).magic() == 0 && headers.get(i).compressionId() != 0;
    }

    private Set<Integer> blamedForEpoch(int i, int epoch) {
      if (epoch < 0) {
        return Set.of(i);
      }
      // The batch before is read first: if it now stands out between its neighbours, it is blamed.
      boolean isOneBeforeOutOfLine =
          i > 1
              && !isLegacy(i - 2)
              && !isLegacy(i - 1)
              && epoch(i - 1) > epoch
              && epoch >= epoch(i - 2)
              && epoch(i - 1) != epoch(i - 2);
      if (isOneBeforeOutOfLine) {
        return Set.of(i - 1);
      }
      boolean hasBoth = i > 0 && !isLegacy(i - 1) && i + 1 < headers.size();
      return hasBoth && (epoch < epoch(i - 1) || epoch > epoch(i + 1)) ? Set.of(i) : Set.of();
    }

    private long expected(int i) {
      return i == 0 ? baseOffset : headers.get(i - 1).nextOffset();
    }

    /** What stands in the header: the first offset in magic 2, the last one in magic 0 and 1. */
    private long stored(int i) {
      return isLegacy(i) ? headers.get(i).lastOffset() : headers.get(i).baseOffset();
    }

    private int delta(int i) {
      return headers.get(i).lastOffsetDelta();
    }

    private int epoch(int i) {
      return headers.get(i).partitionLeaderEpoch();
    }

    private boolean isLegacy(int i) {
      return headers.get(i).isLegacy();
    }
  }
}
