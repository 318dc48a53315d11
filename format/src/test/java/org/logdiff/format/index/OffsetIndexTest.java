package org.logdiff.format.index;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.logdiff.format.BytesBuilder;
import org.logdiff.format.Damage;
import org.logdiff.format.DamageKind;
import org.logdiff.format.Decoded;
import org.logdiff.format.Mutants;

class OffsetIndexTest {
  private static final List<OffsetIndexEntry> ENTRIES =
      List.of(
          new OffsetIndexEntry(6, 264),
          new OffsetIndexEntry(945, 661),
          new OffsetIndexEntry(Integer.MAX_VALUE, Integer.MAX_VALUE));

  static BytesBuilder file(int... relativeOffsetsAndPositions) {
    BytesBuilder file = new BytesBuilder();
    for (int value : relativeOffsetsAndPositions) {
      file.int32(value);
    }
    return file;
  }

  private static BytesBuilder intact() {
    return file(6, 264, 945, 661, Integer.MAX_VALUE, Integer.MAX_VALUE);
  }

  @Test
  void readsEntries() {
    Decoded<OffsetIndex> decoded = OffsetIndex.decode(intact().build());
    assertTrue(decoded.isIntact());
    OffsetIndex index = decoded.value().orElseThrow();
    assertEquals(ENTRIES, index.entries());
    assertEquals(0, index.preallocatedCount());
    assertEquals(1051, index.entry(1).offset(106));
  }

  @Test
  void zerosAtTheEndArePreallocated() {
    Decoded<OffsetIndex> decoded = OffsetIndex.decode(intact().zeros(5 * 8).build());
    assertTrue(decoded.isIntact());
    assertEquals(ENTRIES, decoded.value().orElseThrow().entries());
    assertEquals(5, decoded.value().orElseThrow().preallocatedCount());
  }

  @Test
  void noBytesAndNoEntriesAreHealthy() {
    for (int slots : new int[] {0, 1, 1000}) {
      Decoded<OffsetIndex> decoded = OffsetIndex.decode(new byte[slots * 8]);
      assertTrue(decoded.isIntact());
      assertEquals(0, decoded.value().orElseThrow().entryCount());
      assertEquals(slots, decoded.value().orElseThrow().preallocatedCount());
    }
  }

  @Test
  void zerosAmongEntriesAreDamage() {
    Decoded<OffsetIndex> decoded = OffsetIndex.decode(file(6, 264, 0, 0, 945, 661).build());
    assertEquals(
        List.of(
            new Damage(DamageKind.ORDER, "relativeOffset", 8, 4, "0", "more than 6"),
            new Damage(DamageKind.ORDER, "position", 12, 4, "0", "more than 264")),
        decoded.damages());
    assertEquals(3, decoded.value().orElseThrow().entryCount());
  }

  @Test
  void eachFieldMustAscend() {
    assertEquals(
        List.of(new Damage(DamageKind.ORDER, "relativeOffset", 8, 4, "6", "more than 6")),
        OffsetIndex.decode(file(6, 264, 6, 661).build()).damages());
    assertEquals(
        List.of(new Damage(DamageKind.ORDER, "position", 12, 4, "263", "more than 264")),
        OffsetIndex.decode(file(6, 264, 7, 263).build()).damages());
  }

  @Test
  void negativeFieldsAreDamage() {
    assertEquals(
        List.of(
            new Damage(DamageKind.FIELD, "relativeOffset", 0, 4, "-1", "0 or more"),
            new Damage(DamageKind.FIELD, "position", 4, 4, "-2", "0 or more")),
        OffsetIndex.decode(file(-1, -2).build()).damages());
  }

  @Test
  void aTornEntryIsDamage() {
    Decoded<OffsetIndex> decoded = OffsetIndex.decode(intact().zeros(3).build());
    assertEquals(
        List.of(new Damage(DamageKind.TRUNCATED, "entry", 24, 3, "3 bytes", "8 bytes")),
        decoded.damages());
    assertEquals(ENTRIES, decoded.value().orElseThrow().entries());
  }

  @Test
  void findsTheFloor() {
    OffsetIndex index = OffsetIndex.decode(intact().zeros(80).build()).value().orElseThrow();
    assertEquals(Optional.empty(), index.floor(-1));
    assertEquals(Optional.empty(), index.floor(5));
    assertEquals(Optional.of(ENTRIES.get(0)), index.floor(6));
    assertEquals(Optional.of(ENTRIES.get(0)), index.floor(944));
    assertEquals(Optional.of(ENTRIES.get(1)), index.floor(945));
    assertEquals(Optional.of(ENTRIES.get(1)), index.floor(Integer.MAX_VALUE - 1));
    assertEquals(Optional.of(ENTRIES.get(2)), index.floor(Integer.MAX_VALUE));
  }

  @Test
  void preallocatedSlotsAreNoEntries() {
    OffsetIndex index = OffsetIndex.decode(intact().zeros(8).build()).value().orElseThrow();
    assertThrows(IndexOutOfBoundsException.class, () -> index.entry(3));
    assertThrows(IndexOutOfBoundsException.class, () -> index.entry(-1));
  }

  @Test
  void isAValue() {
    byte[] bytes = intact().build();
    OffsetIndex index = OffsetIndex.decode(bytes).value().orElseThrow();
    assertEquals(index, OffsetIndex.decode(intact().build()).value().orElseThrow());
    bytes[3] = 7;
    assertEquals(6, index.entry(0).relativeOffset());
    assertFalse(index.equals(OffsetIndex.decode(bytes).value().orElseThrow()));
  }

  @Test
  void aMillionBrokenEntriesAreFewDamages() {
    BytesBuilder file = new BytesBuilder();
    for (int i = 0; i < 100_000; i++) {
      file.int32(-1).int32(-1);
    }
    assertTrue(OffsetIndex.decode(file.build()).damages().size() <= 1001);
  }

  @Test
  void anyDamageIsSurvived() {
    Mutants.all(
        intact().zeros(16).build(),
        mutant -> {
          OffsetIndex index = OffsetIndex.decode(mutant).value().orElseThrow();
          assertEquals(mutant.length / 8, index.entryCount() + index.preallocatedCount());
          assertEquals(index.entryCount(), index.entries().stream().toList().size());
        });
  }

  @Test
  void aCutThatLeavesWholeEntriesIsInvisibleAndEveryOtherIsFound() {
    Mutants.truncations(
        intact().build(),
        mutant -> assertEquals(mutant.length % 8 == 0, OffsetIndex.decode(mutant).isIntact()));
  }
}
