package org.logdiff.samples.capture;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.apache.kafka.common.TopicPartition;

/**
 * Topics of all message formats and codecs, with tombstones: healthy replicas that were cleaned to
 * different points, one of them not at all.
 */
final class MessageFormats implements Scenario {
  private static final int ROUNDS = 3;
  private static final int KEYS = 5;
  private static final long WAIT_MS = 60_000;

  @Override
  public String name() {
    return "healthy-message-formats";
  }

  @Override
  public String title() {
    return "healthy replicas in every message format and codec, one of them never cleaned";
  }

  @Override
  public ClusterSettings settings() {
    return ClusterSettings.before3().withBroker(3, "log.cleaner.enable", "false");
  }

  @Override
  public void play(Stage stage) throws Exception {
    Map<String, Map<String, String>> topics = topics();
    List<TopicPartition> partitions = new ArrayList<>();
    for (Map.Entry<String, Map<String, String>> topic : topics.entrySet()) {
      stage.createTopic(topic.getKey(), 1, topic.getValue());
      partitions.add(new TopicPartition(topic.getKey(), 0));
    }
    for (int round = 0; round < ROUNDS; round++) {
      for (TopicPartition partition : partitions) {
        if (partition.topic().equals("mixed")) {
          String version = MessageFormat.values()[round].version();
          stage.setTopic("mixed", "message.format.version", version);
        }
        write(stage, partition, round);
      }
    }
    clean(stage, topics.keySet(), partitions);
    Truth truth = stage.truth();
    truth.fact("Each topic got 3 rounds of records; a round deletes a key of the one before.");
    truth.fact("Topic mixed was magic 0 in the first round, 1 in the second, 2 in the third.");
    truth.fact("The cleaners of brokers 1 and 2 removed what was overwritten; broker 3's is off.");
  }

  private static Map<String, Map<String, String>> topics() {
    Map<String, Map<String, String>> topics = new LinkedHashMap<>();
    for (MessageFormat format : List.of(MessageFormat.MAGIC_0, MessageFormat.MAGIC_1)) {
      for (String codec : List.of("uncompressed", "gzip", "snappy", "lz4")) {
        topics.put(format.text() + "-" + codec, config(format, codec));
      }
    }
    for (String codec : List.of("uncompressed", "gzip")) {
      Map<String, String> config = config(MessageFormat.MAGIC_1, codec);
      config.put("message.timestamp.type", "LogAppendTime");
      topics.put("append-time-" + codec, config);
    }
    topics.put("mixed", config(MessageFormat.MAGIC_0, "gzip"));
    return topics;
  }

  private static Map<String, String> config(MessageFormat format, String codec) {
    Map<String, String> config = Stage.compacted();
    config.put("message.format.version", format.version());
    config.put("compression.type", codec);
    return config;
  }

  /** One batch, and one record by itself. */
  private static void write(Stage stage, TopicPartition partition, int round) throws Exception {
    List<KeyValue> records = new ArrayList<>();
    for (int key = 0; key < KEYS; key++) {
      boolean isDeleted = round > 0 && key == round;
      String value = isDeleted ? null : "value " + "abcdefgh".repeat(key) + " of round " + round;
      records.add(KeyValue.of("key-" + key, value));
    }
    Writer writer = stage.writer("plain", Map.of());
    writer.write(partition, records);
    writer.write(partition, List.of(KeyValue.of("once-" + round, "written once")));
  }

  /** Until nothing of the first round is left but what was written once. */
  private static void clean(Stage stage, Set<String> topics, List<TopicPartition> partitions)
      throws Exception {
    for (String topic : topics) {
      stage.setTopic(topic, "segment.ms", "700");
    }
    Waiting.until(
        "cleaned by brokers 1 and 2",
        WAIT_MS,
        () -> {
          boolean all = true;
          for (TopicPartition partition : partitions) {
            stage.fill(partition);
            all &= isCleaned(stage, partition, 1) && isCleaned(stage, partition, 2);
          }
          Thread.sleep(400);
          return all;
        });
    for (TopicPartition partition : partitions) {
      stage.awaitReplicated(partition, 1, 2, 3);
    }
  }

  private static boolean isCleaned(Stage stage, TopicPartition partition, int broker)
      throws Exception {
    return stage.log(partition, broker).noRecordAt(0, 1, 2, 3, 4);
  }
}
