package org.logdiff.samples.capture;

/**
 * Problem 3: a COMMIT is cleaned away while broker 2 is down; the producer's next ABORT then aborts
 * the committed data there.
 */
final class LostCommitMarker implements Scenario {
  private final Variant variant;

  LostCommitMarker(Variant variant) {
    this.variant = variant;
  }

  @Override
  public String name() {
    return variant.name("lost-commit-marker");
  }

  @Override
  public String title() {
    return "broker 2 lost a COMMIT and hides committed data";
  }

  @Override
  public ClusterSettings settings() {
    return variant.gravestone() ? variant.remembering() : variant.forgetting();
  }

  @Override
  public void play(Stage stage) throws Exception {
    stage.createFoo();
    CommittedHistory history = new CommittedHistory(stage, variant);
    history.play();
    OpenTransaction tx2 = stage.begin("TX2", "payments");
    tx2.write("account-b", "aborted");
    tx2.abort();
    stage.awaitReplicated(1, 2, 3);
    if (variant.cleaned()) {
      history.cleanBroker2(true);
      stage.awaitReplicated(1, 2, 3);
    }
    history.tell();
    Truth truth = stage.truth();
    truth.fact(
        "Then TX2 of the same producer was aborted. On broker 2 this ABORT closes TX1: its data is hidden from readers of committed data, session-1=open is visible again.");
    if (variant.cleaned()) {
      truth.fact(
          "Broker 2's cleaner took TX1 for aborted and removed its data, account-d=777 with it. What is left there, session-1=open, looks like a lost tombstone of session-1: both explanations fit the foo-0 directories alone.");
    } else {
      history.tellLostTombstone();
      truth.fact(
          "The tombstone of account-d is lost on broker 2 as well; the wrong abort hides account-d=777 from readers of committed data.");
    }
    truth.fact(variant.cleanerOfBroker2());
  }

  @Override
  public void confirm(Truth truth) {
    for (int broker : Cluster.BROKERS) {
      Expectation.of(truth, broker)
          .key("session-1", broker == 2 ? "open" : null)
          .key("account-a", "200")
          .key("account-b", null)
          .key("account-d", null)
          .nothingOpen();
    }
  }
}
