package org.logdiff.samples.capture;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.apache.kafka.common.TopicPartition;

/**
 * Message formats as a release wrote them that knew no others: magic 0 and 1, by brokers and
 * clients of 0.10.2.2. Today's clients do not talk to these, so it has a stage of its own.
 */
final class MessageFormatsOf010 implements Scenario {
  private static final int ROUNDS = 3;
  private static final int KEYS = 5;
  private static final int FILLERS = 3;
  private static final long WAIT_MS = 300_000;
  private static final long QUIET_MS = 3000;

  @Override
  public String name() {
    return "healthy-message-formats-0.10.2.2";
  }

  @Override
  public String title() {
    return "healthy replicas in magic 0 and 1, by brokers and clients that knew no others";
  }

  @Override
  public ClusterSettings settings() {
    return ClusterSettings.before3("0.10.2.2").withBroker(3, "log.cleaner.enable", "false");
  }

  @Override
  public void play(Stage stage) {
    throw new IllegalStateException("plays on a stage of its own");
  }

  void play(Cluster cluster, Truth truth) throws Exception {
    OldTools tools = new OldTools(cluster);
    Waiting.until("all brokers up", WAIT_MS, tools::areBrokersUp);
    truth.event("cluster up: 3 brokers");
    Map<String, Map<String, String>> topics = topics();
    for (Map.Entry<String, Map<String, String>> topic : topics.entrySet()) {
      tools.createTopic(topic.getKey(), topic.getValue());
      truth.topic(topic.getKey(), topic.getValue());
    }
    for (int round = 0; round < ROUNDS; round++) {
      if (round == 1) {
        tools.setTopic("mixed", "message.format.version", MessageFormat.MAGIC_1.version());
        truth.event("topic mixed: message.format.version raised");
        Thread.sleep(1000);
      }
      write(tools, truth, topics.keySet().stream().toList(), round);
    }
    for (String topic : topics.keySet()) {
      tools.setTopic(topic, "segment.ms", "700");
    }
    int[] fillers = {0};
    Waiting.until(
        "cleaned by brokers 1 and 2",
        WAIT_MS,
        () -> {
          fill(tools, topics.keySet().stream().toList(), fillers[0]++);
          Thread.sleep(1000);
          boolean all = true;
          for (String topic : topics.keySet()) {
            for (int broker : List.of(1, 2)) {
              all &= log(cluster, topic, broker).noRecordAt(0, 1, 2, 3, 4);
            }
          }
          return all;
        });
    truth.event("cleaners of brokers 1 and 2 removed the first round");
    for (String topic : topics.keySet()) {
      tools.setTopic(topic, "segment.ms", "600000");
    }
    settle(cluster, topics);
    for (String topic : topics.keySet()) {
      view(cluster, tools, truth, topic);
    }
    truth.fact("Each topic got 3 rounds of records; a round deletes a key of the one before.");
    truth.fact("Topic mixed was magic 0 in the first round and 1 from the second on.");
    truth.fact("The cleaners of brokers 1 and 2 removed what was overwritten; broker 3's is off.");
  }

  private static Map<String, Map<String, String>> topics() {
    Map<String, Map<String, String>> topics = new LinkedHashMap<>();
    for (MessageFormat format : List.of(MessageFormat.MAGIC_0, MessageFormat.MAGIC_1)) {
      for (String codec : List.of("uncompressed", "gzip", "snappy", "lz4")) {
        topics.put(format.text() + "-" + codec, config(format, codec));
      }
    }
    Map<String, String> appendTime = config(MessageFormat.MAGIC_1, "gzip");
    appendTime.put("message.timestamp.type", "LogAppendTime");
    topics.put("append-time-gzip", appendTime);
    topics.put("mixed", config(MessageFormat.MAGIC_0, "gzip"));
    return topics;
  }

  private static Map<String, String> config(MessageFormat format, String codec) {
    Map<String, String> config = Stage.compacted();
    config.put("message.format.version", format.version());
    config.put("compression.type", codec);
    return config;
  }

  private static void write(OldTools tools, Truth truth, List<String> topics, int round)
      throws Exception {
    Map<String, List<KeyValue>> batches = new LinkedHashMap<>();
    for (String topic : topics) {
      List<KeyValue> records = new ArrayList<>();
      for (int key = 0; key < KEYS; key++) {
        boolean isDeleted = round > 0 && key == round;
        String value = isDeleted ? null : "value " + "abcdefgh".repeat(key) + " of round " + round;
        records.add(KeyValue.of("key-" + key, value));
      }
      batches.put(topic, records);
    }
    long nowMs = System.currentTimeMillis();
    List<Long> offsets = tools.produce(batches);
    int i = 0;
    for (Map.Entry<String, List<KeyValue>> batch : batches.entrySet()) {
      for (KeyValue record : batch.getValue()) {
        truth.produced(
            new Truth.Produced(
                batch.getKey() + "-0",
                offsets.get(i++),
                nowMs,
                record.key(),
                record.value(),
                null));
      }
    }
    truth.event("round " + round + " produced");
  }

  private static void fill(OldTools tools, List<String> topics, int n) throws Exception {
    Map<String, List<KeyValue>> batches = new LinkedHashMap<>();
    for (String topic : topics) {
      batches.put(topic, List.of(KeyValue.of(Stage.FILLER_KEY + n % FILLERS, "f" + n)));
    }
    tools.produce(batches);
  }

  private static ReplicaLog log(Cluster cluster, String topic, int broker) throws Exception {
    return ReplicaLog.read(cluster.node(broker).dataDirectory().resolve(topic + "-0"));
  }

  private static void settle(Cluster cluster, Map<String, ?> topics) throws Exception {
    long[] quietSinceMs = {System.currentTimeMillis()};
    List<Map<String, String>> last = new ArrayList<>(List.of(Map.of()));
    Waiting.until(
        "cleaners at rest",
        WAIT_MS,
        () -> {
          Map<String, String> now = DataFiles.digests(cluster.brokers(), topics.keySet());
          if (!now.equals(last.set(0, now))) {
            quietSinceMs[0] = System.currentTimeMillis();
          }
          return System.currentTimeMillis() - quietSinceMs[0] >= QUIET_MS;
        });
  }

  /** Broker 1 leads all along. */
  private static void view(Cluster cluster, OldTools tools, Truth truth, String topic)
      throws Exception {
    long end = log(cluster, topic, 1).logEndOffset();
    List<ReplicaView.Seen> seen = tools.consume(topic, end);
    String partition = new TopicPartition(topic, 0).toString();
    truth.view(new ReplicaView(partition, 1, "read_uncommitted", end, end, end, seen));
    truth.event("consumer of " + partition + ", leader 1: " + seen.size() + " records");
  }
}
