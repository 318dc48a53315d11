package org.logdiff.format;

import java.nio.ByteBuffer;
import java.util.Base64;
import java.util.Optional;

/**
 * A topic id or directory id: 128 bits, written as 22 characters of URL-safe base64 without
 * padding.
 *
 * <p>Source: {@code org.apache.kafka.common.Uuid}, Kafka 4.4.0.
 */
public record KafkaUuid(long mostSignificantBits, long leastSignificantBits)
    implements Comparable<KafkaUuid> {

  /** All zero: Kafka's word for "no id". */
  public static final KafkaUuid ZERO = new KafkaUuid(0, 0);

  /** The topic id of {@code __cluster_metadata}; as a directory id: no directory assigned yet. */
  public static final KafkaUuid ONE = new KafkaUuid(0, 1);

  private static final int SIZE_BYTES = 2 * Long.BYTES;
  private static final int LIMIT_TEXT_LENGTH = 24;

  /** Reads Kafka's text form, as leniently as Kafka does; empty if it is not one. */
  public static Optional<KafkaUuid> parse(String text) {
    if (text.length() > LIMIT_TEXT_LENGTH) {
      return Optional.empty();
    }
    byte[] bytes;
    try {
      bytes = Base64.getUrlDecoder().decode(text);
    } catch (IllegalArgumentException e) {
      return Optional.empty();
    }
    if (bytes.length != SIZE_BYTES) {
      return Optional.empty();
    }
    ByteBuffer in = ByteBuffer.wrap(bytes);
    return Optional.of(new KafkaUuid(in.getLong(), in.getLong()));
  }

  /** Kafka's order: by the signed halves. */
  @Override
  public int compareTo(KafkaUuid that) {
    int most = Long.compare(mostSignificantBits, that.mostSignificantBits);
    return most != 0 ? most : Long.compare(leastSignificantBits, that.leastSignificantBits);
  }

  /** Kafka's text form. */
  @Override
  public String toString() {
    ByteBuffer out = ByteBuffer.allocate(SIZE_BYTES);
    out.putLong(mostSignificantBits).putLong(leastSignificantBits);
    return Base64.getUrlEncoder().withoutPadding().encodeToString(out.array());
  }
}
