package org.logdiff.samples.capture;

import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.Future;
import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.apache.kafka.clients.consumer.ConsumerRecords;
import org.apache.kafka.clients.consumer.KafkaConsumer;
import org.apache.kafka.clients.producer.KafkaProducer;
import org.apache.kafka.clients.producer.ProducerRecord;
import org.apache.kafka.clients.producer.RecordMetadata;
import org.apache.kafka.common.TopicPartition;
import org.apache.kafka.common.serialization.StringDeserializer;
import org.apache.kafka.common.serialization.StringSerializer;

/**
 * Producer and consumer of a release that today's clients no longer talk to: run in a process of
 * its own with that release's jars. So it uses only what the clients have had ever since.
 */
final class OldClient {
  private static final String NULL = "\\N";
  private static final long POLL_MS = 200;

  private OldClient() {}

  /**
   * {@code produce BOOTSTRAP} reads lines of topic, key and value from standard input, tab between,
   * and says the offset of each; an empty line ends a batch. {@code consume BOOTSTRAP TOPIC END}
   * says offset, timestamp, key and value of all records of partition 0 below an offset.
   */
  public static void main(String[] arguments) throws Exception {
    if (arguments[0].equals("produce")) {
      produce(arguments[1]);
    } else {
      consume(arguments[1], new TopicPartition(arguments[2], 0), Long.parseLong(arguments[3]));
    }
  }

  private static void produce(String bootstrapServers) throws Exception {
    Map<String, Object> config = new HashMap<>();
    config.put("bootstrap.servers", bootstrapServers);
    config.put("acks", "all");
    config.put("linger.ms", 200);
    try (KafkaProducer<String, String> producer =
        new KafkaProducer<>(config, new StringSerializer(), new StringSerializer())) {
      BufferedReader in =
          new BufferedReader(new InputStreamReader(System.in, StandardCharsets.UTF_8));
      List<Future<RecordMetadata>> sent = new ArrayList<>();
      for (String line = in.readLine(); line != null; line = in.readLine()) {
        if (line.isEmpty()) {
          say(producer, sent);
          continue;
        }
        String[] fields = line.split("\t", -1);
        String value = fields[2].equals(NULL) ? null : fields[2];
        sent.add(producer.send(new ProducerRecord<>(fields[0], 0, fields[1], value)));
      }
      say(producer, sent);
    }
  }

  private static void say(KafkaProducer<String, String> producer, List<Future<RecordMetadata>> sent)
      throws Exception {
    producer.flush();
    for (Future<RecordMetadata> record : sent) {
      System.out.println(record.get().offset());
    }
    sent.clear();
  }

  private static void consume(String bootstrapServers, TopicPartition partition, long end)
      throws Exception {
    Map<String, Object> config = new HashMap<>();
    config.put("bootstrap.servers", bootstrapServers);
    config.put("enable.auto.commit", false);
    config.put("key.deserializer", StringDeserializer.class.getName());
    config.put("value.deserializer", StringDeserializer.class.getName());
    try (KafkaConsumer<String, String> consumer = new KafkaConsumer<>(config)) {
      consumer.assign(List.of(partition));
      consumer.seekToBeginning(List.of(partition));
      while (consumer.position(partition) < end) {
        for (ConsumerRecord<String, String> record : poll(consumer)) {
          System.out.println(
              String.join(
                  "\t",
                  Long.toString(record.offset()),
                  Long.toString(record.timestamp()),
                  text(record.key()),
                  text(record.value())));
        }
      }
    }
  }

  /** The one method that is no longer there. */
  @SuppressWarnings("unchecked")
  private static ConsumerRecords<String, String> poll(KafkaConsumer<String, String> consumer)
      throws IOException {
    try {
      return (ConsumerRecords<String, String>)
          KafkaConsumer.class.getMethod("poll", long.class).invoke(consumer, POLL_MS);
    } catch (ReflectiveOperationException e) {
      throw new IOException(e);
    }
  }

  private static String text(String field) {
    return field == null ? NULL : field;
  }
}
