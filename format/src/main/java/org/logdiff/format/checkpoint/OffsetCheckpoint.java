package org.logdiff.format.checkpoint;

import java.io.IOException;
import java.nio.file.Path;
import java.util.Collections;
import java.util.OptionalLong;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.regex.Pattern;
import org.logdiff.format.DamageKind;
import org.logdiff.format.Decoded;
import org.logdiff.format.TopicPartition;
import org.logdiff.format.damage.Damages;
import org.logdiff.format.disk.WholeFile;

/**
 * A checkpoint that gives partitions of a log dir an offset each; {@link Kind} names the four.
 * Text, framed as {@code version}, {@code entry count}, then one line {@code topic partition
 * offset} for each partition, in no order.
 *
 * <p>A file of no bytes has no entries: it was created, and nothing has been checkpointed yet. A
 * partition that is missing is healthy too.
 *
 * <p>Source: {@code org.apache.kafka.storage.internals.checkpoint.OffsetCheckpointFile}, Kafka
 * 4.4.0.
 *
 * @param offsets by partition, lines that cannot be read left out; of a partition that comes twice
 *     the later offset, as Kafka reads it
 */
public record OffsetCheckpoint(SortedMap<TopicPartition, Long> offsets) {

  /** The checkpoints of a log dir. */
  public enum Kind {
    /** First dirty offset: below it the cleaner has been. Compacted partitions only. */
    CLEANER("cleaner-offset-checkpoint"),
    /**
     * High watermark, as it was at most {@code replica.high.watermark.checkpoint.interval.ms} ago.
     */
    HIGH_WATERMARK("replication-offset-checkpoint"),
    /** Below it the log is flushed; recovery after an unclean stop starts there. */
    RECOVERY_POINT("recovery-point-offset-checkpoint"),
    /** Log start offset, where it is above the first segment's base offset. */
    LOG_START("log-start-offset-checkpoint");

    private final String fileName;

    Kind(String fileName) {
      this.fileName = fileName;
    }

    public String fileName() {
      return fileName;
    }
  }

  /** Largest file that is read: about a million partitions of a log dir. */
  public static final int LIMIT_BYTES = 64 << 20;

  private static final Pattern WHITE_SPACE = Pattern.compile("\\s+");

  public OffsetCheckpoint {
    offsets = Collections.unmodifiableSortedMap(new TreeMap<>(offsets));
  }

  /**
   * Reads a file.
   *
   * @throws IOException if it cannot be read
   */
  public static Decoded<OffsetCheckpoint> read(Path path) throws IOException {
    return WholeFile.decode(path, LIMIT_BYTES, OffsetCheckpoint::decode);
  }

  /** Decodes the bytes of a file. */
  public static Decoded<OffsetCheckpoint> decode(byte[] file) {
    Damages damages = new Damages();
    return CheckpointText.decode(file, damages)
        .map(text -> Decoded.of(of(text, damages), damages.list()))
        .orElseGet(() -> Decoded.nothing(damages.list()));
  }

  /** The offset of a partition; empty if the file has none. */
  public OptionalLong offset(TopicPartition partition) {
    Long offset = offsets.get(partition);
    return offset == null ? OptionalLong.empty() : OptionalLong.of(offset);
  }

  private static OffsetCheckpoint of(CheckpointText text, Damages damages) {
    SortedMap<TopicPartition, Long> offsets = new TreeMap<>();
    for (TextLine line : text.entries()) {
      if (!addEntry(line.textOrEmpty(), line, offsets, damages)) {
        damages.add(line.damage(DamageKind.SYNTAX, "entry", "topic partition offset"));
      }
    }
    return new OffsetCheckpoint(offsets);
  }

  private static boolean addEntry(
      String text, TextLine line, SortedMap<TopicPartition, Long> offsets, Damages damages) {
    String[] parts = WHITE_SPACE.split(text);
    if (parts.length != 3) {
      return false;
    }
    TopicPartition partition;
    long offset;
    try {
      partition = new TopicPartition(parts[0], Integer.parseInt(parts[1]));
      offset = Long.parseLong(parts[2]);
    } catch (NumberFormatException e) {
      return false;
    }
    if (!TopicPartition.isLegalTopic(partition.topic())) {
      damages.add(line.damage(DamageKind.FIELD, "topic", "a name that Kafka allows"));
    }
    if (partition.partition() < 0 || offset < 0) {
      damages.add(line.damage(DamageKind.FIELD, "entry", "numbers of 0 or more"));
    }
    if (offsets.put(partition, offset) != null) {
      damages.add(line.damage(DamageKind.FIELD, "entry", "each partition once"));
    }
    return true;
  }
}
