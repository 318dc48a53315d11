package org.logdiff.format.batch;

import java.util.Optional;

/** The codecs of record batches. Source: {@code org.apache.kafka.common.record.CompressionType}. */
public enum Compression {
  NONE(0, "none"),
  GZIP(1, "gzip"),
  SNAPPY(2, "snappy"),
  LZ4(3, "lz4"),
  ZSTD(4, "zstd");

  private final int id;
  private final String kafkaName;

  Compression(int id, String kafkaName) {
    this.id = id;
    this.kafkaName = kafkaName;
  }

  /** The codec with an id of the attributes; empty for an id that Kafka 4.4 does not know. */
  public static Optional<Compression> of(int id) {
    for (Compression compression : values()) {
      if (compression.id == id) {
        return Optional.of(compression);
      }
    }
    return Optional.empty();
  }

  public int id() {
    return id;
  }

  public String kafkaName() {
    return kafkaName;
  }
}
