package org.logdiff.samples.capture;

/** A tombstone is written and cleaned away while broker 2 is down. */
final class LostTombstone implements Scenario {
  @Override
  public String name() {
    return "lost-tombstone";
  }

  @Override
  public String title() {
    return "broker 2 lost a tombstone, the key lives on there";
  }

  @Override
  public void play(Stage stage) throws Exception {
    stage.createFoo();
    TombstoneHistory history = new TombstoneHistory(stage);
    history.writeThenDeleteWhileBroker2IsAway();
    history.cleanAway(1, 3);
    history.bringBroker2Back();
    Truth truth = stage.truth();
    truth.verdict("divergent");
    history.tellBeginning(truth);
    truth.fact("Brokers 1 and 3 cleaned away both before broker 2 was back.");
    truth.fact(
        "Broker 2 still has the value and never had the tombstone: its consumers see user-17 alive.");
    history.find(truth, "lost-tombstone");
  }

  @Override
  public void confirm(Truth truth) {
    TombstoneHistory.confirmAlive(truth, 1, false);
    TombstoneHistory.confirmAlive(truth, 2, true);
    TombstoneHistory.confirmAlive(truth, 3, false);
  }
}
