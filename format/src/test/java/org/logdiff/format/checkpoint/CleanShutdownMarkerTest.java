package org.logdiff.format.checkpoint;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.List;
import java.util.OptionalInt;
import java.util.OptionalLong;
import org.junit.jupiter.api.Test;
import org.logdiff.format.Damage;
import org.logdiff.format.DamageKind;
import org.logdiff.format.Decoded;
import org.logdiff.format.Mutants;

class CleanShutdownMarkerTest {
  private static final CleanShutdownMarker MARKER =
      new CleanShutdownMarker(OptionalInt.of(0), OptionalLong.of(16));
  private static final CleanShutdownMarker EMPTY =
      new CleanShutdownMarker(OptionalInt.empty(), OptionalLong.empty());

  private static Decoded<CleanShutdownMarker> decode(String text) {
    return CleanShutdownMarker.decode(text.getBytes(UTF_8));
  }

  @Test
  void readsJson() {
    assertEquals(Decoded.intact(MARKER), decode("{\"version\":0,\"brokerEpoch\":16}"));
    assertEquals(Decoded.intact(MARKER), decode(" { \"brokerEpoch\" : 16 ,\n\"version\" : 0 } \n"));
  }

  @Test
  void olderBrokersLeaveItEmpty() {
    assertEquals(Decoded.intact(EMPTY), decode(""));
  }

  @Test
  void unknownFieldsAreIgnored() {
    assertEquals(
        Decoded.intact(MARKER),
        decode("{\"version\":0,\"brokerEpoch\":16,\"a\":\"b\",\"c\":null}"));
  }

  @Test
  void anotherVersionIsDamage() {
    Decoded<CleanShutdownMarker> decoded = decode("{\"version\":1,\"brokerEpoch\":16}");
    assertEquals(
        List.of(new Damage(DamageKind.VERSION, "version", 0, 30, "1", "0")), decoded.damages());
    assertEquals(OptionalLong.of(16), decoded.value().orElseThrow().brokerEpoch());
  }

  @Test
  void aMissingFieldIsDamage() {
    assertEquals(
        List.of(new Damage(DamageKind.FIELD, "brokerEpoch", 0, 13, "nothing", "a number")),
        decode("{\"version\":0}").damages());
    assertEquals(
        List.of(new Damage(DamageKind.FIELD, "brokerEpoch", 0, 32, "null", "a number")),
        decode("{\"version\":0,\"brokerEpoch\":null}").damages());
  }

  @Test
  void whatIsNoJsonIsDamageOfAMarkerThatExists() {
    for (String text :
        List.of("x", "{", "{}x", "{\"a\"}", "{\"a\":}", "{\"a\":1,}", "{a:1}", "{\"a\":\"b}")) {
      Decoded<CleanShutdownMarker> decoded = decode(text);
      assertEquals(
          List.of(
              new Damage(DamageKind.SYNTAX, "content", 0, text.length(), text, "a JSON object")),
          decoded.damages());
      assertEquals(EMPTY, decoded.value().orElseThrow());
    }
  }

  @Test
  void everyCutIsFoundButThatToNothing() {
    Mutants.truncations(
        "{\"version\":0,\"brokerEpoch\":16}".getBytes(UTF_8),
        mutant -> assertEquals(mutant.length == 0, CleanShutdownMarker.decode(mutant).isIntact()));
  }

  @Test
  void anyFlippedBitIsSurvived() {
    Mutants.flips(
        "{\"version\":0,\"brokerEpoch\":16}".getBytes(UTF_8),
        mutant -> assertTrue(CleanShutdownMarker.decode(mutant).value().isPresent()));
  }
}
