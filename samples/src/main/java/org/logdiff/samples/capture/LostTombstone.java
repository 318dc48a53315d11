package org.logdiff.samples.capture;

/** A tombstone is written and cleaned away while broker 2 is down. */
final class LostTombstone implements Scenario {
  @Override
  public String name() {
    return "lost-tombstone";
  }

  @Override
  public String title() {
    return "broker 2 lost a tombstone, the key lives on there";
  }

  @Override
  public void play(Stage stage) throws Exception {
    stage.createFoo();
    long red = stage.write("color", "red");
    long value = stage.write("user-17", "anna@example.org");
    stage.write("size", "large");
    stage.commitGroup("billing");
    stage.awaitReplicated(1, 2, 3);
    stage.kill(2);
    stage.awaitIsr(1, 3);
    long tombstone = stage.delete("user-17");
    stage.write("color", "green");
    stage.awaitReplicated(1, 3);
    stage.list("after the tombstone was written, before any cleaning", 1, 2, 3);
    stage.cleanUntil(
        "neither the value nor the tombstone of user-17 is left",
        new long[] {value, tombstone},
        log -> log.noRecordAt(value, tombstone) && log.noBatchAt(tombstone),
        1,
        3);
    stage.start(2);
    stage.awaitIsr(1, 2, 3);
    stage.cleanUntil(
        "the overwritten color is gone, so broker 2's own cleaner has run",
        new long[] {red, value},
        log -> log.noRecordAt(red),
        1,
        2,
        3);
    stage.awaitReplicated(1, 2, 3);
    Truth truth = stage.truth();
    truth.verdict("divergent");
    truth.fact(
        "user-17=anna@example.org at offset " + value + " was written to all three replicas.");
    truth.fact(
        "Its tombstone at offset "
            + tombstone
            + " was written while broker 2 was down (SIGKILL); brokers 1 and 3 cleaned away both before it was back.");
    truth.fact(
        "Broker 2 still has the value and never had the tombstone: consumers of broker 2 see user-17 alive.");
    truth.finding(
        "lost-tombstone",
        2,
        "partition",
        "foo-0",
        "key",
        "user-17",
        "valueOffset",
        value,
        "offset",
        tombstone);
  }

  @Override
  public void confirm(Truth truth) {
    for (int broker : Cluster.BROKERS) {
      boolean alive =
          truth.view("foo-0", broker, "read_committed").finalState().containsKey("user-17");
      if (alive != (broker == 2)) {
        throw new IllegalStateException("broker " + broker + ": user-17 alive is " + alive);
      }
    }
  }
}
