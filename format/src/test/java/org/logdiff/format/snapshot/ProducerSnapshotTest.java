package org.logdiff.format.snapshot;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.List;
import java.util.Optional;
import java.util.zip.CRC32C;
import org.junit.jupiter.api.Test;
import org.logdiff.format.BytesBuilder;
import org.logdiff.format.Damage;
import org.logdiff.format.DamageKind;
import org.logdiff.format.Decoded;
import org.logdiff.format.Mutants;

class ProducerSnapshotTest {
  private static final ProducerEntry IDLE =
      new ProducerEntry(2000, (short) 0, 143, 1019, 5, 1_796_070_972_062L, -1, -1);
  private static final ProducerEntry OPEN =
      new ProducerEntry(2001, (short) 24, -1, -1, 0, 1_796_070_975_120L, 1, 1020);

  private static byte[] file(int version, int count, byte[] entries) {
    byte[] checked = new BytesBuilder().int32(count).bytes(entries).build();
    CRC32C crc = new CRC32C();
    crc.update(checked);
    return new BytesBuilder().int16(version).int32(crc.getValue()).bytes(checked).build();
  }

  private static byte[] entries(ProducerEntry... entries) {
    BytesBuilder file = new BytesBuilder();
    for (ProducerEntry entry : entries) {
      file.int64(entry.producerId())
          .int16(entry.epoch())
          .int32(entry.lastSequence())
          .int64(entry.lastOffset())
          .int32(entry.offsetDelta())
          .int64(entry.timestamp())
          .int32(entry.coordinatorEpoch())
          .int64(entry.currentTxnFirstOffset());
    }
    return file.build();
  }

  private static byte[] intact() {
    return file(1, 2, entries(IDLE, OPEN));
  }

  @Test
  void readsEntries() {
    Decoded<ProducerSnapshot> decoded = ProducerSnapshot.decode(intact());
    assertTrue(decoded.isIntact());
    ProducerSnapshot snapshot = decoded.value().orElseThrow();
    assertEquals(1, snapshot.version());
    assertEquals(List.of(IDLE, OPEN), snapshot.producerEntries());
    assertTrue(IDLE.hasData());
    assertFalse(IDLE.hasOpenTransaction());
    assertFalse(OPEN.hasData());
    assertTrue(OPEN.hasOpenTransaction());
  }

  @Test
  void dataAndTransactionsMayBeginAtOffset0() {
    ProducerEntry entry = new ProducerEntry(1, (short) 0, 0, 0, 0, 5, -1, 0);
    assertTrue(entry.hasData());
    assertTrue(entry.hasOpenTransaction());
  }

  @Test
  void noProducersAreHealthy() {
    Decoded<ProducerSnapshot> decoded = ProducerSnapshot.decode(file(1, 0, new byte[0]));
    assertTrue(decoded.isIntact());
    assertEquals(List.of(), decoded.value().orElseThrow().producerEntries());
  }

  @Test
  void aWrongChecksumIsDamageAndEntriesAreStillRead() {
    byte[] file = intact();
    file[file.length - 1] ^= 1;
    Decoded<ProducerSnapshot> decoded = ProducerSnapshot.decode(file);
    assertEquals(1, decoded.damages().size());
    Damage damage = decoded.damages().get(0);
    assertEquals(DamageKind.CHECKSUM, damage.kind());
    assertEquals("crc", damage.field());
    assertEquals(2, damage.position());
    assertFalse(damage.stored().equals(damage.expected()));
    assertEquals(IDLE, decoded.value().orElseThrow().producerEntries().get(0));
  }

  @Test
  void anUnknownVersionIsNotGuessed() {
    for (int version : new int[] {0, 2, -1}) {
      Decoded<ProducerSnapshot> decoded =
          ProducerSnapshot.decode(file(version, 2, entries(IDLE, OPEN)));
      assertEquals(Optional.empty(), decoded.value());
      assertEquals(
          List.of(new Damage(DamageKind.VERSION, "version", 0, 2, "" + version, "1")),
          decoded.damages());
    }
  }

  @Test
  void aCountThatDoesNotFitIsDamageEvenUnderARightChecksum() {
    assertEquals(DamageKind.TRUNCATED, onlyDamage(file(1, 3, entries(IDLE, OPEN))));
    assertEquals(DamageKind.TRUNCATED, onlyDamage(file(1, Integer.MAX_VALUE, entries(IDLE))));
    assertEquals(DamageKind.LENGTH, onlyDamage(file(1, 1, entries(IDLE, OPEN))));
    assertEquals(DamageKind.LENGTH, onlyDamage(file(1, -1, entries(IDLE, OPEN))));
    byte[] torn = new BytesBuilder().bytes(entries(IDLE)).zeros(45).build();
    assertEquals(DamageKind.TRUNCATED, onlyDamage(file(1, 2, torn)));
    assertEquals(DamageKind.LENGTH, onlyDamage(file(1, 1, torn)));
  }

  private static DamageKind onlyDamage(byte[] file) {
    List<Damage> damages = ProducerSnapshot.decode(file).damages();
    assertEquals(1, damages.size(), damages::toString);
    return damages.get(0).kind();
  }

  @Test
  void whatFitsTheCountIsRead() {
    assertEquals(
        List.of(IDLE, OPEN),
        ProducerSnapshot.decode(file(1, 3, entries(IDLE, OPEN)))
            .value()
            .orElseThrow()
            .producerEntries());
    assertEquals(
        List.of(IDLE),
        ProducerSnapshot.decode(file(1, 1, entries(IDLE, OPEN)))
            .value()
            .orElseThrow()
            .producerEntries());
  }

  @Test
  void everyCutIsFound() {
    Mutants.truncations(
        intact(),
        mutant ->
            assertFalse(ProducerSnapshot.decode(mutant).isIntact(), mutant.length + " bytes"));
    assertEquals(
        List.of(
            new Damage(
                DamageKind.TRUNCATED, "version", 0, 0, "a file of 0 bytes", "at least 2 bytes")),
        ProducerSnapshot.decode(new byte[0]).damages());
  }

  @Test
  void everyFlippedBitIsFound() {
    Mutants.flips(intact(), mutant -> assertFalse(ProducerSnapshot.decode(mutant).isIntact()));
  }
}
