package org.logdiff.samples.capture;

import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.apache.kafka.clients.consumer.ConsumerConfig;
import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.apache.kafka.clients.consumer.KafkaConsumer;
import org.apache.kafka.common.TopicPartition;
import org.apache.kafka.common.serialization.StringDeserializer;

/** Reads a whole partition from whichever broker leads it. */
final class Viewer {
  static final List<String> ISOLATIONS = List.of("read_committed", "read_uncommitted");

  private static final Duration POLL = Duration.ofMillis(200);
  private static final long TIMEOUT_MS = 30_000;

  private final String bootstrapServers;
  private final Control control;

  Viewer(String bootstrapServers, Control control) {
    this.bootstrapServers = bootstrapServers;
    this.control = control;
  }

  /**
   * @throws IllegalStateException if the leadership moved meanwhile, or the end was not reached
   */
  ReplicaView view(TopicPartition partition, int leader, String isolation) throws Exception {
    long highWatermark = control.latestOffset(partition, "read_uncommitted");
    long lastStableOffset = control.latestOffset(partition, "read_committed");
    long end = isolation.equals("read_committed") ? lastStableOffset : highWatermark;
    List<ReplicaView.Seen> seen = new ArrayList<>();
    long position;
    try (KafkaConsumer<String, String> consumer = new KafkaConsumer<>(config(isolation))) {
      consumer.assign(List.of(partition));
      consumer.seekToBeginning(List.of(partition));
      long deadlineMs = System.currentTimeMillis() + TIMEOUT_MS;
      while (consumer.position(partition) < end) {
        for (ConsumerRecord<String, String> record : consumer.poll(POLL)) {
          seen.add(
              new ReplicaView.Seen(
                  record.offset(), record.timestamp(), record.key(), record.value()));
        }
        if (System.currentTimeMillis() > deadlineMs) {
          throw new IllegalStateException("consumer stands at " + consumer.position(partition));
        }
      }
      position = consumer.position(partition);
    }
    if (control.leader(partition) != leader) {
      throw new IllegalStateException("broker " + leader + " lost the lead of " + partition);
    }
    return new ReplicaView(
        partition.toString(),
        leader,
        isolation,
        highWatermark,
        lastStableOffset,
        position,
        List.copyOf(seen));
  }

  private Map<String, Object> config(String isolation) {
    Map<String, Object> config = new HashMap<>();
    config.put(ConsumerConfig.BOOTSTRAP_SERVERS_CONFIG, bootstrapServers);
    config.put(ConsumerConfig.KEY_DESERIALIZER_CLASS_CONFIG, StringDeserializer.class);
    config.put(ConsumerConfig.VALUE_DESERIALIZER_CLASS_CONFIG, StringDeserializer.class);
    config.put(ConsumerConfig.ISOLATION_LEVEL_CONFIG, isolation);
    config.put(ConsumerConfig.ENABLE_AUTO_COMMIT_CONFIG, false);
    config.put(ConsumerConfig.FETCH_MAX_WAIT_MS_CONFIG, 100);
    return config;
  }
}
