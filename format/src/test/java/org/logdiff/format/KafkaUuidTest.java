package org.logdiff.format;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.List;
import java.util.Optional;
import java.util.Random;
import java.util.stream.Stream;
import org.apache.kafka.common.Uuid;
import org.junit.jupiter.api.Test;

class KafkaUuidTest {
  @Test
  void readsAndWritesKafkasText() {
    KafkaUuid id = KafkaUuid.parse("c0qhth5BTCiYb1kfZt6KVw").orElseThrow();
    assertEquals(0x734aa1b61e414c28L, id.mostSignificantBits());
    assertEquals(0x986f591f66de8a57L, id.leastSignificantBits());
    assertEquals("c0qhth5BTCiYb1kfZt6KVw", id.toString());
  }

  @Test
  void writesAndOrdersAsKafka() {
    Random random = new Random(1);
    List<Uuid> theirs =
        Stream.generate(() -> new Uuid(random.nextLong(), random.nextLong())).limit(200).toList();
    for (Uuid their : theirs) {
      KafkaUuid our = ours(their);
      assertEquals(their.toString(), our.toString());
      assertEquals(Optional.of(our), KafkaUuid.parse(their.toString()));
    }
    assertEquals(
        theirs.stream().sorted().map(Uuid::toString).toList(),
        theirs.stream().map(KafkaUuidTest::ours).sorted().map(KafkaUuid::toString).toList());
  }

  @Test
  void knowsKafkasReservedIds() {
    assertEquals(Uuid.ZERO_UUID.toString(), KafkaUuid.ZERO.toString());
    assertEquals(Uuid.METADATA_TOPIC_ID.toString(), KafkaUuid.ONE.toString());
  }

  @Test
  void refusesWhatIsNone() {
    for (String text :
        List.of(
            "",
            "abc",
            "c0qhth5BTCiYb1kfZt6KV",
            "c0qhth5BTCiYb1kfZt6KV+",
            "c".repeat(24),
            "c".repeat(25))) {
      assertTrue(KafkaUuid.parse(text).isEmpty(), text);
    }
  }

  private static KafkaUuid ours(Uuid their) {
    return new KafkaUuid(their.getMostSignificantBits(), their.getLeastSignificantBits());
  }
}
