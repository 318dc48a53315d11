package org.logdiff.samples.capture;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.TreeMap;
import org.apache.kafka.clients.producer.ProducerConfig;
import org.apache.kafka.common.TopicPartition;

/** Busy traffic of every kind, on replicas whose cleaners work at different paces. */
final class Healthy implements Scenario {
  private static final TopicPartition BAR_0 = new TopicPartition("bar", 0);
  private static final List<String> CODECS = List.of("none", "gzip", "snappy", "lz4", "zstd");
  private static final int ROUNDS = 24;
  private static final long ROUND_PAUSE_MS = 250;

  /** What a reader of committed data must find in the end, by key. */
  private final Map<String, String> expected = new TreeMap<>();

  private final Random random = new Random(4400);

  @Override
  public String name() {
    return "healthy";
  }

  @Override
  public String title() {
    return "no divergence: every kind of traffic, replicas cleaned to different points in different rounds";
  }

  @Override
  public ClusterSettings settings() {
    return ClusterSettings.standard()
        .withBroker(2, "log.cleaner.backoff.ms", "4000")
        .withBroker(3, "log.cleaner.enable", "false");
  }

  @Override
  public boolean keepsMetadataIndexes() {
    return true;
  }

  @Override
  public void play(Stage stage) throws Exception {
    Map<String, String> foo = Stage.compacted();
    foo.put("segment.ms", "900");
    foo.put("index.interval.bytes", "256");
    stage.createTopic("foo", 1, foo);
    Map<String, String> bar = new LinkedHashMap<>();
    bar.put("cleanup.policy", "delete");
    bar.put("segment.index.bytes", "8192");
    bar.put("index.interval.bytes", "512");
    stage.createTopic("bar", 1, bar);
    commitOnceAndNeverAgain(stage);
    stage.commitGroup("audit");
    for (int round = 0; round < ROUNDS; round++) {
      for (String codec : CODECS) {
        compressed(stage, codec, round);
      }
      oddities(stage, round);
      transactions(stage, round);
      stage.fill(Stage.FOO_0);
      Thread.sleep(ROUND_PAUSE_MS);
    }
    outageWithoutLoss(stage);
    tell(stage);
  }

  /** Idle producers keep their last batch, even emptied, on every replica. */
  private void commitOnceAndNeverAgain(Stage stage) throws Exception {
    put(stage.writer("idle", Map.of()), "idle", "from an idle producer");
    OpenTransaction committed = stage.begin("idle-commit", "idle-committer");
    committed.write("idle-commit", "committed once");
    committed.commit();
    expected.put("idle-commit", "committed once");
    OpenTransaction aborted = stage.begin("idle-abort", "idle-aborter");
    aborted.write("idle-abort", "never to be seen");
    aborted.abort();
    put(stage.writer("plain", Map.of()), "idle", "overwritten");
    put(stage.writer("plain", Map.of()), "idle-commit", "overwritten");
  }

  private void compressed(Stage stage, String codec, int round) throws Exception {
    boolean idempotent = !codec.equals("none");
    Writer writer =
        stage.writer(
            "codec-" + codec,
            Map.of(
                ProducerConfig.COMPRESSION_TYPE_CONFIG, codec,
                ProducerConfig.ENABLE_IDEMPOTENCE_CONFIG, idempotent,
                ProducerConfig.LINGER_MS_CONFIG, 20));
    List<KeyValue> records = new ArrayList<>();
    for (int item = 0; item < 4; item++) {
      String key = codec + "-" + random.nextInt(5);
      boolean deleted = random.nextInt(6) == 0;
      String value =
          deleted
              ? null
              : codec
                  + " round "
                  + round
                  + " item "
                  + item
                  + " "
                  + "abc".repeat(random.nextInt(12));
      Map<String, String> headers = new LinkedHashMap<>();
      if (random.nextInt(3) == 0) {
        headers.put("trace", "r" + round);
        headers.put("nothing", null);
      }
      records.add(new KeyValue(key, value, headers));
      expect(key, value);
    }
    writer.write(Stage.FOO_0, records);
  }

  private void oddities(Stage stage, int round) throws Exception {
    Writer writer = stage.writer("plain", Map.of());
    if (round % 4 == 0) {
      put(writer, "", "empty key, round " + round);
      put(writer, "empty-value", "");
      put(writer, "unicode-\u00fc\u4e16", "tab\there, line\nbreak, \u001b[31mred\u001b[0m");
      writer.write(
          BAR_0,
          List.of(
              KeyValue.of(null, "no key, round " + round),
              KeyValue.of("k", null),
              KeyValue.of(null, null),
              new KeyValue("k", "v" + round, Map.of("h", "1"))));
    }
  }

  private void transactions(Stage stage, int round) throws Exception {
    OpenTransaction one = stage.begin("one-" + round, "one");
    OpenTransaction two = stage.begin("two-" + round, "two");
    boolean commitOne = round % 3 != 1;
    boolean commitTwo = round % 4 != 2;
    for (int item = 0; item < 2; item++) {
      put(one, commitOne, "t1-" + random.nextInt(6), "one, round " + round + " item " + item);
      put(
          two,
          commitTwo,
          "t2-" + random.nextInt(6),
          random.nextInt(4) == 0 ? null : "two " + round);
    }
    if (round % 5 == 0) {
      two.write(BAR_0, List.of(KeyValue.of("tx", "round " + round)));
    }
    end(two, commitTwo);
    end(one, commitOne);
  }

  private static void end(OpenTransaction transaction, boolean commit) throws Exception {
    if (commit) {
      transaction.commit();
    } else {
      transaction.abort();
    }
  }

  private void put(OpenTransaction transaction, boolean commits, String key, String value)
      throws Exception {
    transaction.write(key, value);
    if (commits) {
      expect(key, value);
    }
  }

  private void put(Writer writer, String key, String value) throws Exception {
    writer.write(key, value);
    expect(key, value);
  }

  private void expect(String key, String value) {
    if (value == null) {
      expected.remove(key);
    } else {
      expected.put(key, value);
    }
  }

  /** Broker 2 is away while a plain record is written; afterwards its cleaner stays off. */
  private void outageWithoutLoss(Stage stage) throws Exception {
    stage.awaitReplicated(1, 2, 3);
    stage.kill(2);
    stage.awaitIsr(1, 3);
    put(stage.writer("plain", Map.of()), "during-outage", "x");
    stage.startWithoutCleaner(2);
    stage.awaitIsr(1, 2, 3);
    for (int i = 0; i < 16; i++) {
      stage.fill(Stage.FOO_0);
      Thread.sleep(ROUND_PAUSE_MS);
    }
    stage.awaitReplicated(1, 2, 3);
  }

  private void tell(Stage stage) {
    Truth truth = stage.truth();
    truth.fact("No divergence. Broker 1's cleaner ran all the time, every 300 ms.");
    truth.fact(
        "Broker 2's cleaner ran every 4 s up to a short outage (SIGKILL), and not at all after it; in the outage only the new key during-outage was written.");
    truth.fact("Broker 3's cleaner was off all the time: the full log.");
    truth.fact(
        "Read_committed readers of every replica found the expected final state: "
            + expected.keySet());
  }

  @Override
  public void confirm(Truth truth) {
    for (int broker : Cluster.BROKERS) {
      Map<String, String> state = truth.view("foo-0", broker, "read_committed").finalState();
      if (!state.equals(expected)) {
        throw new IllegalStateException("broker " + broker + ": " + state + " but " + expected);
      }
    }
  }
}
