package org.logdiff.samples.capture;

/**
 * Broker 2 was away while a tombstone and an ABORT were written, and broker 1 has cleaned them
 * away; but broker 3 led when broker 2 came back, and it still had them.
 */
final class HealthyAfterOutage implements Scenario {
  private final Variant variant = new Variant(2, false, false, false);

  @Override
  public String name() {
    return "healthy-after-outage";
  }

  @Override
  public String title() {
    return "healthy: broker 2 was away too long for broker 1, but caught up from broker 3, which had kept all";
  }

  @Override
  public ClusterSettings settings() {
    return variant.remembering().withBroker(3, "log.cleaner.enable", "false");
  }

  @Override
  public void play(Stage stage) throws Exception {
    stage.createFoo();
    long value = stage.write(TombstoneHistory.KEY, "anna@example.org");
    AbortedHistory history = new AbortedHistory(stage, variant);
    history.writeThenAbortWhileBroker2IsAway();
    history.commitNext();
    long tombstone = stage.delete(TombstoneHistory.KEY);
    stage.lead(3);
    history.cleanAway(1);
    stage.cleanUntil(
        "user-17 is gone with its tombstone",
        new long[] {value, tombstone},
        log -> log.noRecordAt(value, tombstone),
        1);
    variant.bringBroker2Back(stage);
    Truth truth = stage.truth();
    history.tellBeginning();
    truth.fact(
        String.format(
            "user-17=anna@example.org at %d was deleted at %d while broker 2 was away.",
            value, tombstone));
    truth.fact(
        "Broker 1 cleaned away TX1, its ABORT, user-17 and its tombstone. Broker 3 never cleans; it led when broker 2 came back and gave it all.");
    truth.fact("No divergence.");
  }

  @Override
  public void confirm(Truth truth) {
    for (int broker : Cluster.BROKERS) {
      AbortedHistory.confirm(truth, broker, false);
      TombstoneHistory.confirmAlive(truth, broker, false);
    }
  }
}
