package org.logdiff.format.checkpoint;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNotNull;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.List;
import java.util.Optional;
import java.util.OptionalInt;
import org.junit.jupiter.api.Test;
import org.logdiff.format.Damage;
import org.logdiff.format.DamageKind;
import org.logdiff.format.Decoded;
import org.logdiff.format.KafkaUuid;
import org.logdiff.format.Mutants;

class MetaPropertiesTest {
  private static final String VERSION_1 =
      "#\n#Mon Nov 30 20:35:49 UTC 2026\nnode.id=1\ndirectory.id=FaGa3ghq10NcHV23PxUh-w\n"
          + "version=1\ncluster.id=9UGkK_j3QVe8roJcoVmMvg\n";
  private static final String VERSION_0 =
      "#\n#Mon Nov 30 20:15:39 UTC 2026\nbroker.id=7\nversion=0\ncluster.id=l2Ir\n";

  private static Decoded<MetaProperties> decode(String text) {
    return MetaProperties.decode(text.getBytes(UTF_8));
  }

  @Test
  void readsVersion1() {
    Decoded<MetaProperties> decoded = decode(VERSION_1);
    assertTrue(decoded.isIntact());
    MetaProperties properties = decoded.value().orElseThrow();
    assertEquals(1, properties.version());
    assertEquals(OptionalInt.of(1), properties.nodeId());
    assertEquals(Optional.of("9UGkK_j3QVe8roJcoVmMvg"), properties.clusterId());
    assertEquals(KafkaUuid.parse("FaGa3ghq10NcHV23PxUh-w"), properties.directoryId());
    assertEquals(4, properties.properties().size());
  }

  @Test
  void readsVersion0() {
    Decoded<MetaProperties> decoded = decode(VERSION_0);
    assertTrue(decoded.isIntact());
    MetaProperties properties = decoded.value().orElseThrow();
    assertEquals(0, properties.version());
    assertEquals(OptionalInt.of(7), properties.nodeId());
    assertEquals(Optional.of("l2Ir"), properties.clusterId());
    assertEquals(Optional.empty(), properties.directoryId());
  }

  @Test
  void aMissingVersionIsVersion0() {
    Decoded<MetaProperties> decoded = decode("broker.id=7\n");
    assertTrue(decoded.isIntact());
    assertEquals(OptionalInt.of(7), decoded.value().orElseThrow().nodeId());
  }

  @Test
  void version1NeedsItsIds() {
    assertEquals(
        List.of(
            new Damage(DamageKind.FIELD, "node.id", 10, 0, "nothing", "a line node.id=value"),
            new Damage(
                DamageKind.FIELD, "cluster.id", 10, 0, "nothing", "a line cluster.id=value")),
        decode("version=1\n").damages());
  }

  @Test
  void anotherVersionIsDamageAndItsPropertiesAreKept() {
    Decoded<MetaProperties> decoded = decode("version=2\nnode.id=1\ncluster.id=c\nnew=x\n");
    assertEquals(
        List.of(new Damage(DamageKind.VERSION, "version", 0, 9, "version=2", "0 to 1")),
        decoded.damages());
    assertEquals("x", decoded.value().orElseThrow().properties().get("new"));
    assertEquals(OptionalInt.of(1), decoded.value().orElseThrow().nodeId());
  }

  @Test
  void fieldsMustMakeSense() {
    assertEquals(DamageKind.SYNTAX, onlyDamage("broker.id=x\n").kind());
    assertEquals(DamageKind.FIELD, onlyDamage("broker.id=-1\n").kind());
    assertEquals(DamageKind.SYNTAX, onlyDamage("version=x\n").kind());
    assertEquals(DamageKind.SYNTAX, onlyDamage("directory.id=x\n").kind());
    assertEquals(
        new Damage(
            DamageKind.FIELD,
            "directory.id",
            12,
            35,
            "directory.id=FaGa3ghq10NcHV23PxUh-x",
            "FaGa3ghq10NcHV23PxUh-w"),
        onlyDamage("broker.id=1\ndirectory.id=FaGa3ghq10NcHV23PxUh-x\n"));
  }

  @Test
  void aMalformedEscapeIsDamage() {
    assertEquals(DamageKind.SYNTAX, onlyDamage("cluster.id=\\u12x4\n").kind());
    assertEquals(Optional.empty(), decode("cluster.id=\\u12x4\n").value());
  }

  private static Damage onlyDamage(String text) {
    List<Damage> damages = decode(text).damages();
    assertEquals(1, damages.size(), damages::toString);
    return damages.get(0);
  }

  @Test
  void anyDamageIsSurvived() {
    Mutants.all(VERSION_1.getBytes(UTF_8), mutant -> assertNotNull(MetaProperties.decode(mutant)));
    Mutants.all(VERSION_0.getBytes(UTF_8), mutant -> assertNotNull(MetaProperties.decode(mutant)));
  }
}
