package org.logdiff.samples.capture;

import java.util.Map;

/** Broker 2 is still down, and all that it will need is still there. */
final class Behind implements Scenario {
  @Override
  public String name() {
    return "behind";
  }

  @Override
  public String title() {
    return "broker 2 is down and behind, the tombstone it lacks is still on the others";
  }

  @Override
  public void play(Stage stage) throws Exception {
    Map<String, String> foo = Stage.compacted();
    foo.put("delete.retention.ms", "86400000");
    stage.createTopic("foo", 1, foo);
    TombstoneHistory history = new TombstoneHistory(stage);
    history.writeThenDeleteWhileBroker2IsAway();
    history.stampTombstone(1, 3);
    Truth truth = stage.truth();
    history.tellBeginning(truth);
    truth.fact(
        "The cleaners of brokers 1 and 3 removed the value and gave the tombstone a delete horizon one day ahead.");
    truth.fact("Broker 2 is still down, as SIGKILL left it: only behind, nothing is lost yet.");
  }

  @Override
  public void confirm(Truth truth) {
    TombstoneHistory.confirmAlive(truth, 1, false);
    TombstoneHistory.confirmAlive(truth, 3, false);
  }
}
