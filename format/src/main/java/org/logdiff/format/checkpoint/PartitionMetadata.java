package org.logdiff.format.checkpoint;

import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import org.logdiff.format.Damage;
import org.logdiff.format.DamageKind;
import org.logdiff.format.Decoded;
import org.logdiff.format.KafkaUuid;
import org.logdiff.format.damage.Damages;
import org.logdiff.format.disk.WholeFile;

/**
 * {@code partition.metadata}: which topic a partition directory belongs to. Two lines of text, the
 * second one without an end:
 *
 * <pre>
 * version: 0
 * topic_id: c0qhth5BTCiYb1kfZt6KVw
 * </pre>
 *
 * <p>Kafka looks at the values only and takes any version of 0 or more; so an unknown version is
 * damage of kind VERSION here, but the topic id is read. Brokers before 2.8 do not write the file.
 *
 * <p>Source: {@code org.apache.kafka.storage.internals.checkpoint.PartitionMetadataFile}, {@code
 * PartitionMetadataReadBuffer}, Kafka 4.4.0.
 *
 * @param version 0
 * @param topicId never zero
 */
public record PartitionMetadata(int version, KafkaUuid topicId) {
  /** The file's name. */
  public static final String FILE_NAME = "partition.metadata";

  /** The version that this layout belongs to. */
  public static final int VERSION = 0;

  /** Largest file that is read; an intact one has less than 50 bytes. */
  public static final int LIMIT_BYTES = 64 << 10;

  private static final String VERSION_KEY = "version";
  private static final String TOPIC_ID_KEY = "topic_id";

  /**
   * Reads a file.
   *
   * @throws IOException if it cannot be read
   */
  public static Decoded<PartitionMetadata> read(Path path) throws IOException {
    return WholeFile.decode(path, LIMIT_BYTES, PartitionMetadata::decode);
  }

  /** Decodes the bytes of a file. */
  public static Decoded<PartitionMetadata> decode(byte[] file) {
    Damages damages = new Damages();
    List<TextLine> lines = TextLine.split(file);
    Optional<Integer> version =
        value(lines, 0, VERSION_KEY, file, damages)
            .flatMap(text -> parseVersion(text, lines.get(0), damages));
    Optional<KafkaUuid> topicId =
        value(lines, 1, TOPIC_ID_KEY, file, damages)
            .flatMap(text -> parseTopicId(text, lines.get(1), damages));
    if (lines.size() > 2) {
      damages.add(lines.get(2).damage(DamageKind.LENGTH, "line", "two lines"));
    }
    if (version.isEmpty() || topicId.isEmpty()) {
      return Decoded.nothing(damages.list());
    }
    return Decoded.of(new PartitionMetadata(version.get(), topicId.get()), damages.list());
  }

  private static Optional<String> value(
      List<TextLine> lines, int i, String key, byte[] file, Damages damages) {
    if (i >= lines.size()) {
      damages.add(
          new Damage(
              DamageKind.TRUNCATED, key, file.length, 0, "the end of the file", "a line " + key));
      return Optional.empty();
    }
    TextLine line = lines.get(i);
    String prefix = key + ": ";
    if (!line.textOrEmpty().startsWith(prefix)) {
      damages.add(line.damage(DamageKind.SYNTAX, key, prefix + "value"));
      return Optional.empty();
    }
    return Optional.of(line.text().substring(prefix.length()));
  }

  private static Optional<Integer> parseVersion(String text, TextLine line, Damages damages) {
    int version;
    try {
      version = Integer.parseInt(text);
    } catch (NumberFormatException e) {
      damages.add(line.damage(DamageKind.SYNTAX, VERSION_KEY, "a number"));
      return Optional.empty();
    }
    if (version != VERSION) {
      damages.add(line.damage(DamageKind.VERSION, VERSION_KEY, "" + VERSION));
    }
    return Optional.of(version);
  }

  private static Optional<KafkaUuid> parseTopicId(String text, TextLine line, Damages damages) {
    Optional<KafkaUuid> topicId = KafkaUuid.parse(text);
    if (topicId.isEmpty()) {
      damages.add(line.damage(DamageKind.SYNTAX, TOPIC_ID_KEY, "22 characters of base64"));
    } else if (!topicId.get().toString().equals(text)) {
      // 22 characters hold 132 bits; Kafka writes zeros in the last four and reads over them.
      damages.add(line.damage(DamageKind.FIELD, TOPIC_ID_KEY, topicId.get().toString()));
    } else if (topicId.get().equals(KafkaUuid.ZERO)) {
      damages.add(line.damage(DamageKind.FIELD, TOPIC_ID_KEY, "an id that is not zero"));
    }
    return topicId;
  }
}
