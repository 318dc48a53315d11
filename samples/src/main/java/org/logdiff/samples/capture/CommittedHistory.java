package org.logdiff.samples.capture;

/**
 * The history that problems 3 and 4 share: TX1 is written to all, broker 2 goes away, TX1 is
 * committed and superseded, and brokers 1 and 3 clean it away before broker 2 is back.
 */
final class CommittedHistory {
  private final Stage stage;
  private final Variant variant;
  private long base;
  private long first;
  private long last;
  private long commit;
  private long tombstone;

  CommittedHistory(Stage stage, Variant variant) {
    this.stage = stage;
    this.variant = variant;
  }

  long first() {
    return first;
  }

  void play() throws Exception {
    base = stage.write("color", "red");
    stage.write("color", "green");
    stage.write("session-1", "open");
    // TX1 begins in a segment of its own, so that broker 2's cleaner can work on what lies before.
    stage.roll();
    OpenTransaction tx1 = stage.begin("TX1", "payments");
    first = tx1.write("account-a", "100");
    tx1.write("account-d", "777");
    last = tx1.write("session-1", null);
    variant.takeBroker2Away(stage);
    commit = tx1.commit();
    stage.write("account-a", "200");
    tombstone = stage.delete("account-d");
    stage.awaitReplicated(1, 3);
    stage.list("after TX1 was committed, before any cleaning", 1, 2, 3);
    cleanAway();
    variant.bringBroker2Back(stage);
  }

  private void cleanAway() throws Exception {
    long[] watched = {first, first + 1, last, commit, tombstone};
    if (variant.gravestone()) {
      stage.cleanUntil(
          "TX1's data and the tombstone are gone, the COMMIT is an empty control batch",
          watched,
          log ->
              log.noBatchAt(first, first + 1, last)
                  && log.noRecordAt(tombstone)
                  && "EMPTY".equals(log.controlAt(commit)),
          1,
          3);
    } else {
      stage.cleanUntil(
          "TX1's data, its COMMIT and the tombstone are gone",
          watched,
          log -> log.noBatchAt(first, first + 1, last, commit) && log.noRecordAt(tombstone),
          1,
          3);
    }
  }

  /** Broker 2's own cleaner works on whatever it may. */
  void cleanBroker2(boolean transactionGoes) throws Exception {
    stage.cleanUntil(
        transactionGoes
            ? "broker 2's cleaner has removed TX1's data"
            : "broker 2's cleaner has worked up to TX1",
        new long[] {base, first, first + 1, last, commit},
        log -> log.noRecordAt(base) && (!transactionGoes || log.noRecordAt(first, last)),
        2);
  }

  void tell() {
    Truth truth = stage.truth();
    truth.verdict("divergent");
    truth.fact(
        String.format(
            "TX1 wrote account-a=100, account-d=777 and a tombstone of session-1 at %d to %d, on all three. Broker 2 then went away by %s, and TX1 was committed, COMMIT at %d.",
            first, last, variant.wayAway(), commit));
    truth.fact(
        String.format(
            "Outside of transactions followed account-a=200 at %d and a tombstone of account-d at %d.",
            tombstone - 1, tombstone));
    truth.fact(
        variant.gravestone()
            ? "Brokers 1 and 3 removed TX1's data and the tombstone and emptied the COMMIT; broker 2 came back and got the empty control batch, which closes nothing."
            : "Brokers 1 and 3 removed TX1's data, the COMMIT and the tombstone; then broker 2 came back.");
    truth.finding(
        "lost-commit-marker",
        2,
        "partition",
        "foo-0",
        "offset",
        commit,
        "firstOffset",
        first,
        "lastOffset",
        last);
  }

  /** The tombstone of account-d shows as lost as long as broker 2 has the value. */
  void tellLostTombstone() {
    stage
        .truth()
        .finding(
            "lost-tombstone",
            2,
            "partition",
            "foo-0",
            "key",
            "account-d",
            "valueOffset",
            first + 1,
            "offset",
            tombstone);
  }
}
