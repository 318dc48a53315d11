package org.logdiff.samples.capture;

/** Like the lost tombstone, but broker 3 has not cleaned yet: the last witness. */
final class LastSurvivingTombstone implements Scenario {
  @Override
  public String name() {
    return "last-surviving-tombstone";
  }

  @Override
  public String title() {
    return "broker 2 lost a tombstone, broker 1 has cleaned it away, broker 3 still has it";
  }

  @Override
  public ClusterSettings settings() {
    return ClusterSettings.standard().withBroker(3, "log.cleaner.enable", "false");
  }

  @Override
  public void play(Stage stage) throws Exception {
    stage.createFoo();
    TombstoneHistory history = new TombstoneHistory(stage);
    history.writeThenDeleteWhileBroker2IsAway();
    history.cleanAway(1);
    history.bringBroker2Back();
    Truth truth = stage.truth();
    truth.verdict("divergent");
    history.tellBeginning(truth);
    truth.fact("Broker 1 cleaned away both before broker 2 was back and fetched from it.");
    truth.fact("Broker 3's cleaner is off: it still has the value and the tombstone.");
    truth.fact("Broker 2 has the value and never had the tombstone.");
    history.find(truth, "lost-tombstone");
  }

  @Override
  public void confirm(Truth truth) {
    TombstoneHistory.confirmAlive(truth, 1, false);
    TombstoneHistory.confirmAlive(truth, 2, true);
    TombstoneHistory.confirmAlive(truth, 3, false);
  }
}
