package org.logdiff.samples.capture;

import java.util.List;
import java.util.Map;
import org.apache.kafka.common.TopicPartition;

/**
 * Topics of magic 0 and 1 of which broker 3's replica was cleaned by Kafka 4.4, which writes
 * everything as magic 2.
 */
final class RewrittenAsMagic2 implements Scenario {
  private static final long WAIT_MS = 60_000;

  @Override
  public String name() {
    return "healthy-rewritten-as-magic2";
  }

  @Override
  public String title() {
    return "messages of magic 0 and 1, on one replica rewritten as magic 2 by a newer cleaner";
  }

  @Override
  public ClusterSettings settings() {
    return ClusterSettings.before3().withBroker(3, "log.cleaner.enable", "false");
  }

  @Override
  public void play(Stage stage) throws Exception {
    List<TopicPartition> partitions =
        List.of(
            create(stage, "magic0", MessageFormat.MAGIC_0, "uncompressed", "CreateTime"),
            create(stage, "magic0-gzip", MessageFormat.MAGIC_0, "gzip", "CreateTime"),
            create(stage, "magic1", MessageFormat.MAGIC_1, "uncompressed", "CreateTime"),
            create(stage, "magic1-lz4", MessageFormat.MAGIC_1, "lz4", "CreateTime"),
            create(stage, "append-time", MessageFormat.MAGIC_1, "gzip", "LogAppendTime"));
    for (TopicPartition partition : partitions) {
      write(stage, partition);
    }
    stage.stop(3);
    for (TopicPartition partition : partitions) {
      stage.cleanOffline(partition, 3);
    }
    stage.start(3);
    for (TopicPartition partition : partitions) {
      stage.awaitIsr(partition, 1, 2, 3);
      stage.awaitReplicated(partition, 1, 2, 3);
    }
    Truth truth = stage.truth();
    truth.fact("Each topic got values, an overwritten one, and a tombstone; then a new segment.");
    truth.fact("Broker 3 was stopped, and the cleaner of Kafka 4.4 made a pass over its replicas.");
    truth.fact("It wrote what it kept as magic 2 and gave the tombstone's batch a delete horizon.");
  }

  private static TopicPartition create(
      Stage stage, String topic, MessageFormat format, String codec, String timestampType)
      throws Exception {
    Map<String, String> config = Stage.compacted();
    config.put("message.format.version", format.version());
    config.put("compression.type", codec);
    config.put("message.timestamp.type", timestampType);
    // Brokers 1 and 2 need not clean: the question is what broker 3 was made to hold.
    config.put("min.cleanable.dirty.ratio", "0.99");
    stage.createTopic(topic, 1, config);
    return new TopicPartition(topic, 0);
  }

  private static void write(Stage stage, TopicPartition partition) throws Exception {
    Writer writer = stage.writer("plain", Map.of());
    writer.write(
        partition,
        List.of(
            KeyValue.of("color", "red"),
            KeyValue.of("user-17", "anna@example.org"),
            KeyValue.of("size", "large")));
    writer.write(partition, List.of(KeyValue.of("user-17", null), KeyValue.of("color", "green")));
    writer.write(partition, List.of(KeyValue.of("empty", "")));
    stage.setTopic(partition.topic(), "segment.ms", "700");
    Waiting.until(
        "second segment of " + partition,
        WAIT_MS,
        () -> {
          stage.fill(partition);
          Thread.sleep(400);
          return stage.log(partition, 3).batches().stream()
                  .map(ReplicaLog.Batch::segment)
                  .distinct()
                  .count()
              > 1;
        });
    stage.setTopic(partition.topic(), "segment.ms", "600000");
    stage.awaitReplicated(partition, 1, 2, 3);
  }
}
