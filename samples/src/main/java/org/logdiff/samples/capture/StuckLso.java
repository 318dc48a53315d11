package org.logdiff.samples.capture;

/** Problem 4: a COMMIT is cleaned away while broker 2 is down, and the producer says no more. */
final class StuckLso implements Scenario {
  private final Variant variant;
  private long pinnedAt;

  StuckLso(Variant variant) {
    this.variant = variant;
  }

  @Override
  public String name() {
    return variant.name("stuck-lso");
  }

  @Override
  public String title() {
    return "broker 2 lost a COMMIT, its last stable offset is pinned";
  }

  @Override
  public ClusterSettings settings() {
    return variant.gravestone() ? variant.remembering() : variant.forgetting();
  }

  @Override
  public void play(Stage stage) throws Exception {
    stage.createFoo();
    CommittedHistory history = new CommittedHistory(stage, variant);
    history.play();
    pinnedAt = history.first();
    if (variant.cleaned()) {
      history.cleanBroker2(false);
      stage.awaitReplicated(1, 2, 3);
    }
    history.tell();
    history.tellLostTombstone();
    Truth truth = stage.truth();
    truth.fact(
        "On broker 2 TX1 is open for ever: its last stable offset is pinned at "
            + pinnedAt
            + ", readers of committed data stop there, and its cleaner cannot pass.");
    truth.fact("The tombstone of account-d is lost on broker 2 as well.");
    truth.fact(variant.cleanerOfBroker2());
  }

  @Override
  public void confirm(Truth truth) {
    Expectation.of(truth, 1).nothingOpen().key("account-a", "200").key("session-1", null);
    Expectation.of(truth, 2)
        .lastStableOffset(pinnedAt)
        .key("account-a", null)
        .key("session-1", "open");
    Expectation.of(truth, 3).nothingOpen().key("account-a", "200").key("session-1", null);
  }
}
