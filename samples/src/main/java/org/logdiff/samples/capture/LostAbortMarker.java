package org.logdiff.samples.capture;

/**
 * Problem 2: a transaction is aborted and its ABORT cleaned away while broker 2 is down; the
 * producer's next COMMIT then commits the aborted data there.
 *
 * <p>Without a gravestone the producer has already committed a second transaction before the
 * cleaning; with one it does so after broker 2 is back.
 */
final class LostAbortMarker implements Scenario {
  private final Variant variant;

  LostAbortMarker(Variant variant) {
    this.variant = variant;
  }

  @Override
  public String name() {
    return variant.name("lost-abort-marker");
  }

  @Override
  public String title() {
    return "broker 2 lost an ABORT and serves aborted data as committed";
  }

  @Override
  public ClusterSettings settings() {
    return variant.remembering();
  }

  @Override
  public void play(Stage stage) throws Exception {
    stage.createFoo();
    long balance = stage.write("balance", "100");
    long keep = stage.write("address", "Main Street 1");
    OpenTransaction tx1 = stage.begin("TX1", "payments");
    long first = tx1.write("ghost", "never committed");
    tx1.write("balance", "999");
    long last = tx1.write("address", null);
    variant.takeBroker2Away(stage);
    long abort = tx1.abort();
    if (!variant.gravestone()) {
      commitNext(stage);
    }
    stage.awaitReplicated(1, 3);
    stage.list("after TX1 was aborted, before any cleaning", 1, 2, 3);
    cleanTransactionAway(stage, first, last, abort);
    variant.bringBroker2Back(stage);
    if (variant.gravestone()) {
      commitNext(stage);
    }
    if (variant.cleaned()) {
      stage.cleanUntil(
          "broker 2's cleaner has removed the true balance and address",
          new long[] {balance, keep, first, last, abort},
          log -> log.noRecordAt(balance, keep),
          2);
    }
    stage.awaitReplicated(1, 2, 3);
    tell(stage.truth(), first, last, abort);
  }

  private static void commitNext(Stage stage) throws Exception {
    OpenTransaction tx2 = stage.begin("TX2", "payments");
    tx2.write("order-7", "paid");
    tx2.commit();
  }

  private void cleanTransactionAway(Stage stage, long first, long last, long abort)
      throws Exception {
    long[] watched = {first, first + 1, last, abort};
    if (variant.gravestone()) {
      stage.cleanUntil(
          "TX1's data is gone, its ABORT is an empty control batch",
          watched,
          log -> log.noBatchAt(first, first + 1, last) && "EMPTY".equals(log.controlAt(abort)),
          1,
          3);
    } else {
      stage.cleanUntil(
          "TX1's data and its ABORT are gone", watched, log -> log.noBatchAt(watched), 1, 3);
    }
  }

  private void tell(Truth truth, long first, long last, long abort) {
    truth.verdict("divergent");
    truth.fact(
        String.format(
            "TX1 wrote ghost, balance=999 and a tombstone of address at %d to %d, on all three. Broker 2 then went away by %s, and TX1 was aborted, ABORT at %d.",
            first, last, variant.wayAway(), abort));
    truth.fact(
        variant.gravestone()
            ? "Brokers 1 and 3 removed TX1's data and emptied the ABORT; broker 2 came back and got the empty control batch, which closes nothing. Then TX2 of the same producer was committed."
            : "TX2 of the same producer was committed; brokers 1 and 3 removed TX1's data and the ABORT; then broker 2 came back and got TX2's COMMIT.");
    truth.fact(
        "On broker 2 this COMMIT closes TX1: ghost and balance=999 are served as committed, and address is deleted. True are: no ghost, balance=100, address=Main Street 1.");
    truth.fact(variant.cleanerOfBroker2());
    truth.finding(
        "lost-abort-marker",
        2,
        "partition",
        "foo-0",
        "offset",
        abort,
        "firstOffset",
        first,
        "lastOffset",
        last);
  }

  @Override
  public void confirm(Truth truth) {
    for (int broker : Cluster.BROKERS) {
      Expectation.of(truth, broker)
          .key("ghost", broker == 2 ? "never committed" : null)
          .key("balance", broker == 2 ? "999" : "100")
          .key("address", broker == 2 ? null : "Main Street 1")
          .key("order-7", "paid");
    }
  }
}
