package org.logdiff.analysis.config;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.logdiff.analysis.witness.TopicConfigSynonyms;

/**
 * The configurations on which it depends what a cleaner keeps and when.
 *
 * <p>Source of names, defaults and bounds: {@code LogConfig}, {@code CleanerConfig}, {@code
 * TransactionLogConfig} and {@code ServerTopicConfigSynonyms}, Kafka 4.4.0. Where earlier releases
 * allow more, as small segments, so does this.
 */
public enum ConfigKey {
  CLEANUP_POLICY("cleanup.policy", "delete", ConfigDomain.policies()),
  DELETE_RETENTION_MS("delete.retention.ms", "86400000", Bounds.NOT_NEGATIVE),
  MIN_CLEANABLE_DIRTY_RATIO("min.cleanable.dirty.ratio", "0.5", ConfigDomain.fraction()),
  MIN_COMPACTION_LAG_MS("min.compaction.lag.ms", "0", Bounds.NOT_NEGATIVE),
  MAX_COMPACTION_LAG_MS("max.compaction.lag.ms", "9223372036854775807", Bounds.POSITIVE),
  /** Before 4.1 a size of 14 bytes was allowed; tests of Kafka's set it by its internal name. */
  SEGMENT_BYTES("segment.bytes", "1073741824", ConfigDomain.wholeNumber(14, Integer.MAX_VALUE)),
  SEGMENT_INDEX_BYTES(
      "segment.index.bytes", "10485760", ConfigDomain.wholeNumber(4, Integer.MAX_VALUE)),
  SEGMENT_MS("segment.ms", "604800000", Bounds.POSITIVE),
  INDEX_INTERVAL_BYTES(
      "index.interval.bytes", "4096", ConfigDomain.wholeNumber(0, Integer.MAX_VALUE)),
  MAX_MESSAGE_BYTES("max.message.bytes", "1048588", ConfigDomain.wholeNumber(0, Integer.MAX_VALUE)),
  /** -1 for ever. */
  RETENTION_MS("retention.ms", "604800000", ConfigDomain.wholeNumber(-1, Long.MAX_VALUE)),
  /** Negative for any size. */
  RETENTION_BYTES(
      "retention.bytes", "-1", ConfigDomain.wholeNumber(Long.MIN_VALUE, Long.MAX_VALUE)),
  /** Of brokers only, as are all that follow. */
  PRODUCER_ID_EXPIRATION_MS(
      "producer.id.expiration.ms", "86400000", ConfigDomain.wholeNumber(1, Integer.MAX_VALUE)),
  LOG_CLEANER_DEDUPE_BUFFER_SIZE("log.cleaner.dedupe.buffer.size", "134217728", Bounds.POSITIVE),
  LOG_CLEANER_IO_BUFFER_LOAD_FACTOR(
      "log.cleaner.io.buffer.load.factor", "0.9", ConfigDomain.fraction()),
  LOG_CLEANER_IO_BUFFER_SIZE(
      "log.cleaner.io.buffer.size", "524288", ConfigDomain.wholeNumber(0, Integer.MAX_VALUE)),
  LOG_CLEANER_THREADS("log.cleaner.threads", "1", ConfigDomain.wholeNumber(0, Integer.MAX_VALUE));

  private static final class Bounds {
    static final ConfigDomain NOT_NEGATIVE = ConfigDomain.wholeNumber(0, Long.MAX_VALUE);
    static final ConfigDomain POSITIVE = ConfigDomain.wholeNumber(1, Long.MAX_VALUE);
  }

  /** How many milliseconds the unit of a name is; of other names 1. */
  private static final Map<String, Long> UNIT_MS =
      Map.of(
          "log.roll.hours", 3_600_000L,
          "log.retention.minutes", 60_000L,
          "log.retention.hours", 3_600_000L);

  private final String kafkaName;
  private final String defaultText;
  private final ConfigDomain domain;

  ConfigKey(String kafkaName, String defaultText, ConfigDomain domain) {
    this.kafkaName = kafkaName;
    this.defaultText = defaultText;
    this.domain = domain;
  }

  /** As of a topic; for what only brokers have, the brokers' name. */
  public String kafkaName() {
    return kafkaName;
  }

  /** What Kafka 4.4.0 takes where nothing is set. */
  public String defaultText() {
    return defaultText;
  }

  /** Whether it can be set for a topic. */
  public boolean isOfTopic() {
    return compareTo(PRODUCER_ID_EXPIRATION_MS) < 0;
  }

  /** The names at a topic, the strongest first. */
  List<String> topicNames() {
    if (!isOfTopic()) {
      return List.of();
    }
    return this == SEGMENT_BYTES
        ? List.of("internal.segment.bytes", kafkaName)
        : List.of(kafkaName);
  }

  /** The names at a broker, the strongest first. */
  public List<String> brokerNames() {
    return TopicConfigSynonyms.of(kafkaName);
  }

  /** All names, none twice. */
  List<String> names() {
    List<String> names = new ArrayList<>(topicNames());
    brokerNames().stream().filter(name -> !names.contains(name)).forEach(names::add);
    return names;
  }

  /** The key that has a name at a topic or a broker. */
  static Optional<ConfigKey> named(String name) {
    return Arrays.stream(values()).filter(key -> key.names().contains(name)).findFirst();
  }

  /**
   * A value as it was set under one of the names, in this key's own unit.
   *
   * @throws InvalidConfigException if it is none
   */
  String read(String name, String text) throws InvalidConfigException {
    long unitMs = UNIT_MS.getOrDefault(name, 1L);
    String value = text.trim();
    Optional<String> complaint = domain.complaint(value);
    if (complaint.isEmpty() && unitMs > 1 && Long.parseLong(value) > Long.MAX_VALUE / unitMs) {
      complaint = Optional.of("at most " + Long.MAX_VALUE / unitMs);
    }
    if (complaint.isPresent()) {
      throw new InvalidConfigException(
          name + " must be " + complaint.get() + ", but is \"" + value + "\"");
    }
    return unitMs == 1 || Long.parseLong(value) < 0
        ? value
        : Long.toString(Long.parseLong(value) * unitMs);
  }
}
