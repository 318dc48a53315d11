package org.logdiff.samples.capture;

/**
 * An aborted transaction of which the leader has cleaned away the first half, when broker 2, which
 * was away all the time, gets the second half and the ABORT.
 */
final class HalfCleanedAbort implements Scenario {
  @Override
  public String name() {
    return "half-cleaned-abort";
  }

  @Override
  public String title() {
    return "healthy: broker 2 got only the second half of an aborted transaction, so its .txnindex begins later";
  }

  @Override
  public void play(Stage stage) throws Exception {
    stage.createFoo();
    stage.write("balance", "100");
    stage.awaitReplicated(1, 2, 3);
    stage.kill(2);
    stage.awaitIsr(1, 3);
    OpenTransaction tx1 = stage.begin("TX1", "payments");
    long first = tx1.write("ghost", "never committed");
    tx1.write("balance", "998");
    stage.roll();
    long second = tx1.write("balance", "999");
    long abort = tx1.abort();
    stage.awaitUntil(
        "the first half of TX1 is gone",
        log -> log.noBatchAt(first, first + 1) && log.hasRecordAt(second),
        1,
        3);
    stage.list("after the first half of TX1 was cleaned away", 1, 2, 3);
    stage.startWithoutCleaner(2);
    stage.awaitIsr(1, 2, 3);
    stage.awaitReplicated(1, 2, 3);
    Truth truth = stage.truth();
    truth.fact(
        String.format(
            "TX1 wrote ghost and balance at %d to %d, and balance=999 at %d, and was aborted, ABORT at %d; all while broker 2 was down (SIGKILL).",
            first, first + 1, second, abort));
    truth.fact(
        "Brokers 1 and 3 removed the first half before broker 2 was back; the second half lies in the active segment. Broker 2 got that half and the ABORT. No divergence: balance=100 everywhere.");
  }

  @Override
  public void confirm(Truth truth) {
    for (int broker : Cluster.BROKERS) {
      Expectation.of(truth, broker).key("balance", "100").key("ghost", null).nothingOpen();
    }
  }
}
