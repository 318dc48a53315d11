package org.logdiff.format.checkpoint;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNotNull;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.List;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.logdiff.format.Damage;
import org.logdiff.format.DamageKind;
import org.logdiff.format.Decoded;
import org.logdiff.format.Mutants;
import org.logdiff.format.TopicPartition;

class OffsetCheckpointTest {
  private static final String INTACT = "0\n2\nfoo 0 1053\na.b-c_d 12 0\n";

  private static Decoded<OffsetCheckpoint> decode(String text) {
    return OffsetCheckpoint.decode(text.getBytes(UTF_8));
  }

  @Test
  void readsOffsetsByPartition() {
    Decoded<OffsetCheckpoint> decoded = decode(INTACT);
    assertTrue(decoded.isIntact());
    OffsetCheckpoint checkpoint = decoded.value().orElseThrow();
    assertEquals(
        List.of(new TopicPartition("a.b-c_d", 12), new TopicPartition("foo", 0)),
        List.copyOf(checkpoint.offsets().keySet()));
    assertEquals(OptionalLong.of(1053), checkpoint.offset(new TopicPartition("foo", 0)));
    assertEquals(OptionalLong.of(0), checkpoint.offset(new TopicPartition("a.b-c_d", 12)));
    assertEquals(OptionalLong.empty(), checkpoint.offset(new TopicPartition("foo", 1)));
  }

  @Test
  void noEntriesAreHealthy() {
    for (String text : List.of("", "0\n0\n")) {
      Decoded<OffsetCheckpoint> decoded = decode(text);
      assertTrue(decoded.isIntact());
      assertTrue(decoded.value().orElseThrow().offsets().isEmpty());
    }
  }

  @Test
  void anotherVersionIsNotGuessed() {
    assertEquals(Optional.empty(), decode("1\n1\nfoo 0 5\n").value());
    assertEquals(DamageKind.VERSION, onlyKind("1\n1\nfoo 0 5\n"));
  }

  @Test
  void aVersionThatIsNoNumberIsDamageAndEntriesAreRead() {
    Decoded<OffsetCheckpoint> decoded = decode("p\n1\nfoo 0 5\n");
    assertEquals(
        List.of(new Damage(DamageKind.SYNTAX, "version", 0, 1, "p", "a number")),
        decoded.damages());
    assertEquals(1, decoded.value().orElseThrow().offsets().size());
  }

  @Test
  void aMalformedLineIsDamageAndTheOthersAreRead() {
    Decoded<OffsetCheckpoint> decoded = decode("0\n2\nfoo 0\nbar 0 5\n");
    assertEquals(
        List.of(new Damage(DamageKind.SYNTAX, "entry", 4, 5, "foo 0", "topic partition offset")),
        decoded.damages());
    assertEquals(1, decoded.value().orElseThrow().offsets().size());
    assertEquals(DamageKind.SYNTAX, onlyKind("0\n1\nfoo x 5\n"));
    assertEquals(DamageKind.SYNTAX, onlyKind("0\n1\nfoo 0 x\n"));
  }

  @Test
  void fieldsMustMakeSense() {
    assertEquals(DamageKind.FIELD, onlyKind("0\n1\nfoo 0 -5\n"));
    assertEquals(DamageKind.FIELD, onlyKind("0\n1\nfoo -1 5\n"));
    assertEquals(DamageKind.FIELD, onlyKind("0\n1\nf\u00f6o 0 5\n"));
  }

  @Test
  void eachPartitionComesOnceAndTheLastCounts() {
    assertEquals(DamageKind.FIELD, onlyKind("0\n2\nfoo 0 5\nfoo 0 7\n"));
    assertEquals(
        OptionalLong.of(7),
        decode("0\n2\nfoo 0 5\nfoo 0 7\n")
            .value()
            .orElseThrow()
            .offset(new TopicPartition("foo", 0)));
  }

  private static DamageKind onlyKind(String text) {
    List<Damage> damages = decode(text).damages();
    assertEquals(1, damages.size(), damages::toString);
    return damages.get(0).kind();
  }

  @Test
  void everyCutIsFoundButThatToNothing() {
    Mutants.truncations(
        INTACT.getBytes(UTF_8),
        mutant -> assertEquals(mutant.length == 0, OffsetCheckpoint.decode(mutant).isIntact()));
  }

  @Test
  void anyFlippedBitIsSurvived() {
    Mutants.flips(INTACT.getBytes(UTF_8), mutant -> assertNotNull(OffsetCheckpoint.decode(mutant)));
  }

  @Test
  void theFilesHaveKafkasNames() {
    assertEquals(
        List.of(
            "cleaner-offset-checkpoint",
            "replication-offset-checkpoint",
            "recovery-point-offset-checkpoint",
            "log-start-offset-checkpoint"),
        Stream.of(OffsetCheckpoint.Kind.values()).map(OffsetCheckpoint.Kind::fileName).toList());
  }
}
