package org.logdiff.format.batch;

/** What a stretch of a {@code .log} file is. */
public enum SpanKind {
  /** A record batch whose checksum holds; of magic 0 and 1, a message with what is in it. */
  BATCH,
  /** A batch whose checksum holds but which is above {@code FormatLimits.LARGEST_BATCH_BYTES}. */
  OVERSIZED,
  /** Bytes that should be a batch and are not, up to the next intact one. */
  DAMAGED,
  /** Zeros up to the end of the file: space that the broker preallocated. */
  PREALLOCATED,
  /** A batch of a magic that Kafka 4.4 does not know. */
  UNRECOGNISED
}
