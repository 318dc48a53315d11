package org.logdiff.format.internal;

import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import org.logdiff.format.Bytes;
import org.logdiff.format.Damage;
import org.logdiff.format.DamageKind;
import org.logdiff.format.KafkaUuid;

/**
 * Reads the encoding of Kafka's generated messages, field after field, from a range of an array.
 *
 * <table>
 * <caption>Encoding, big-endian</caption>
 * <tr><th>type</th><th>bytes</th></tr>
 * <tr><td>bool, int8, int16, uint16, int32, int64, float64</td><td>1, 1, 2, 2, 4, 8, 8</td></tr>
 * <tr><td>uuid</td><td>16</td></tr>
 * <tr><td>unsigned varint</td><td>1 to 5: seven bits a byte, the lowest first</td></tr>
 * <tr><td>string</td><td>length (int16, -1 for null), UTF-8</td></tr>
 * <tr><td>compact string</td><td>length + 1 (unsigned varint, 0 for null), UTF-8</td></tr>
 * <tr><td>bytes</td><td>length (int32, -1 for null), bytes</td></tr>
 * <tr><td>compact bytes</td><td>length + 1 (unsigned varint, 0 for null), bytes</td></tr>
 * <tr><td>array</td><td>count (int32, -1 for null), elements</td></tr>
 * <tr><td>compact array</td><td>count + 1 (unsigned varint, 0 for null), elements</td></tr>
 * <tr><td>tagged fields</td><td>count (unsigned varint), then for each: tag, size (unsigned
 * varints), value</td></tr>
 * </table>
 *
 * <p>The first thing that cannot be right ends the reading: {@link #damage} has it, and everything
 * read from there on is zero, empty or null. So a message is read to its end without a look at
 * every field, and judged then. No length is believed before it is known to fit.
 *
 * <p>Source: {@code org.apache.kafka.common.protocol.Readable}, {@code ByteBufferAccessor}, Kafka
 * 4.4.0.
 */
public final class SchemaReader {
  private static final int LONGEST_VARINT_BYTES = 5;

  private final byte[] array;
  private final int start;
  private final int end;
  private int at;
  private Damage damage;

  /** Reads {@code length} bytes from {@code at} on; positions in damages count from there. */
  public SchemaReader(byte[] array, int at, int length) {
    this(array, at, at, at + length);
  }

  private SchemaReader(byte[] array, int start, int from, int end) {
    this.array = array;
    this.start = start;
    this.at = from;
    this.end = end;
  }

  /** What is wrong; empty if nothing was so far. */
  public Optional<Damage> damage() {
    return Optional.ofNullable(damage);
  }

  /** Whether nothing was wrong so far. */
  public boolean isIntact() {
    return damage == null;
  }

  /** Bytes not read yet. */
  public int remaining() {
    return end - at;
  }

  /** Says that a value which was just read cannot be right, unless there is damage already. */
  public void reject(DamageKind kind, String field, int bytes, String stored, String expected) {
    if (damage == null) {
      damage = new Damage(kind, field, at - bytes - start, bytes, stored, expected);
      at = end;
    }
  }

  /** Says that a tag which came up belongs to a later version; a broker refuses it too. */
  void rejectTag(int tag, int version) {
    reject(DamageKind.FIELD, "tag " + tag, 0, "in version " + version, "in a later version only");
  }

  public boolean bool(String field) {
    return int8(field) != 0;
  }

  public byte int8(String field) {
    return (byte) fixed(field, Byte.BYTES);
  }

  public short int16(String field) {
    return (short) fixed(field, Short.BYTES);
  }

  public int uint16(String field) {
    return (int) fixed(field, Short.BYTES);
  }

  public int int32(String field) {
    return (int) fixed(field, Integer.BYTES);
  }

  public long int64(String field) {
    return fixed(field, Long.BYTES);
  }

  public KafkaUuid uuid(String field) {
    if (!has(field, 2 * Long.BYTES)) {
      return KafkaUuid.ZERO;
    }
    return new KafkaUuid(int64(field), int64(field));
  }

  public double float64(String field) {
    return Double.longBitsToDouble(int64(field));
  }

  private long fixed(String field, int bytes) {
    if (!has(field, bytes)) {
      return 0;
    }
    long value = 0;
    for (int i = 0; i < bytes; i++) {
      value = value << Byte.SIZE | array[at++] & 0xff;
    }
    return value;
  }

  private boolean has(String field, int bytes) {
    if (damage == null && end - at < bytes) {
      damage =
          new Damage(
              DamageKind.TRUNCATED,
              field,
              at - start,
              end - at,
              (end - at) + " bytes",
              bytes + " bytes");
      at = end;
    }
    return damage == null;
  }

  /** 0 to 2^32 - 1. */
  public long unsignedVarint(String field) {
    long value = 0;
    for (int i = 0; i < LONGEST_VARINT_BYTES; i++) {
      if (!has(field, 1)) {
        return 0;
      }
      byte b = array[at++];
      value |= (b & 0x7fL) << (7 * i);
      if (b >= 0) {
        if (value > 0xffff_ffffL) {
          reject(DamageKind.FIELD, field, i + 1, Long.toString(value), "at most 32 bits");
          return 0;
        }
        return value;
      }
    }
    reject(
        DamageKind.FIELD,
        field,
        LONGEST_VARINT_BYTES,
        "more than " + LONGEST_VARINT_BYTES + " bytes",
        "an unsigned varint");
    return 0;
  }

  /** Empty where null is stored instead. */
  public String string(String field) {
    return text(field, length(field, int16(field), Short.BYTES, false));
  }

  public Optional<String> nullableString(String field) {
    int length = length(field, int16(field), Short.BYTES, true);
    return length < 0 ? Optional.empty() : Optional.of(text(field, length));
  }

  /** Empty where null is stored instead. */
  public String compactString(String field) {
    return text(field, compactLength(field, false));
  }

  public Optional<String> compactNullableString(String field) {
    int length = compactLength(field, true);
    return length < 0 ? Optional.empty() : Optional.of(text(field, length));
  }

  /** Empty for null; where that is not allowed it is damage. */
  public Optional<Bytes> bytes(String field, boolean isNullable) {
    return raw(field, length(field, int32(field), Integer.BYTES, isNullable));
  }

  /** As {@link #bytes}, of compact bytes. */
  public Optional<Bytes> compactBytes(String field, boolean isNullable) {
    return raw(field, compactLength(field, isNullable));
  }

  private Optional<Bytes> raw(String field, int length) {
    if (length < 0 || !has(field, length)) {
      return Optional.empty();
    }
    at += length;
    return Optional.of(Bytes.copyOf(array, at - length, length));
  }

  /** What has not been read yet, to be kept; reads it. */
  public Bytes rest() {
    Bytes rest = Bytes.copyOf(array, at, end - at);
    at = end;
    return rest;
  }

  /**
   * The count of an array's elements, -1 for null.
   *
   * @param elementBytes the least that an element takes; a count above what is left is damage
   */
  public int arrayLength(String field, int elementBytes, boolean isNullable) {
    return count(field, int32(field), Integer.BYTES, elementBytes, isNullable);
  }

  /** As {@link #arrayLength}, of a compact array. */
  public int compactArrayLength(String field, int elementBytes, boolean isNullable) {
    int before = at;
    long stored = unsignedVarint(field);
    return count(field, stored - 1, at - before, elementBytes, isNullable);
  }

  /** An array of int32; empty where null is stored instead. */
  public List<Integer> int32s(String field) {
    return int32s(field, arrayLength(field, Integer.BYTES, false));
  }

  /** A compact array of int32; empty where null is stored instead. */
  public List<Integer> compactInt32s(String field) {
    return int32s(field, compactArrayLength(field, Integer.BYTES, false));
  }

  public Optional<List<Integer>> compactNullableInt32s(String field) {
    int count = compactArrayLength(field, Integer.BYTES, true);
    return count < 0 ? Optional.empty() : Optional.of(int32s(field, count));
  }

  /** A compact array of uuids; empty where null is stored instead. */
  public List<KafkaUuid> compactUuids(String field) {
    return uuids(field, compactArrayLength(field, 2 * Long.BYTES, false));
  }

  public Optional<List<KafkaUuid>> compactNullableUuids(String field) {
    int count = compactArrayLength(field, 2 * Long.BYTES, true);
    return count < 0 ? Optional.empty() : Optional.of(uuids(field, count));
  }

  /**
   * Tagged fields. The known ones are handed over, each with a reader of its own bytes; the others
   * are kept.
   */
  public List<UnknownTaggedField> taggedFields(KnownTags known) {
    long count = unsignedVarint("numTaggedFields");
    if (count > remaining() / 2) {
      reject(
          DamageKind.LENGTH,
          "numTaggedFields",
          0,
          Long.toString(count),
          "at most " + remaining() / 2 + " of 2 bytes and more each");
      return List.of();
    }
    List<UnknownTaggedField> unknown = new ArrayList<>();
    for (long i = 0; i < count && damage == null; i++) {
      taggedField(known, unknown);
    }
    return List.copyOf(unknown);
  }

  private void taggedField(KnownTags known, List<UnknownTaggedField> unknown) {
    long tag = unsignedVarint("tag");
    int before = at;
    long size = unsignedVarint("size of tag " + tag);
    if (size > remaining()) {
      reject(
          DamageKind.LENGTH,
          "size of tag " + tag,
          at - before,
          Long.toString(size),
          "at most " + remaining());
    }
    if (damage != null) {
      return;
    }
    SchemaReader value = new SchemaReader(array, start, at, at + (int) size);
    if (known.read((int) tag, value)) {
      value.endOf("tag " + tag);
      damage = value.damage;
    } else {
      unknown.add(new UnknownTaggedField((int) tag, Bytes.copyOf(array, at, (int) size)));
    }
    at += (int) size;
  }

  /** Says that the message ends here: bytes that follow are damage. */
  public void endOf(String message) {
    if (damage == null && at < end) {
      damage =
          new Damage(
              DamageKind.LENGTH,
              message,
              at - start,
              end - at,
              (end - at) + " bytes after the last field",
              "none");
      at = end;
    }
  }

  private int length(String field, long stored, int bytesOfLength, boolean isNullable) {
    return count(field, stored, bytesOfLength, 1, isNullable);
  }

  private int compactLength(String field, boolean isNullable) {
    int before = at;
    long stored = unsignedVarint(field);
    return length(field, stored - 1, at - before, isNullable);
  }

  /** Checks a length or count; 0 for one that cannot be right, -1 only for null where allowed. */
  private int count(
      String field, long stored, int bytesOfLength, int elementBytes, boolean isNullable) {
    if (damage != null) {
      return isNullable ? -1 : 0;
    }
    if (stored == -1 && isNullable) {
      return -1;
    }
    long most = remaining() / elementBytes;
    if (stored < 0 || stored > most) {
      reject(
          DamageKind.LENGTH,
          field,
          bytesOfLength,
          stored == -1 ? "null" : Long.toString(stored),
          "0 to " + most);
      return isNullable ? -1 : 0;
    }
    return (int) stored;
  }

  private String text(String field, int length) {
    if (length <= 0 || !has(field, length)) {
      return "";
    }
    String text = new String(array, at, length, StandardCharsets.UTF_8);
    at += length;
    return text;
  }

  private List<Integer> int32s(String field, int count) {
    Integer[] values = new Integer[Math.max(0, count)];
    for (int i = 0; i < values.length; i++) {
      values[i] = int32(field);
    }
    return List.copyOf(Arrays.asList(values));
  }

  private List<KafkaUuid> uuids(String field, int count) {
    KafkaUuid[] values = new KafkaUuid[Math.max(0, count)];
    for (int i = 0; i < values.length; i++) {
      values[i] = uuid(field);
    }
    return List.copyOf(Arrays.asList(values));
  }

  /** The tags that a message knows in its version. */
  @FunctionalInterface
  public interface KnownTags {
    /** A message without tagged fields of its own. */
    KnownTags NONE = (tag, value) -> false;

    /**
     * Reads the value of a tag.
     *
     * @return false if the tag is not known; nothing was read then
     */
    boolean read(int tag, SchemaReader value);
  }
}
