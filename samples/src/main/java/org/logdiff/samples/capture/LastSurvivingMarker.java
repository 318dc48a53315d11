package org.logdiff.samples.capture;

/** Like the lost ABORT, but broker 3 has not cleaned yet: the last witness. */
final class LastSurvivingMarker implements Scenario {
  private final Variant variant = new Variant(2, true, false, false);

  @Override
  public String name() {
    return "last-surviving-marker";
  }

  @Override
  public String title() {
    return "broker 2 lost an ABORT, broker 1 has cleaned it away, broker 3 still has it";
  }

  @Override
  public ClusterSettings settings() {
    return variant.remembering().withBroker(3, "log.cleaner.enable", "false");
  }

  @Override
  public void play(Stage stage) throws Exception {
    stage.createFoo();
    AbortedHistory history = new AbortedHistory(stage, variant);
    history.writeThenAbortWhileBroker2IsAway();
    history.commitNext();
    history.cleanAway(1);
    variant.bringBroker2Back(stage);
    Truth truth = stage.truth();
    truth.verdict("divergent");
    history.tellBeginning();
    truth.fact(
        "TX2 of the same producer was committed; broker 1 removed TX1's data and the ABORT; then broker 2 came back and got TX2's COMMIT from broker 1, which on broker 2 closes TX1.");
    truth.fact("Broker 3's cleaner is off: it still has TX1's data and its ABORT.");
    history.find("lost-abort-marker");
  }

  @Override
  public void confirm(Truth truth) {
    for (int broker : Cluster.BROKERS) {
      AbortedHistory.confirm(truth, broker, broker == 2);
    }
  }
}
