package org.logdiff.samples.capture;

/** A transaction that nobody has ended, on all replicas. */
final class HangingOnAll implements Scenario {
  private long first;

  @Override
  public String name() {
    return "hanging-on-all";
  }

  @Override
  public String title() {
    return "a transaction is open on all replicas: no divergence, but readers of committed data wait";
  }

  @Override
  public ClusterSettings settings() {
    return ClusterSettings.standard().withBroker(3, "log.cleaner.enable", "false");
  }

  @Override
  public void play(Stage stage) throws Exception {
    stage.createFoo();
    long red = stage.write("color", "red");
    stage.write("color", "green");
    OpenTransaction done = stage.begin("done", "other");
    done.write("order-7", "paid");
    done.commit();
    stage.roll();
    OpenTransaction open = stage.begin("hanging", "payments");
    first = open.write("balance", "999");
    open.write("order-8", null);
    stage.write("color", "blue");
    OpenTransaction after = stage.begin("after", "other");
    after.write("order-7", "returned");
    after.commit();
    stage.cleanUntil(
        "the cleaners have worked up to the open transaction",
        new long[] {red, first},
        log -> log.noRecordAt(red),
        1,
        2);
    stage.awaitReplicated(1, 2, 3);
    open.leaveOpen();
    Truth truth = stage.truth();
    truth.fact(
        "The transaction that begins at "
            + first
            + " was never ended. It is open on all three replicas, which agree.");
    truth.fact("The cleaners of brokers 1 and 2 worked up to it; broker 3's cleaner is off.");
  }

  @Override
  public void confirm(Truth truth) {
    for (int broker : Cluster.BROKERS) {
      Expectation.of(truth, broker).lastStableOffset(first).key("color", "green");
    }
  }
}
