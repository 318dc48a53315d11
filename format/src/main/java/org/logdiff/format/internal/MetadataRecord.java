package org.logdiff.format.internal;

import java.util.List;
import java.util.Optional;
import org.logdiff.format.Bytes;
import org.logdiff.format.Damage;
import org.logdiff.format.DamageKind;
import org.logdiff.format.Decoded;

/**
 * A record of {@code __cluster_metadata}. Its key is null; its value is a message of one of many
 * kinds, in a frame.
 *
 * <table>
 * <caption>Value</caption>
 * <tr><th>field</th><th>type</th></tr>
 * <tr><td>frame version</td><td>unsigned varint: 1</td></tr>
 * <tr><td>api key: the kind</td><td>unsigned varint</td></tr>
 * <tr><td>version of the message</td><td>unsigned varint</td></tr>
 * <tr><td>message</td><td>all fields of it are of the flexible encoding</td></tr>
 * </table>
 *
 * <p>Source: {@code org.apache.kafka.server.common.serialization.AbstractApiMessageSerde}, {@code
 * org.apache.kafka.metadata.MetadataRecordSerde}, Kafka 4.4.0.
 *
 * @param version of the message
 * @param body {@link MetadataBody.Undecoded} for a kind or a version that is not decoded
 * @param unknownTaggedFields of the message itself, not of what it contains
 */
public record MetadataRecord(
    int apiKey, int version, MetadataBody body, List<UnknownTaggedField> unknownTaggedFields) {
  /** The frame version that this layout belongs to; 0 was that of the preview in 2.8. */
  public static final int FRAME_VERSION = 1;

  public MetadataRecord {
    unknownTaggedFields = List.copyOf(unknownTaggedFields);
  }

  /** Empty for a kind that Kafka 4.4 does not know. */
  public Optional<MetadataRecordType> type() {
    return MetadataRecordType.of(apiKey);
  }

  /** Decodes a record's value; positions in damages count from its start. */
  public static Decoded<MetadataRecord> decode(Bytes value) {
    return decode(value.toArray(), 0, value.length());
  }

  /**
   * Decodes a record's value.
   *
   * @param length -1 for null, which no controller writes
   */
  public static Decoded<MetadataRecord> decode(byte[] array, int at, int length) {
    if (length < 0) {
      return Decoded.nothing(
          List.of(new Damage(DamageKind.FIELD, "value", 0, 0, "null", "a metadata record")));
    }
    SchemaReader in = new SchemaReader(array, at, length);
    long frameVersion = in.unsignedVarint("frame version");
    if (in.isIntact() && frameVersion != FRAME_VERSION) {
      in.reject(DamageKind.VERSION, "frame version", 1, "" + frameVersion, "" + FRAME_VERSION);
    }
    long apiKey = number("api key", in);
    long version = number("version", in);
    if (!in.isIntact()) {
      return Decoded.nothing(List.of(in.damage().orElseThrow()));
    }
    MetadataBodyReader reader = new MetadataBodyReader(in, (int) version);
    MetadataBody body = reader.read(MetadataRecordType.of((int) apiKey));
    if (!in.isIntact()) {
      return Decoded.nothing(List.of(in.damage().orElseThrow()));
    }
    return Decoded.intact(
        new MetadataRecord((int) apiKey, (int) version, body, reader.unknownTaggedFields()));
  }

  private static long number(String field, SchemaReader in) {
    long number = in.unsignedVarint(field);
    if (number > Short.MAX_VALUE) {
      in.reject(DamageKind.FIELD, field, 1, Long.toString(number), "at most " + Short.MAX_VALUE);
    }
    return number;
  }
}
