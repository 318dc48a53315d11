package org.logdiff.samples.capture;

/** Broker 2 is still down with a transaction open, and the ABORT that it will need is gone. */
final class MarkerGoneBeforeCatchUp implements Scenario {
  private final Variant variant = new Variant(2, true, false, false);

  @Override
  public String name() {
    return "marker-gone-before-catch-up";
  }

  @Override
  public String title() {
    return "broker 2 is down with an open transaction of which the others have cleaned away the ABORT";
  }

  @Override
  public void play(Stage stage) throws Exception {
    stage.createFoo();
    AbortedHistory history = new AbortedHistory(stage, variant);
    history.writeThenAbortWhileBroker2IsAway();
    history.commitNext();
    history.cleanAway(1, 3);
    Truth truth = stage.truth();
    truth.verdict("latent");
    history.tellBeginning();
    truth.fact(
        "TX2 of the same producer was committed; brokers 1 and 3 removed TX1's data and the ABORT. Broker 2 is still down, as SIGKILL left it.");
    history.find("marker-gone-before-catch-up");
  }

  @Override
  public void confirm(Truth truth) {
    AbortedHistory.confirm(truth, 1, false);
    AbortedHistory.confirm(truth, 3, false);
  }
}
