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
    AbortedHistory history = new AbortedHistory(stage, variant);
    history.writeThenAbortWhileBroker2IsAway();
    if (!variant.gravestone()) {
      history.commitNext();
    }
    history.cleanAway(1, 3);
    variant.bringBroker2Back(stage);
    if (variant.gravestone()) {
      history.commitNext();
    }
    if (variant.cleaned()) {
      history.cleanBroker2();
    }
    stage.awaitReplicated(1, 2, 3);
    Truth truth = stage.truth();
    truth.verdict("divergent");
    history.tellBeginning();
    truth.fact(
        variant.gravestone()
            ? "Brokers 1 and 3 removed TX1's data and emptied the ABORT; broker 2 came back and got the empty control batch, which closes nothing. Then TX2 of the same producer was committed."
            : "TX2 of the same producer was committed; brokers 1 and 3 removed TX1's data and the ABORT; then broker 2 came back and got TX2's COMMIT.");
    truth.fact(
        "On broker 2 this COMMIT closes TX1: ghost and balance=999 are served as committed, and address is deleted. True are: no ghost, balance=100, address=Main Street 1.");
    truth.fact(variant.cleanerOfBroker2());
    history.find("lost-abort-marker");
  }

  @Override
  public void confirm(Truth truth) {
    for (int broker : Cluster.BROKERS) {
      AbortedHistory.confirm(truth, broker, broker == 2);
      Expectation.of(truth, broker).key("order-7", "paid").nothingOpen();
    }
  }
}
