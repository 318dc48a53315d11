package org.logdiff.format.index;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.List;
import org.junit.jupiter.api.Test;
import org.logdiff.format.BytesBuilder;
import org.logdiff.format.Damage;
import org.logdiff.format.DamageKind;
import org.logdiff.format.Decoded;
import org.logdiff.format.Mutants;

class TimeIndexTest {
  private static final List<TimeIndexEntry> ENTRIES =
      List.of(
          new TimeIndexEntry(1_796_070_962_647L, 6), new TimeIndexEntry(1_796_070_971_526L, 945));

  private static BytesBuilder intact() {
    return new BytesBuilder()
        .int64(1_796_070_962_647L)
        .int32(6)
        .int64(1_796_070_971_526L)
        .int32(945);
  }

  private static BytesBuilder entry(long timestamp, int relativeOffset) {
    return new BytesBuilder().int64(timestamp).int32(relativeOffset);
  }

  @Test
  void readsEntries() {
    Decoded<TimeIndex> decoded = TimeIndex.decode(intact().build());
    assertTrue(decoded.isIntact());
    TimeIndex index = decoded.value().orElseThrow();
    assertEquals(ENTRIES, index.entries());
    assertEquals(0, index.preallocatedCount());
    assertEquals(1945, index.entry(1).offset(1000));
  }

  @Test
  void zerosAtTheEndArePreallocated() {
    Decoded<TimeIndex> decoded = TimeIndex.decode(intact().zeros(3 * 12).build());
    assertTrue(decoded.isIntact());
    assertEquals(ENTRIES, decoded.value().orElseThrow().entries());
    assertEquals(3, decoded.value().orElseThrow().preallocatedCount());
    assertThrows(IndexOutOfBoundsException.class, () -> decoded.value().orElseThrow().entry(2));
  }

  @Test
  void noBytesAndNoEntriesAreHealthy() {
    assertEquals(Decoded.intact(0), counts(new byte[0]));
    assertEquals(Decoded.intact(0), counts(new byte[2 * 12]));
  }

  @Test
  void oneSlotOfZerosIsTheEntryOfTimestampZero() {
    assertEquals(Decoded.intact(1), counts(new byte[12]));
  }

  @Test
  void timestampZeroMayComeFirst() {
    assertEquals(Decoded.intact(2), counts(entry(0, 0).int64(5).int32(1).build()));
  }

  private static Decoded<Integer> counts(byte[] file) {
    Decoded<TimeIndex> decoded = TimeIndex.decode(file);
    return new Decoded<>(decoded.value().map(TimeIndex::entryCount), decoded.damages());
  }

  @Test
  void timestampsMustAscendAndOffsetsNotDescend() {
    assertEquals(
        List.of(new Damage(DamageKind.ORDER, "timestamp", 12, 8, "5", "more than 5")),
        TimeIndex.decode(entry(5, 1).int64(5).int32(2).build()).damages());
    assertEquals(
        List.of(new Damage(DamageKind.ORDER, "relativeOffset", 20, 4, "0", "1 or more")),
        TimeIndex.decode(entry(5, 1).int64(6).int32(0).build()).damages());
    assertTrue(TimeIndex.decode(entry(5, 1).int64(6).int32(1).build()).isIntact());
  }

  @Test
  void negativeFieldsAreDamage() {
    assertEquals(
        List.of(
            new Damage(DamageKind.FIELD, "timestamp", 0, 8, "-1", "0 or more"),
            new Damage(DamageKind.FIELD, "relativeOffset", 8, 4, "-2", "0 or more")),
        TimeIndex.decode(entry(-1, -2).build()).damages());
  }

  @Test
  void aTornEntryIsDamage() {
    assertEquals(
        List.of(new Damage(DamageKind.TRUNCATED, "entry", 24, 11, "11 bytes", "12 bytes")),
        TimeIndex.decode(intact().zeros(11).build()).damages());
  }

  @Test
  void anyDamageIsSurvived() {
    Mutants.all(
        intact().zeros(24).build(),
        mutant -> {
          TimeIndex index = TimeIndex.decode(mutant).value().orElseThrow();
          assertEquals(mutant.length / 12, index.entryCount() + index.preallocatedCount());
          assertEquals(index.entryCount(), index.entries().stream().toList().size());
        });
  }
}
