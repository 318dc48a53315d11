package org.logdiff.samples.capture;

/** An ABORT is cleaned away while broker 2 is down, and the producer says no more. */
final class StuckLsoAborted implements Scenario {
  private final Variant variant;
  private long pinnedAt;

  StuckLsoAborted(Variant variant) {
    this.variant = variant;
  }

  @Override
  public String name() {
    return variant.name("stuck-lso-aborted");
  }

  @Override
  public String title() {
    return "broker 2 lost an ABORT, its last stable offset is pinned";
  }

  @Override
  public ClusterSettings settings() {
    return variant.gravestone() ? variant.remembering() : variant.forgetting();
  }

  @Override
  public void play(Stage stage) throws Exception {
    stage.createFoo();
    AbortedHistory history = new AbortedHistory(stage, variant);
    history.writeThenAbortWhileBroker2IsAway();
    history.cleanAway(1, 3);
    variant.bringBroker2Back(stage);
    pinnedAt = history.first();
    Truth truth = stage.truth();
    truth.verdict("divergent");
    history.tellBeginning();
    truth.fact(
        variant.gravestone()
            ? "Brokers 1 and 3 removed TX1's data and emptied the ABORT; broker 2 came back and got the empty control batch, which closes nothing."
            : "Brokers 1 and 3 removed TX1's data and the ABORT; then broker 2 came back.");
    truth.fact(
        "On broker 2 TX1 is open for ever: its last stable offset is pinned at " + pinnedAt + ".");
    truth.fact(variant.cleanerOfBroker2());
    history.find("lost-abort-marker");
  }

  @Override
  public void confirm(Truth truth) {
    for (int broker : Cluster.BROKERS) {
      AbortedHistory.confirm(truth, broker, false);
    }
    Expectation.of(truth, 1).nothingOpen();
    Expectation.of(truth, 2).lastStableOffset(pinnedAt);
    Expectation.of(truth, 3).nothingOpen();
  }
}
