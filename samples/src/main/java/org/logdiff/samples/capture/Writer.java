package org.logdiff.samples.capture;

import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.Future;
import org.apache.kafka.clients.producer.KafkaProducer;
import org.apache.kafka.clients.producer.ProducerConfig;
import org.apache.kafka.clients.producer.ProducerRecord;
import org.apache.kafka.clients.producer.RecordMetadata;
import org.apache.kafka.common.TopicPartition;
import org.apache.kafka.common.serialization.StringSerializer;

/** One producer of a scenario; everything that the broker acknowledges goes into the truth. */
final class Writer {
  private static final Duration CLOSE_TIMEOUT = Duration.ofSeconds(5);

  private final Stage stage;
  private final Map<String, Object> config;
  private final KafkaProducer<String, String> producer;
  private String transaction;

  /**
   * @param changes producer settings over the defaults here
   */
  Writer(Stage stage, Map<String, Object> changes) {
    this.stage = stage;
    this.config = new LinkedHashMap<>();
    config.put(ProducerConfig.BOOTSTRAP_SERVERS_CONFIG, stage.bootstrapServers());
    config.put(ProducerConfig.ACKS_CONFIG, "all");
    config.put(ProducerConfig.REQUEST_TIMEOUT_MS_CONFIG, 5000);
    config.put(ProducerConfig.DELIVERY_TIMEOUT_MS_CONFIG, 40000);
    config.put(ProducerConfig.LINGER_MS_CONFIG, 5);
    // Message formats before magic 2 have no sequences.
    config.put(ProducerConfig.ENABLE_IDEMPOTENCE_CONFIG, !stage.release().needsZooKeeper());
    // Longer than any capture: the coordinator must not abort what a scenario leaves open.
    if (changes.containsKey(ProducerConfig.TRANSACTIONAL_ID_CONFIG)) {
      config.put(ProducerConfig.TRANSACTION_TIMEOUT_CONFIG, 600000);
    }
    config.putAll(changes);
    producer = new KafkaProducer<>(config, new StringSerializer(), new StringSerializer());
    if (config.containsKey(ProducerConfig.TRANSACTIONAL_ID_CONFIG)) {
      producer.initTransactions();
    }
  }

  KafkaProducer<String, String> producer() {
    return producer;
  }

  String transactionalId() {
    return (String) config.get(ProducerConfig.TRANSACTIONAL_ID_CONFIG);
  }

  /** From here on records belong to the transaction of this name; null: to none. */
  void transaction(String name) {
    transaction = name;
  }

  /** Writes one record to foo-0 and waits for it; returns its offset. */
  long write(String key, String value) throws InterruptedException, ExecutionException {
    return write(Stage.FOO_0, List.of(KeyValue.of(key, value))).get(0);
  }

  /** Writes records that may share a batch and waits for them; returns their offsets. */
  List<Long> write(TopicPartition partition, List<KeyValue> records)
      throws InterruptedException, ExecutionException {
    List<Long> timestampsMs = new ArrayList<>();
    List<Future<RecordMetadata>> sent = new ArrayList<>();
    for (KeyValue record : records) {
      long timestampMs = System.currentTimeMillis();
      timestampsMs.add(timestampMs);
      sent.add(producer.send(toProducerRecord(partition, timestampMs, record)));
    }
    producer.flush();
    List<Long> offsets = new ArrayList<>();
    for (int i = 0; i < records.size(); i++) {
      long offset = sent.get(i).get().offset();
      offsets.add(offset);
      tell(partition, offset, timestampsMs.get(i), records.get(i));
    }
    return offsets;
  }

  private void tell(TopicPartition partition, long offset, long timestampMs, KeyValue record) {
    if (record.key() != null && record.key().startsWith(Stage.FILLER_KEY)) {
      return;
    }
    stage
        .truth()
        .produced(
            new Truth.Produced(
                partition.toString(),
                offset,
                timestampMs,
                record.key(),
                record.value(),
                transaction));
  }

  private static ProducerRecord<String, String> toProducerRecord(
      TopicPartition partition, long timestampMs, KeyValue record) {
    ProducerRecord<String, String> out =
        new ProducerRecord<>(
            partition.topic(), partition.partition(), timestampMs, record.key(), record.value());
    record
        .headers()
        .forEach(
            (name, value) ->
                out.headers()
                    .add(name, value == null ? null : value.getBytes(StandardCharsets.UTF_8)));
    return out;
  }

  /** Closes the producer at once: an orderly close would abort the transaction that is open. */
  void abandon() {
    producer.close(Duration.ZERO);
  }

  void close() {
    producer.close(CLOSE_TIMEOUT);
  }
}
