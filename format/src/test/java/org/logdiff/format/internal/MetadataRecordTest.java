package org.logdiff.format.internal;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.lang.reflect.RecordComponent;
import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.Collection;
import java.util.EnumSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;
import java.util.stream.Stream;
import org.apache.kafka.common.Uuid;
import org.apache.kafka.common.metadata.MetadataRecordType;
import org.apache.kafka.common.protocol.ApiMessage;
import org.apache.kafka.common.protocol.ByteBufferAccessor;
import org.apache.kafka.common.protocol.ObjectSerializationCache;
import org.apache.kafka.metadata.MetadataRecordSerde;
import org.apache.kafka.server.common.ApiMessageAndVersion;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;
import org.logdiff.format.Bytes;
import org.logdiff.format.DamageKind;
import org.logdiff.format.Decoded;
import org.logdiff.format.KafkaUuid;
import org.logdiff.format.Mutants;

/** Against Kafka's own classes: they write, we read, and the other way round for damaged bytes. */
class MetadataRecordTest {
  private static final Set<MetadataRecordType> DECODED =
      EnumSet.of(
          MetadataRecordType.REGISTER_BROKER_RECORD,
          MetadataRecordType.UNREGISTER_BROKER_RECORD,
          MetadataRecordType.TOPIC_RECORD,
          MetadataRecordType.PARTITION_RECORD,
          MetadataRecordType.CONFIG_RECORD,
          MetadataRecordType.PARTITION_CHANGE_RECORD,
          MetadataRecordType.FENCE_BROKER_RECORD,
          MetadataRecordType.UNFENCE_BROKER_RECORD,
          MetadataRecordType.REMOVE_TOPIC_RECORD,
          MetadataRecordType.FEATURE_LEVEL_RECORD,
          MetadataRecordType.BROKER_REGISTRATION_CHANGE_RECORD,
          MetadataRecordType.BEGIN_TRANSACTION_RECORD,
          MetadataRecordType.END_TRANSACTION_RECORD,
          MetadataRecordType.ABORT_TRANSACTION_RECORD);

  static Stream<Arguments> versions() {
    return DECODED.stream()
        .flatMap(
            type ->
                Stream.iterate((int) type.lowestSupportedVersion(), version -> version + 1)
                    .limit(type.highestSupportedVersion() + 1L)
                    .map(version -> Arguments.of(type, version)));
  }

  @Test
  void weKnowTheKindsAndVersionsThatKafkaKnows() {
    Map<Integer, String> kafka = new TreeMap<>();
    for (MetadataRecordType type : MetadataRecordType.values()) {
      kafka.put((int) type.id(), type.name() + " " + type.highestSupportedVersion());
    }
    Map<Integer, String> ours = new TreeMap<>();
    for (org.logdiff.format.internal.MetadataRecordType type :
        org.logdiff.format.internal.MetadataRecordType.values()) {
      ours.put(type.id(), type.name() + " " + type.latestVersion());
    }
    assertEquals(kafka, ours);
  }

  @ParameterizedTest
  @MethodSource("versions")
  void readsFieldByFieldWhatKafkaWrites(MetadataRecordType type, int version) {
    RandomMetadata random = new RandomMetadata(type.id() * 10L + version);
    for (int i = 0; i < 500; i++) {
      ApiMessage written = random.next(type, version);
      Decoded<MetadataRecord> decoded = decode(write(written, version));
      assertTrue(decoded.isIntact(), decoded::toString);
      MetadataRecord ours = decoded.value().orElseThrow();
      assertEquals(type.id(), ours.apiKey());
      assertEquals(version, ours.version());
      assertSame(written, ours);
    }
  }

  private static byte[] write(ApiMessage message, int version) {
    ObjectSerializationCache cache = new ObjectSerializationCache();
    ApiMessageAndVersion record = new ApiMessageAndVersion(message, (short) version);
    MetadataRecordSerde serde = new MetadataRecordSerde();
    ByteBuffer buffer = ByteBuffer.allocate(serde.recordSize(record, cache));
    serde.write(record, cache, new ByteBufferAccessor(buffer));
    return buffer.array();
  }

  private static Decoded<MetadataRecord> decode(byte[] bytes) {
    return MetadataRecord.decode(Bytes.copyOf(bytes));
  }

  private static void assertSame(ApiMessage kafka, MetadataRecord ours) {
    assertEquals(fieldsOf(kafka, ours.body()), fields(ours.body()));
    assertEquals(
        kafka.unknownTaggedFields().stream()
            .map(field -> new UnknownTaggedField(field.tag(), Bytes.copyOf(field.data())))
            .toList(),
        ours.unknownTaggedFields());
  }

  /** Our record's fields by name, in plain types. */
  private static Map<String, Object> fields(Object body) {
    Map<String, Object> fields = new TreeMap<>();
    for (RecordComponent component : body.getClass().getRecordComponents()) {
      fields.put(component.getName(), plain(call(body, component.getName())));
    }
    return fields;
  }

  private static Object plain(Object ours) {
    if (ours instanceof Optional<?> optional) {
      return optional.map(MetadataRecordTest::plain).orElse("null");
    } else if (ours instanceof List<?> list) {
      return list.stream().map(MetadataRecordTest::plain).toList();
    } else if (ours instanceof KafkaUuid uuid) {
      return uuid.toString();
    }
    return ours.getClass().isRecord() ? fields(ours) : ours;
  }

  /** Kafka's message, by the names of our fields. */
  private static Map<String, Object> fieldsOf(Object kafka, Object body) {
    Map<String, Object> fields = new TreeMap<>();
    for (RecordComponent component : body.getClass().getRecordComponents()) {
      Object ours = call(body, component.getName());
      fields.put(component.getName(), plainKafka(call(kafka, component.getName()), ours));
    }
    return fields;
  }

  private static Object plainKafka(Object kafka, Object ours) {
    if (kafka == null) {
      return "null";
    } else if (kafka instanceof Collection<?> collection) {
      List<?> models =
          (List<?>) (ours instanceof Optional<?> optional ? optional.orElseThrow() : ours);
      assertEquals(collection.size(), models.size());
      List<Object> plain = new ArrayList<>();
      collection.forEach(element -> plain.add(plainKafka(element, models.get(plain.size()))));
      return plain;
    } else if (kafka instanceof Uuid uuid) {
      return uuid.toString();
    }
    return ours.getClass().isRecord() ? fieldsOf(kafka, ours) : kafka;
  }

  private static Object call(Object target, String method) {
    try {
      return target.getClass().getMethod(method).invoke(target);
    } catch (ReflectiveOperationException e) {
      throw new AssertionError(target.getClass() + " has no field " + method, e);
    }
  }

  @ParameterizedTest
  @MethodSource("versions")
  void everyTruncationIsDamage(MetadataRecordType type, int version) {
    byte[] bytes = write(new RandomMetadata(1).next(type, version), version);
    Mutants.truncations(bytes, mutant -> assertFalse(decode(mutant).isIntact()));
  }

  /** What we take for intact Kafka takes for intact too, and reads the same. */
  @ParameterizedTest
  @MethodSource("versions")
  void flippedBitsAreReadAsKafkaReadsThem(MetadataRecordType type, int version) {
    RandomMetadata random = new RandomMetadata(type.id() + 100L * version);
    for (int i = 0; i < 20; i++) {
      Mutants.flips(write(random.next(type, version), version), mutant -> readsAsKafka(mutant));
    }
  }

  private static void readsAsKafka(byte[] bytes) {
    MetadataRecord ours = decode(bytes).value().orElse(null);
    if (ours == null || ours.body() instanceof MetadataBody.Undecoded) {
      return;
    }
    ApiMessageAndVersion kafka =
        new MetadataRecordSerde()
            .read(new ByteBufferAccessor(ByteBuffer.wrap(bytes)), bytes.length);
    assertEquals(kafka.version(), ours.version());
    assertSame(kafka.message(), ours);
  }

  @Test
  void kindsThatAreNotDecodedAreKeptByName() {
    for (MetadataRecordType type : EnumSet.complementOf(EnumSet.copyOf(DECODED))) {
      byte[] bytes = write(type.newMetadataRecord(), type.highestSupportedVersion());
      MetadataRecord ours = decode(bytes).value().orElseThrow();
      assertEquals(type.name(), ours.type().orElseThrow().name());
      assertEquals(new MetadataBody.Undecoded(bytes.length - 3), ours.body());
    }
  }

  @Test
  void newerKindsAndVersionsAreKept() {
    MetadataRecord newerKind = decode(new byte[] {1, 99, 5, 1, 2}).value().orElseThrow();
    assertEquals(new MetadataRecord(99, 5, new MetadataBody.Undecoded(2), List.of()), newerKind);
    assertEquals(Optional.empty(), newerKind.type());
    MetadataRecord newerVersion = decode(new byte[] {1, 5, 3, 1}).value().orElseThrow();
    assertEquals(new MetadataRecord(5, 3, new MetadataBody.Undecoded(1), List.of()), newerVersion);
  }

  @Test
  void anotherFrameVersionIsDamage() {
    assertEquals(DamageKind.VERSION, decode(new byte[] {0, 5, 0}).damages().get(0).kind());
    assertEquals(DamageKind.VERSION, decode(new byte[] {2, 5, 0}).damages().get(0).kind());
  }
}
