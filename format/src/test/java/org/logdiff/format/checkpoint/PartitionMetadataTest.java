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
import org.logdiff.format.KafkaUuid;
import org.logdiff.format.Mutants;

class PartitionMetadataTest {
  private static final String ID = "c0qhth5BTCiYb1kfZt6KVw";
  private static final PartitionMetadata METADATA =
      new PartitionMetadata(0, KafkaUuid.parse(ID).orElseThrow());

  private static Decoded<PartitionMetadata> decode(String text) {
    return PartitionMetadata.decode(text.getBytes(UTF_8));
  }

  private static Damage onlyDamage(String text) {
    List<Damage> damages = decode(text).damages();
    assertEquals(1, damages.size(), damages::toString);
    return damages.get(0);
  }

  @Test
  void readsTheTopicId() {
    assertEquals(Decoded.intact(METADATA), decode("version: 0\ntopic_id: " + ID));
    assertEquals(Decoded.intact(METADATA), decode("version: 0\ntopic_id: " + ID + "\n"));
  }

  @Test
  void anotherVersionIsDamageAndTheIdIsReadAsKafkaDoes() {
    String text = "version: 1\ntopic_id: " + ID;
    assertEquals(
        new Damage(DamageKind.VERSION, "version", 0, 10, "version: 1", "0"), onlyDamage(text));
    assertEquals(METADATA.topicId(), decode(text).value().orElseThrow().topicId());
  }

  @Test
  void whatIsMissingIsDamage() {
    assertEquals(
        List.of(DamageKind.TRUNCATED, DamageKind.TRUNCATED),
        decode("").damages().stream().map(Damage::kind).toList());
    assertEquals(
        new Damage(
            DamageKind.TRUNCATED, "topic_id", 10, 0, "the end of the file", "a line topic_id"),
        onlyDamage("version: 0"));
    assertEquals(Optional.empty(), decode("version: 0").value());
  }

  @Test
  void linesMustHaveTheirNames() {
    assertEquals(
        new Damage(DamageKind.SYNTAX, "version", 0, 10, "vErsion: 0", "version: value"),
        onlyDamage("vErsion: 0\ntopic_id: " + ID));
    assertEquals(DamageKind.SYNTAX, onlyDamage("version: x\ntopic_id: " + ID).kind());
    assertEquals(DamageKind.SYNTAX, onlyDamage("version: 0\ntopic_id:" + ID).kind());
    assertEquals(DamageKind.LENGTH, onlyDamage("version: 0\ntopic_id: " + ID + "\nmore").kind());
  }

  @Test
  void theIdMustBeOne() {
    assertEquals(DamageKind.SYNTAX, onlyDamage("version: 0\ntopic_id: abc").kind());
    assertEquals(DamageKind.FIELD, onlyDamage("version: 0\ntopic_id: " + KafkaUuid.ZERO).kind());
  }

  @Test
  void bitsThatKafkaReadsOverAreDamage() {
    Damage damage = onlyDamage("version: 0\ntopic_id: c0qhth5BTCiYb1kfZt6KVx");
    assertEquals(DamageKind.FIELD, damage.kind());
    assertEquals(ID, damage.expected());
  }

  @Test
  void everyCutIsFound() {
    Mutants.truncations(
        ("version: 0\ntopic_id: " + ID).getBytes(UTF_8),
        mutant -> assertFalse(PartitionMetadata.decode(mutant).isIntact()));
  }

  @Test
  void anyFlippedBitIsSurvived() {
    Mutants.flips(
        ("version: 0\ntopic_id: " + ID).getBytes(UTF_8),
        mutant -> assertNotNull(PartitionMetadata.decode(mutant)));
  }
}
