package org.logdiff.analysis.model;

import java.util.Locale;
import org.apache.kafka.common.compress.Compression;

/** How the records of a batch are compressed. */
public enum Codec {
  NONE,
  GZIP,
  SNAPPY,
  LZ4,
  ZSTD;

  Compression compression() {
    return Compression.of(text()).build();
  }

  /** Kafka's name of it, in lower case. */
  public String text() {
    return name().toLowerCase(Locale.ROOT);
  }
}
