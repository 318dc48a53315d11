package org.logdiff.format.index;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.List;
import org.junit.jupiter.api.Test;
import org.logdiff.format.Bytes;
import org.logdiff.format.BytesBuilder;
import org.logdiff.format.Damage;
import org.logdiff.format.DamageKind;
import org.logdiff.format.Decoded;
import org.logdiff.format.Mutants;

class TransactionIndexTest {
  private static final AbortedTxn FIRST = new AbortedTxn((short) 0, 1001, 259, 263, 264);
  private static final AbortedTxn SECOND = new AbortedTxn((short) 0, 2001, 250, 306, 255);

  private static byte[] file(AbortedTxn... entries) {
    BytesBuilder file = new BytesBuilder();
    for (AbortedTxn entry : entries) {
      file.int16(entry.version())
          .int64(entry.producerId())
          .int64(entry.firstOffset())
          .int64(entry.lastOffset())
          .int64(entry.lastStableOffset());
    }
    return file.build();
  }

  private static List<Damage> damages(
      long producerId, long firstOffset, long lastOffset, long lastStableOffset) {
    AbortedTxn entry =
        new AbortedTxn((short) 0, producerId, firstOffset, lastOffset, lastStableOffset);
    return TransactionIndex.decode(file(entry)).damages();
  }

  @Test
  void readsEntries() {
    Decoded<TransactionIndex> decoded = TransactionIndex.decode(file(FIRST, SECOND));
    assertTrue(decoded.isIntact());
    assertEquals(List.of(FIRST, SECOND), decoded.value().orElseThrow().entries());
  }

  @Test
  void noEntriesAreHealthy() {
    assertEquals(
        Decoded.intact(new TransactionIndex(List.of(), List.of())),
        TransactionIndex.decode(new byte[0]));
  }

  @Test
  void anUnknownVersionIsKeptAndReadingGoesOn() {
    AbortedTxn newer = new AbortedTxn((short) 3, 7, 8, 9, 10);
    Decoded<TransactionIndex> decoded = TransactionIndex.decode(file(FIRST, newer, SECOND));
    assertEquals(
        List.of(new Damage(DamageKind.VERSION, "version", 34, 2, "3", "0")), decoded.damages());
    TransactionIndex index = decoded.value().orElseThrow();
    assertEquals(List.of(FIRST, SECOND), index.entries());
    assertEquals(
        List.of(new UnrecognisedTxnIndexEntry(34, (short) 3, Bytes.copyOf(file(newer)))),
        index.unrecognised());
  }

  @Test
  void lastOffsetsMustAscend() {
    Decoded<TransactionIndex> decoded = TransactionIndex.decode(file(SECOND, FIRST));
    assertEquals(
        List.of(new Damage(DamageKind.ORDER, "lastOffset", 34 + 18, 8, "263", "more than 306")),
        decoded.damages());
    assertEquals(List.of(SECOND, FIRST), decoded.value().orElseThrow().entries());
  }

  @Test
  void fieldsMustMakeSense() {
    assertEquals(
        List.of(new Damage(DamageKind.FIELD, "producerId", 2, 8, "-1", "0 or more")),
        damages(-1, 5, 6, 7));
    assertEquals(
        List.of(new Damage(DamageKind.FIELD, "firstOffset", 10, 8, "-2", "0 or more")),
        damages(1, -2, 6, 7));
    assertEquals(
        List.of(new Damage(DamageKind.FIELD, "lastOffset", 18, 8, "4", "5 or more")),
        damages(1, 5, 4, 5));
    String expected = "0 to the offset after lastOffset, 6";
    assertEquals(
        List.of(new Damage(DamageKind.FIELD, "lastStableOffset", 26, 8, "8", expected)),
        damages(1, 5, 6, 8));
    assertEquals(
        List.of(new Damage(DamageKind.FIELD, "lastStableOffset", 26, 8, "-3", expected)),
        damages(1, 5, 6, -3));
    assertEquals(List.of(), damages(1, 5, Long.MAX_VALUE, Long.MAX_VALUE));
  }

  @Test
  void aTornEntryIsDamage() {
    byte[] torn = new BytesBuilder().bytes(file(FIRST)).zeros(33).build();
    assertEquals(
        List.of(new Damage(DamageKind.TRUNCATED, "entry", 34, 33, "33 bytes", "34 bytes")),
        TransactionIndex.decode(torn).damages());
  }

  @Test
  void anyDamageIsSurvived() {
    byte[] intact = file(FIRST, SECOND);
    Mutants.all(
        intact,
        mutant -> {
          TransactionIndex index = TransactionIndex.decode(mutant).value().orElseThrow();
          assertEquals(mutant.length / 34, index.entries().size() + index.unrecognised().size());
        });
    Mutants.truncations(
        intact,
        mutant ->
            assertEquals(mutant.length % 34 == 0, TransactionIndex.decode(mutant).isIntact()));
    assertFalse(TransactionIndex.decode(new byte[1]).isIntact());
  }
}
