package org.logdiff.samples.generate;

import java.nio.file.Path;
import org.apache.kafka.common.record.internal.CompressionType;

/**
 * What to generate.
 *
 * @param directory gets a log dir {@code kafka1}, {@code kafka2}, ... for each replica
 * @param replicas how many
 * @param records written to the log in all, before any cleaner came; markers not counted
 * @param valueBytes of each value
 * @param keyBytes of each key, at least 8
 * @param versions how often each key is written
 * @param recordsPerBatch as the producers wrote them
 * @param tombstoneEvery one of so many records is a tombstone
 * @param producers that write in turn
 * @param segmentBytes a segment does not get larger
 * @param losesTombstone whether the last replica never received the tombstone of one key, which all
 *     others have removed since
 */
public record ReplicaOptions(
    Path directory,
    Shape shape,
    long seed,
    int replicas,
    long records,
    int valueBytes,
    int keyBytes,
    int versions,
    int recordsPerBatch,
    int tombstoneEvery,
    int producers,
    long segmentBytes,
    CompressionType codec,
    boolean losesTombstone) {
  /** What a record takes beside key and value, about. */
  private static final int RECORD_OVERHEAD_BYTES = 9;

  private static final int BATCH_HEADER_BYTES = 61;

  public ReplicaOptions {
    require(replicas >= 2, "at least two replicas");
    require(keyBytes >= Long.BYTES, "keys of at least 8 bytes");
    require(recordsPerBatch >= 1 && recordsPerBatch <= 10_000, "1 to 10000 records in a batch");
    require(versions >= 1 && tombstoneEvery >= 1 && producers >= 1, "counts of at least 1");
    require(records >= 100L * recordsPerBatch, "at least 100 batches");
    require(valueBytes >= 0, "more bytes than keys and batch headers take");
    require(shape != Shape.TRANSACTIONS || versions == 1, "one version of each key");
    require(shape != Shape.TRANSACTIONS || !losesTombstone, "no lost tombstone in transactions");
  }

  private static void require(boolean holds, String what) {
    if (!holds) {
      throw new IllegalArgumentException("wanted: " + what);
    }
  }

  /** Reads {@code --name value} pairs. */
  static ReplicaOptions of(Arguments arguments) {
    Shape shape = Shape.named(arguments.text("shape", "equal"));
    int keyBytes = (int) arguments.number("key-bytes", 16);
    int perBatch = shape == Shape.SINGLE ? 1 : (int) arguments.number("records-per-batch", 100);
    long records = arguments.number("records", 1_000_000);
    long bytes = arguments.number("bytes", 0);
    long overhead = keyBytes + RECORD_OVERHEAD_BYTES + BATCH_HEADER_BYTES / perBatch;
    long valueBytes =
        bytes == 0 ? arguments.number("value-bytes", 100) : bytes / records - overhead;
    boolean isRewritten = shape == Shape.REWRITTEN;
    return new ReplicaOptions(
        Path.of(arguments.text("directory", "")),
        shape,
        arguments.number("seed", 1),
        (int) arguments.number("replicas", 2),
        records,
        (int) valueBytes,
        keyBytes,
        (int) arguments.number("versions", shape == Shape.BEHIND ? 2 : 1),
        perBatch,
        (int) arguments.number("tombstone-every", isRewritten ? perBatch : 1000),
        (int) arguments.number("producers", shape == Shape.TRANSACTIONS ? 1000 : 10),
        arguments.number("segment-bytes", 1L << 30),
        CompressionType.forName(arguments.text("codec", "none")),
        arguments.flag("lost-tombstone"));
  }
}
