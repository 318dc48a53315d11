package org.logdiff.analysis.witness;

import java.util.List;
import java.util.Map;

/**
 * What a topic's configuration falls back to at the brokers, the strongest first.
 *
 * <p>Source: {@code org.apache.kafka.server.config.ServerTopicConfigSynonyms}, Kafka 4.4.0.
 */
public final class TopicConfigSynonyms {
  private static final Map<String, List<String>> BROKER_NAMES =
      Map.ofEntries(
          Map.entry("cleanup.policy", List.of("log.cleanup.policy")),
          Map.entry("delete.retention.ms", List.of("log.cleaner.delete.retention.ms")),
          Map.entry("file.delete.delay.ms", List.of("log.segment.delete.delay.ms")),
          Map.entry("flush.messages", List.of("log.flush.interval.messages")),
          Map.entry(
              "flush.ms", List.of("log.flush.interval.ms", "log.flush.scheduler.interval.ms")),
          Map.entry("index.interval.bytes", List.of("log.index.interval.bytes")),
          Map.entry("local.retention.bytes", List.of("log.local.retention.bytes")),
          Map.entry("local.retention.ms", List.of("log.local.retention.ms")),
          Map.entry("max.compaction.lag.ms", List.of("log.cleaner.max.compaction.lag.ms")),
          Map.entry("max.message.bytes", List.of("message.max.bytes")),
          Map.entry(
              "message.timestamp.after.max.ms", List.of("log.message.timestamp.after.max.ms")),
          Map.entry(
              "message.timestamp.before.max.ms", List.of("log.message.timestamp.before.max.ms")),
          Map.entry("message.timestamp.type", List.of("log.message.timestamp.type")),
          Map.entry("min.cleanable.dirty.ratio", List.of("log.cleaner.min.cleanable.ratio")),
          Map.entry("min.compaction.lag.ms", List.of("log.cleaner.min.compaction.lag.ms")),
          Map.entry("preallocate", List.of("log.preallocate")),
          Map.entry("remote.copy.lag.bytes", List.of("log.remote.copy.lag.bytes")),
          Map.entry("remote.copy.lag.ms", List.of("log.remote.copy.lag.ms")),
          Map.entry("retention.bytes", List.of("log.retention.bytes")),
          Map.entry(
              "retention.ms",
              List.of("log.retention.ms", "log.retention.minutes", "log.retention.hours")),
          Map.entry("segment.bytes", List.of("log.segment.bytes")),
          Map.entry("segment.index.bytes", List.of("log.index.size.max.bytes")),
          Map.entry("segment.jitter.ms", List.of("log.roll.jitter.ms", "log.roll.jitter.hours")),
          Map.entry("segment.ms", List.of("log.roll.ms", "log.roll.hours")));

  private TopicConfigSynonyms() {}

  /** The brokers' names for a topic's configuration; most have the same name. */
  public static List<String> of(String topicConfig) {
    return BROKER_NAMES.getOrDefault(topicConfig, List.of(topicConfig));
  }

  /** Whether a name, of a topic's or a broker's configuration, is among them. */
  public static boolean isKnown(String name) {
    return BROKER_NAMES.containsKey(name)
        || BROKER_NAMES.values().stream().anyMatch(names -> names.contains(name));
  }
}
