package org.logdiff.samples.capture;

/**
 * The history that the scenarios of a lost ABORT share: TX1 is written to all, broker 2 goes away,
 * TX1 is aborted, and other brokers clean it away.
 */
final class AbortedHistory {
  private final Stage stage;
  private final Variant variant;
  private long balance;
  private long address;
  private long first;
  private long last;
  private long abort;

  AbortedHistory(Stage stage, Variant variant) {
    this.stage = stage;
    this.variant = variant;
  }

  long first() {
    return first;
  }

  void writeThenAbortWhileBroker2IsAway() throws Exception {
    balance = stage.write("balance", "100");
    address = stage.write("address", "Main Street 1");
    OpenTransaction tx1 = stage.begin("TX1", "payments");
    first = tx1.write("ghost", "never committed");
    tx1.write("balance", "999");
    last = tx1.write("address", null);
    variant.takeBroker2Away(stage);
    abort = tx1.abort();
  }

  /** The same producer commits another transaction. */
  void commitNext() throws Exception {
    OpenTransaction tx2 = stage.begin("TX2", "payments");
    tx2.write("order-7", "paid");
    tx2.commit();
  }

  /** The cleaners of these brokers remove TX1 and its ABORT, up to a gravestone if so varied. */
  void cleanAway(int... brokers) throws Exception {
    stage.awaitReplicated(1, 3);
    stage.list("after TX1 was aborted, before any cleaning", 1, 2, 3);
    long[] watched = {first, first + 1, last, abort};
    if (variant.gravestone()) {
      stage.cleanUntil(
          "TX1's data is gone, its ABORT is an empty control batch",
          watched,
          log -> log.noBatchAt(first, first + 1, last) && "EMPTY".equals(log.controlAt(abort)),
          brokers);
    } else {
      stage.cleanUntil(
          "TX1's data and its ABORT are gone", watched, log -> log.noBatchAt(watched), brokers);
    }
  }

  /** Broker 2's own cleaner takes TX1 for committed. */
  void cleanBroker2() throws Exception {
    stage.cleanUntil(
        "broker 2's cleaner has removed the true balance and address",
        new long[] {balance, address, first, last, abort},
        log -> log.noRecordAt(balance, address),
        2);
  }

  void tellBeginning() {
    stage
        .truth()
        .fact(
            String.format(
                "TX1 wrote ghost, balance=999 and a tombstone of address at %d to %d, on all three. Broker 2 then went away by %s, and TX1 was aborted, ABORT at %d.",
                first, last, variant.wayAway(), abort));
  }

  void find(String kind) {
    stage
        .truth()
        .finding(
            kind,
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

  /** What readers of committed data see where TX1 is known to be aborted, and where not. */
  static void confirm(Truth truth, int broker, boolean takenForCommitted) {
    Expectation.of(truth, broker)
        .key("ghost", takenForCommitted ? "never committed" : null)
        .key("balance", takenForCommitted ? "999" : "100")
        .key("address", takenForCommitted ? null : "Main Street 1");
  }
}
