package org.logdiff.samples.capture;

/**
 * Problem 1 within a transaction: a tombstone is written, committed and cleaned away with its
 * COMMIT while broker 2 is away.
 */
final class LostTombstoneOfTransaction implements Scenario {
  private static final String KEY = "user-17";

  private final Variant variant;

  LostTombstoneOfTransaction(Variant variant) {
    this.variant = variant;
  }

  @Override
  public String name() {
    return variant.name("lost-tombstone");
  }

  @Override
  public String title() {
    return "broker 2 lost a tombstone that a transaction wrote, the key lives on there";
  }

  @Override
  public ClusterSettings settings() {
    return variant.forgetting();
  }

  @Override
  public void play(Stage stage) throws Exception {
    stage.createFoo();
    long base = stage.write("color", "red");
    long value = stage.write(KEY, "anna@example.org");
    stage.write("size", "large");
    variant.takeBroker2Away(stage);
    OpenTransaction transaction = stage.begin("TX1", "accounts");
    transaction.write("size", "small");
    long tombstone = transaction.write(KEY, null);
    long commit = transaction.commit();
    stage.write("color", "green");
    stage.write("size", "medium");
    stage.awaitReplicated(1, 3);
    stage.list("after the transaction was committed, before any cleaning", 1, 2, 3);
    stage.cleanUntil(
        "neither the value nor the tombstone nor the COMMIT is left",
        new long[] {value, tombstone, commit},
        log -> log.noRecordAt(value, tombstone) && log.noBatchAt(tombstone, commit),
        1,
        3);
    variant.bringBroker2Back(stage);
    if (variant.cleaned()) {
      stage.cleanUntil(
          "the overwritten color is gone on broker 2, so its own cleaner has run",
          new long[] {base, value},
          log -> log.noRecordAt(base),
          2);
    }
    tell(stage.truth(), value, tombstone, commit);
  }

  private void tell(Truth truth, long value, long tombstone, long commit) {
    truth.verdict("divergent");
    truth.fact(
        String.format("%s=anna@example.org at offset %d was written to all replicas.", KEY, value));
    truth.fact(
        String.format(
            "Broker 2 went away by %s. A transaction then wrote the tombstone at %d and was committed, COMMIT at %d.",
            variant.wayAway(), tombstone, commit));
    truth.fact("Brokers 1 and 3 cleaned all three away before broker 2 was back.");
    truth.fact(
        "Broker 2 still has the value and never had the tombstone: its consumers see user-17 alive.");
    truth.fact(variant.cleanerOfBroker2());
    truth.finding(
        "lost-tombstone",
        2,
        "partition",
        "foo-0",
        "key",
        KEY,
        "valueOffset",
        value,
        "offset",
        tombstone);
  }

  @Override
  public void confirm(Truth truth) {
    TombstoneHistory.confirmAlive(truth, 1, false);
    TombstoneHistory.confirmAlive(truth, 2, true);
    TombstoneHistory.confirmAlive(truth, 3, false);
  }
}
