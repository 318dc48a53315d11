package org.logdiff.format.internal;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.nio.ByteBuffer;
import java.util.List;
import java.util.Optional;
import java.util.Random;
import org.apache.kafka.common.Uuid;
import org.apache.kafka.common.protocol.ByteBufferAccessor;
import org.junit.jupiter.api.Test;
import org.logdiff.format.Bytes;
import org.logdiff.format.Damage;
import org.logdiff.format.DamageKind;
import org.logdiff.format.KafkaUuid;

class SchemaReaderTest {
  private final ByteBuffer buffer = ByteBuffer.allocate(1 << 10);
  private final ByteBufferAccessor out = new ByteBufferAccessor(buffer);

  private SchemaReader reader() {
    return new SchemaReader(buffer.array(), 0, buffer.position());
  }

  @Test
  void readsWhatKafkaWrites() {
    Random random = new Random(1);
    for (int i = 0; i < 1_000; i++) {
      buffer.clear();
      byte int8 = (byte) random.nextInt();
      short int16 = (short) random.nextInt();
      int uint16 = random.nextInt(1 << 16);
      int int32 = random.nextInt();
      long int64 = random.nextLong();
      int varint = random.nextInt() >>> random.nextInt(32);
      Uuid uuid = new Uuid(random.nextLong(), random.nextLong());
      out.writeByte(int8);
      out.writeShort(int16);
      out.writeUnsignedShort(uint16);
      out.writeInt(int32);
      out.writeLong(int64);
      out.writeUnsignedVarint(varint);
      out.writeUuid(uuid);
      SchemaReader in = reader();
      assertEquals(int8, in.int8("a"));
      assertEquals(int16, in.int16("b"));
      assertEquals(uint16, in.uint16("c"));
      assertEquals(int32, in.int32("d"));
      assertEquals(int64, in.int64("e"));
      assertEquals(Integer.toUnsignedLong(varint), in.unsignedVarint("f"));
      assertEquals(uuid.toString(), in.uuid("g").toString());
      in.endOf("message");
      assertTrue(in.isIntact());
    }
  }

  @Test
  void readsStringsAndArrays() {
    out.writeShort((short) 3);
    out.writeByteArray("abc".getBytes());
    out.writeShort((short) -1);
    out.writeUnsignedVarint(3);
    out.writeByteArray("de".getBytes());
    out.writeUnsignedVarint(0);
    out.writeInt(2);
    out.writeInt(7);
    out.writeInt(-7);
    out.writeUnsignedVarint(2);
    out.writeInt(9);
    out.writeUnsignedVarint(0);
    out.writeUnsignedVarint(2);
    out.writeUuid(new Uuid(1, 2));
    SchemaReader in = reader();
    assertEquals("abc", in.string("a"));
    assertEquals(Optional.empty(), in.nullableString("b"));
    assertEquals("de", in.compactString("c"));
    assertEquals(Optional.empty(), in.compactNullableString("d"));
    assertEquals(List.of(7, -7), in.int32s("e"));
    assertEquals(List.of(9), in.compactInt32s("f"));
    assertEquals(Optional.empty(), in.compactNullableInt32s("g"));
    assertEquals(List.of(new KafkaUuid(1, 2)), in.compactUuids("h"));
    in.endOf("message");
    assertTrue(in.isIntact());
  }

  @Test
  void keepsUnknownTagsAndHandsOverKnownOnes() {
    out.writeUnsignedVarint(2);
    out.writeUnsignedVarint(1);
    out.writeUnsignedVarint(4);
    out.writeInt(5);
    out.writeUnsignedVarint(900);
    out.writeUnsignedVarint(2);
    out.writeShort((short) 0x0102);
    int[] known = new int[1];
    SchemaReader in = reader();
    List<UnknownTaggedField> unknown =
        in.taggedFields(
            (tag, value) -> {
              known[0] = tag == 1 ? value.int32("known") : known[0];
              return tag == 1;
            });
    assertTrue(in.isIntact());
    assertEquals(5, known[0]);
    assertEquals(List.of(new UnknownTaggedField(900, Bytes.copyOf(new byte[] {1, 2}))), unknown);
  }

  @Test
  void aKnownTagThatIsLongerThanItsValueIsDamage() {
    out.writeUnsignedVarint(1);
    out.writeUnsignedVarint(0);
    out.writeUnsignedVarint(3);
    out.writeByteArray(new byte[3]);
    SchemaReader in = reader();
    in.taggedFields((tag, value) -> value.int16("short") == 0);
    assertEquals(DamageKind.LENGTH, in.damage().orElseThrow().kind());
    assertEquals("tag 0", in.damage().orElseThrow().field());
  }

  @Test
  void aCountIsNotBelievedBeforeItFits() {
    out.writeInt(Integer.MAX_VALUE);
    SchemaReader in = reader();
    assertEquals(List.of(), in.int32s("replicas"));
    assertEquals(
        new Damage(DamageKind.LENGTH, "replicas", 0, 4, "2147483647", "0 to 0"),
        in.damage().orElseThrow());
  }

  @Test
  void aCountOfTagsIsNotBelievedBeforeItFits() {
    out.writeUnsignedVarint(-1);
    SchemaReader in = reader();
    assertEquals(List.of(), in.taggedFields(SchemaReader.KnownTags.NONE));
    assertEquals(DamageKind.LENGTH, in.damage().orElseThrow().kind());
  }

  @Test
  void nullWhereNoneMayBeIsDamage() {
    out.writeShort((short) -1);
    SchemaReader in = reader();
    assertEquals("", in.string("topic"));
    assertEquals(
        new Damage(DamageKind.LENGTH, "topic", 0, 2, "null", "0 to 0"), in.damage().orElseThrow());
  }

  @Test
  void aVarintOfMoreThan32BitsIsDamage() {
    out.writeByteArray(new byte[] {-1, -1, -1, -1, 0x1f});
    SchemaReader in = reader();
    assertEquals(0, in.unsignedVarint("tag"));
    assertEquals(DamageKind.FIELD, in.damage().orElseThrow().kind());
  }

  @Test
  void aVarintWithoutEndIsDamage() {
    out.writeByteArray(new byte[] {-1, -1, -1, -1, -1, 1});
    SchemaReader in = reader();
    assertEquals(0, in.unsignedVarint("tag"));
    assertFalse(in.isIntact());
  }

  @Test
  void theFirstDamageStaysAndEverythingAfterItIsEmpty() {
    out.writeShort((short) 1);
    SchemaReader in = reader();
    assertEquals(0, in.int32("first"));
    assertEquals(0, in.int8("second"));
    assertEquals("", in.compactString("third"));
    assertEquals(KafkaUuid.ZERO, in.uuid("fourth"));
    assertEquals(List.of(), in.compactInt32s("fifth"));
    assertEquals(Optional.empty(), in.compactNullableString("sixth"));
    in.endOf("message");
    assertEquals(
        new Damage(DamageKind.TRUNCATED, "first", 0, 2, "2 bytes", "4 bytes"),
        in.damage().orElseThrow());
  }

  @Test
  void bytesAfterTheLastFieldAreDamage() {
    out.writeInt(1);
    SchemaReader in = reader();
    in.int16("a");
    in.endOf("Message");
    assertEquals(
        new Damage(DamageKind.LENGTH, "Message", 2, 2, "2 bytes after the last field", "none"),
        in.damage().orElseThrow());
  }

  @Test
  void readsARangeOfAnArrayOnly() {
    SchemaReader in = new SchemaReader(new byte[] {9, 9, 0, 7, 9}, 2, 2);
    assertEquals(7, in.int16("a"));
    in.int8("b");
    assertEquals(
        new Damage(DamageKind.TRUNCATED, "b", 2, 0, "0 bytes", "1 bytes"),
        in.damage().orElseThrow());
  }
}
