package org.logdiff.samples.capture;

import java.util.Map;

/**
 * How a transaction scenario is varied.
 *
 * @param transactionVersion 2 or 0
 * @param killed broker 2 goes away by SIGKILL, else by SIGTERM
 * @param cleaned broker 2's own cleaner runs over the damage before the capture, else it is off
 * @param gravestone the other brokers keep the emptied marker, as producers are remembered for
 *     long; else they forget producers soon
 */
record Variant(int transactionVersion, boolean killed, boolean cleaned, boolean gravestone) {
  private static final String SOON_MS = "3000";

  /** {@code problem} with what varies, such as {@code stuck-lso-gravestone-tv2-killed-cleaned}. */
  String name(String problem) {
    return problem
        + (gravestone ? "-gravestone" : "")
        + ("-tv" + transactionVersion)
        + (killed ? "-killed" : "-stopped")
        + (cleaned ? "-cleaned" : "");
  }

  /** Brokers that remember producers for a day, as by default. */
  ClusterSettings remembering() {
    return ClusterSettings.standard().withTransactionVersion(transactionVersion);
  }

  /** Brokers that forget an idle producer after some seconds. */
  ClusterSettings forgetting() {
    return remembering()
        .with("producer.id.expiration.ms", SOON_MS)
        .with("producer.id.expiration.check.interval.ms", "500");
  }

  void takeBroker2Away(Stage stage) throws Exception {
    stage.awaitReplicated(1, 2, 3);
    if (killed) {
      stage.kill(2);
    } else {
      stage.stop(2);
    }
    stage.awaitIsr(1, 3);
  }

  void bringBroker2Back(Stage stage) throws Exception {
    stage.start(2, cleaned ? Map.of() : Map.of("log.cleaner.enable", "false"));
    stage.awaitIsr(1, 2, 3);
    stage.awaitReplicated(1, 2, 3);
  }

  String wayAway() {
    return killed ? "SIGKILL" : "a clean stop";
  }

  String cleanerOfBroker2() {
    return cleaned
        ? "Broker 2's own cleaner has run over the damage."
        : "Broker 2's cleaner has been off since its return.";
  }
}
