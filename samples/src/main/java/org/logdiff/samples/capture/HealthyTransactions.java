package org.logdiff.samples.capture;

import java.util.Map;
import java.util.Random;
import java.util.TreeMap;
import org.apache.kafka.clients.producer.ProducerConfig;

/**
 * Many transactions of many ends, among them fenced and timed out ones, on replicas whose cleaners
 * work at different paces.
 */
final class HealthyTransactions implements Scenario {
  private static final int ROUNDS = 20;
  private static final int PRODUCERS = 3;
  private static final long ROUND_PAUSE_MS = 250;

  private final int transactionVersion;
  private final Map<String, String> expected = new TreeMap<>();
  private final Random random = new Random(4401);

  HealthyTransactions(int transactionVersion) {
    this.transactionVersion = transactionVersion;
  }

  @Override
  public String name() {
    return "healthy-transactions-tv" + transactionVersion;
  }

  @Override
  public String title() {
    return "no divergence: transactions committed, aborted, fenced and timed out; replicas cleaned to different points";
  }

  @Override
  public ClusterSettings settings() {
    return ClusterSettings.standard()
        .withTransactionVersion(transactionVersion)
        .with("transaction.abort.timed.out.transaction.cleanup.interval.ms", "500")
        .withBroker(2, "log.cleaner.backoff.ms", "3000")
        .withBroker(3, "log.cleaner.enable", "false");
  }

  @Override
  public void play(Stage stage) throws Exception {
    Map<String, String> foo = Stage.compacted();
    foo.put("segment.ms", "900");
    stage.createTopic("foo", 1, foo);
    stage.commitGroup("audit");
    for (int round = 0; round < ROUNDS; round++) {
      for (int producer = 0; producer < PRODUCERS; producer++) {
        transaction(stage, round, producer);
      }
      if (round == 5) {
        fenced(stage);
      }
      if (round == 8) {
        timedOut(stage);
      }
      if (round == 12) {
        outageWithoutLoss(stage);
      }
      stage.fill(Stage.FOO_0);
      Thread.sleep(ROUND_PAUSE_MS);
    }
    stage.awaitReplicated(1, 2, 3);
    tell(stage.truth());
  }

  private void transaction(Stage stage, int round, int producer) throws Exception {
    OpenTransaction transaction = stage.begin("p" + producer + "-r" + round, "p" + producer);
    Map<String, String> written = new TreeMap<>();
    for (int item = 0; item < 3; item++) {
      String key = "k" + random.nextInt(8);
      String value = random.nextInt(4) == 0 ? null : "p" + producer + " round " + round;
      transaction.write(key, value);
      written.put(key, value);
    }
    if ((round + producer) % 3 == 0) {
      transaction.abort();
    } else {
      transaction.commit();
      written.forEach(this::expect);
    }
  }

  /** A second instance of a producer fences the first one out of its transaction. */
  private void fenced(Stage stage) throws Exception {
    OpenTransaction first = stage.begin("fenced", "fenced");
    first.write("k0", "of a fenced producer");
    Writer second =
        stage.writer(
            "fenced, second instance", Map.of(ProducerConfig.TRANSACTIONAL_ID_CONFIG, "fenced"));
    first.abortedByCoordinator();
    OpenTransaction after = new OpenTransaction(stage, second, "after-fence");
    after.write("fence", "passed");
    after.commit();
    expect("fence", "passed");
  }

  /** The coordinator aborts what was left open too long. */
  private void timedOut(Stage stage) throws Exception {
    Map<String, Object> config =
        Map.of(
            ProducerConfig.TRANSACTIONAL_ID_CONFIG,
            "slow",
            ProducerConfig.TRANSACTION_TIMEOUT_CONFIG,
            1500);
    OpenTransaction slow = new OpenTransaction(stage, stage.writer("slow", config), "timed-out");
    slow.write("k1", "of a slow producer");
    slow.abortedByCoordinator();
    Writer second = stage.writer("slow, second instance", config);
    OpenTransaction after = new OpenTransaction(stage, second, "after-timeout");
    after.write("timeout", "passed");
    after.commit();
    expect("timeout", "passed");
  }

  private void expect(String key, String value) {
    if (value == null) {
      expected.remove(key);
    } else {
      expected.put(key, value);
    }
  }

  /** Broker 2 is away between transactions; afterwards its cleaner stays off. */
  private void outageWithoutLoss(Stage stage) throws Exception {
    stage.awaitReplicated(1, 2, 3);
    stage.kill(2);
    stage.awaitIsr(1, 3);
    stage.startWithoutCleaner(2);
    stage.awaitIsr(1, 2, 3);
  }

  private void tell(Truth truth) {
    truth.fact("No divergence. Broker 1's cleaner ran all the time, every 300 ms.");
    truth.fact(
        "Broker 2's cleaner ran every 3 s up to a short outage (SIGKILL, nothing was written meanwhile), and not at all after it.");
    truth.fact("Broker 3's cleaner was off all the time: the full log.");
    truth.fact("One transaction was fenced by a second instance of its producer, one timed out.");
  }

  @Override
  public void confirm(Truth truth) {
    for (int broker : Cluster.BROKERS) {
      Map<String, String> state = truth.view("foo-0", broker, "read_committed").finalState();
      if (!state.equals(expected)) {
        throw new IllegalStateException("broker " + broker + ": " + state + " but " + expected);
      }
      Expectation.of(truth, broker).nothingOpen();
    }
  }
}
