package org.logdiff.format.message;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.Random;
import org.apache.kafka.common.protocol.Message;
import org.apache.kafka.common.protocol.MessageUtil;
import org.junit.jupiter.api.DynamicTest;
import org.junit.jupiter.api.TestFactory;
import org.logdiff.format.Bytes;
import org.logdiff.format.Damage;
import org.logdiff.format.internal.SchemaReader;
import org.logdiff.format.internal.UnknownTaggedField;

/**
 * Messages of every kind and version, filled at random and written by Kafka's generated classes,
 * are read as Kafka's own converters to JSON show them.
 */
class GeneratedMessagesTest {
  private static final int ROUNDS = 40;
  private static final int UNKNOWN_TAG = 4711;

  /** Numbers compare as text: Kafka's converters use a node class for each width. */
  private static final ObjectMapper MAPPER = new ObjectMapper();

  private record Case(Catalogs catalog, MessageSchema schema, int version) {
    Message random(Random random) throws ReflectiveOperationException {
      Message message = (Message) catalog.kafkaClass(schema, "").getConstructor().newInstance();
      new RandomMessage(random).fill(message, schema.fields(), version);
      return message;
    }

    JsonNode shownByKafka(Message message) throws ReflectiveOperationException {
      Class<?> converter = catalog.kafkaClass(schema, "JsonConverter");
      return (JsonNode)
          converter
              .getMethod("write", message.getClass(), short.class)
              .invoke(null, message, (short) version);
    }

    MessageReading.Read read(byte[] bytes) {
      SchemaReader in = new SchemaReader(bytes, 0, bytes.length);
      return (MessageReading.Read) new MessageReader(catalog.catalog, schema, version).read(in);
    }

    boolean isFlexible() {
      return schema.flexibleVersions().contains(version);
    }
  }

  private interface Check {
    void of(Case kind, Random random) throws Exception;
  }

  private static List<DynamicTest> each(Check check) {
    List<DynamicTest> tests = new ArrayList<>();
    for (Catalogs catalog : Catalogs.values()) {
      for (MessageSchema schema : catalog.schemas()) {
        for (int v = schema.versions().lowest(); v <= schema.versions().highest(); v++) {
          Case kind = new Case(catalog, schema, v);
          tests.add(
              DynamicTest.dynamicTest(
                  schema.name() + " " + v,
                  () -> check.of(kind, new Random(schema.name().hashCode()))));
        }
      }
    }
    return tests;
  }

  @TestFactory
  List<DynamicTest> areReadAsKafkaShowsThem() {
    return each(
        (kind, random) -> {
          for (int i = 0; i < ROUNDS; i++) {
            Message message = kind.random(random);
            String theirs = MAPPER.writeValueAsString(kind.shownByKafka(message));
            MessageReading.Read read = kind.read(written(message, kind.version()));
            assertEquals(Optional.empty(), read.damage());
            assertEquals(theirs, MAPPER.writeValueAsString(ReadingJson.of(read.fields())));
          }
        });
  }

  @TestFactory
  List<DynamicTest> keepTagsOfLaterReleases() {
    return each(
        (kind, random) -> {
          if (!kind.isFlexible()) {
            return;
          }
          Message message = kind.random(random);
          RandomMessage.addUnknownTag(message, UNKNOWN_TAG, new byte[] {1, 2, 3});
          MessageReading.Read read = kind.read(written(message, kind.version()));
          assertEquals(Optional.empty(), read.damage());
          assertEquals(
              List.of(new UnknownTaggedField(UNKNOWN_TAG, Bytes.copyOf(new byte[] {1, 2, 3}))),
              read.fields().unknownTaggedFields());
        });
  }

  @TestFactory
  List<DynamicTest> areReadUpToWhereTheyAreCutOff() {
    return each(
        (kind, random) -> {
          byte[] whole = written(kind.random(random), kind.version());
          String shown = MAPPER.writeValueAsString(ReadingJson.of(kind.read(whole).fields()));
          for (int length = 0; length < whole.length; length++) {
            MessageReading.Read read = kind.read(java.util.Arrays.copyOf(whole, length));
            assertTrue(read.damage().isPresent(), "cut to " + length);
            assertTrue(read.damage().get().position() <= length);
            for (MessageValue.Entry entry : read.fields().fields()) {
              assertTrue(shown.contains('"' + entry.name() + '"'), entry.name());
            }
          }
        });
  }

  @TestFactory
  List<DynamicTest> surviveAnyBytes() {
    return each(
        (kind, random) -> {
          byte[] bytes = written(kind.random(random), kind.version());
          for (int i = 0; i < 200 && bytes.length > 0; i++) {
            byte[] broken = bytes.clone();
            broken[random.nextInt(broken.length)] = (byte) random.nextInt();
            MessageReading.Read read = kind.read(broken);
            Optional<Damage> damage = read.damage();
            damage.ifPresent(d -> assertTrue(d.position() >= 0 && d.position() <= broken.length));
          }
        });
  }

  private static byte[] written(Message message, int version) {
    ByteBuffer buffer = MessageUtil.toByteBufferAccessor(message, (short) version).buffer();
    byte[] bytes = new byte[buffer.remaining()];
    buffer.get(bytes);
    return bytes;
  }
}
