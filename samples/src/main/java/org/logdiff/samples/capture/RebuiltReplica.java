package org.logdiff.samples.capture;

/** Broker 2 lost its disk and copied the cleaned log of its leader. */
final class RebuiltReplica implements Scenario {
  @Override
  public String name() {
    return "rebuilt-replica";
  }

  @Override
  public String title() {
    return "healthy: broker 2's replica was deleted and rebuilt from its leader's cleaned log";
  }

  @Override
  public ClusterSettings settings() {
    return ClusterSettings.standard().withBroker(3, "log.cleaner.enable", "false");
  }

  @Override
  public void play(Stage stage) throws Exception {
    stage.createFoo();
    long white = stage.write("color", "white");
    stage.write("color", "grey");
    // Broker 2 gets a cleaner checkpoint, which outlives the replica.
    stage.cleanUntil("white is gone", new long[] {white}, log -> log.noRecordAt(white), 1, 2);
    TombstoneHistory history = new TombstoneHistory(stage);
    history.writeThenDeleteWhileBroker2IsAway();
    OpenTransaction aborted = stage.begin("TX1", "payments");
    aborted.write("ghost", "never committed");
    aborted.abort();
    OpenTransaction committed = stage.begin("TX2", "payments");
    committed.write("order-7", "paid");
    committed.commit();
    history.cleanAway(1);
    stage.deleteReplica(2);
    stage.startWithoutCleaner(2);
    stage.awaitIsr(1, 2, 3);
    stage.awaitReplicated(1, 2, 3);
    Truth truth = stage.truth();
    history.tellBeginning(truth);
    truth.fact(
        "Broker 1 cleaned away the value and the tombstone. Broker 2's foo-0 was deleted while it was down, and rebuilt from broker 1. Broker 3's cleaner is off: the full log.");
    truth.fact(
        "Broker 2's cleaner-offset-checkpoint is older than its replica: its cleaner ran before the deletion and never since.");
    truth.fact("No divergence: user-17 is deleted everywhere.");
  }

  @Override
  public void confirm(Truth truth) {
    for (int broker : Cluster.BROKERS) {
      TombstoneHistory.confirmAlive(truth, broker, false);
      Expectation.of(truth, broker).key("ghost", null).key("order-7", "paid").nothingOpen();
    }
  }
}
