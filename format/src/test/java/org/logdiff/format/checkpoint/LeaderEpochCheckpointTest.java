package org.logdiff.format.checkpoint;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertNotNull;

import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.logdiff.format.Damage;
import org.logdiff.format.DamageKind;
import org.logdiff.format.Decoded;
import org.logdiff.format.Mutants;

class LeaderEpochCheckpointTest {
  private static final List<EpochEntry> ENTRIES =
      List.of(new EpochEntry(0, 0), new EpochEntry(3, 1057));

  private static Decoded<LeaderEpochCheckpoint> decode(String text) {
    return LeaderEpochCheckpoint.decode(text.getBytes(UTF_8));
  }

  private static Decoded<LeaderEpochCheckpoint> intact(EpochEntry... entries) {
    return Decoded.intact(new LeaderEpochCheckpoint(List.of(entries)));
  }

  private static Decoded<LeaderEpochCheckpoint> damaged(
      List<EpochEntry> entries, Damage... damages) {
    return Decoded.of(new LeaderEpochCheckpoint(entries), List.of(damages));
  }

  @Test
  void readsEntries() {
    assertEquals(damaged(ENTRIES), decode("0\n2\n0 0\n3 1057\n"));
    assertEquals(damaged(ENTRIES), decode("0\r\n2\r\n0 0\r\n3\t1057\r\n"));
  }

  @Test
  void noEntriesAreHealthy() {
    assertEquals(intact(), decode(""));
    assertEquals(intact(), decode("0\n0\n"));
  }

  @Test
  void anotherVersionIsNotGuessed() {
    Decoded<LeaderEpochCheckpoint> decoded = decode("1\n2\n0 0\n3 1057\n");
    assertEquals(Optional.empty(), decoded.value());
    assertEquals(
        List.of(new Damage(DamageKind.VERSION, "version", 0, 1, "1", "0")), decoded.damages());
  }

  @Test
  void theCountMustBeRight() {
    assertEquals(
        damaged(
            ENTRIES,
            new Damage(DamageKind.TRUNCATED, "entryCount", 2, 1, "3", "the number of entries, 2")),
        decode("0\n3\n0 0\n3 1057\n"));
    assertEquals(
        damaged(
            ENTRIES,
            new Damage(DamageKind.LENGTH, "entryCount", 2, 1, "1", "the number of entries, 2")),
        decode("0\n1\n0 0\n3 1057\n"));
    assertEquals(
        damaged(ENTRIES, new Damage(DamageKind.SYNTAX, "entryCount", 2, 1, "x", "a number")),
        decode("0\nx\n0 0\n3 1057\n"));
  }

  @Test
  void aMissingCountIsDamage() {
    assertEquals(
        damaged(
            List.of(),
            new Damage(
                DamageKind.TRUNCATED, "entryCount", 2, 0, "the end of the file", "a second line")),
        decode("0\n"));
  }

  @Test
  void aLastLineWithoutEndIsDamage() {
    assertEquals(
        damaged(
            List.of(new EpochEntry(0, 0), new EpochEntry(3, 105)),
            new Damage(DamageKind.TRUNCATED, "line", 8, 5, "3 105", "a line that is ended")),
        decode("0\n2\n0 0\n3 105"));
  }

  @Test
  void aMalformedLineIsDamageAndTheOthersAreRead() {
    for (String line : List.of("1", "1 2 3", "x 1", "1 x", "", " 1 2", "99999999999 1")) {
      assertEquals(
          damaged(
              ENTRIES,
              new Damage(DamageKind.SYNTAX, "entry", 8, line.length(), line, "epoch startOffset")),
          decode("0\n3\n0 0\n" + line + "\n3 1057\n"));
    }
  }

  @Test
  void bytesThatAreNoTextAreShownEscaped() {
    byte[] file = "0\n1\n?\n".getBytes(UTF_8);
    file[4] = (byte) 0xff;
    assertEquals("\\xff", LeaderEpochCheckpoint.decode(file).damages().get(0).stored());
  }

  @Test
  void aLongLineIsShownCut() {
    String stored = decode("0\n1\n" + "x".repeat(5000) + "\n").damages().get(0).stored();
    assertEquals("x".repeat(100) + "...", stored);
  }

  @Test
  void entriesMustAscend() {
    assertEquals(DamageKind.ORDER, onlyKind("0\n2\n3 5\n3 6\n"));
    assertEquals(DamageKind.ORDER, onlyKind("0\n2\n3 5\n2 6\n"));
    assertEquals(DamageKind.ORDER, onlyKind("0\n2\n3 5\n4 4\n"));
    assertEquals(DamageKind.FIELD, onlyKind("0\n1\n-1 5\n"));
    assertEquals(DamageKind.FIELD, onlyKind("0\n1\n1 -5\n"));
  }

  @Test
  void olderBrokersNotedEpochsAtOneOffset() {
    assertEquals(intact(new EpochEntry(3, 5), new EpochEntry(4, 5)), decode("0\n2\n3 5\n4 5\n"));
  }

  private static DamageKind onlyKind(String text) {
    List<Damage> damages = decode(text).damages();
    assertEquals(1, damages.size(), damages::toString);
    return damages.get(0).kind();
  }

  @Test
  void everyCutIsFoundButThatToNothing() {
    Mutants.truncations(
        "0\n2\n0 0\n3 1057\n".getBytes(UTF_8),
        mutant ->
            assertEquals(mutant.length == 0, LeaderEpochCheckpoint.decode(mutant).isIntact()));
  }

  @Test
  void anyFlippedBitIsSurvived() {
    Mutants.flips(
        "0\n2\n0 0\n3 1057\n".getBytes(UTF_8),
        mutant -> assertNotNull(LeaderEpochCheckpoint.decode(mutant)));
    assertFalse(decode("2\n").isIntact());
  }
}
