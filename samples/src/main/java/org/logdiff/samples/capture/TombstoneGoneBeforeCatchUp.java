package org.logdiff.samples.capture;

/** Broker 2 is still down, and the tombstone that it will need is gone already. */
final class TombstoneGoneBeforeCatchUp implements Scenario {
  @Override
  public String name() {
    return "tombstone-gone-before-catch-up";
  }

  @Override
  public String title() {
    return "broker 2 is down and will diverge the moment it returns";
  }

  @Override
  public void play(Stage stage) throws Exception {
    stage.createFoo();
    TombstoneHistory history = new TombstoneHistory(stage);
    history.writeThenDeleteWhileBroker2IsAway();
    history.cleanAway(1, 3);
    Truth truth = stage.truth();
    truth.verdict("latent");
    history.tellBeginning(truth);
    truth.fact(
        "Brokers 1 and 3 have cleaned away both. Broker 2 is still down, as SIGKILL left it.");
    history.find(truth, "tombstone-gone-before-catch-up");
  }

  @Override
  public void confirm(Truth truth) {
    TombstoneHistory.confirmAlive(truth, 1, false);
    TombstoneHistory.confirmAlive(truth, 3, false);
  }
}
