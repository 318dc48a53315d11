package org.logdiff.samples.capture;

/**
 * The history that the tombstone scenarios share: user-17 is written to all, broker 2 goes away,
 * and user-17 is deleted meanwhile.
 */
final class TombstoneHistory {
  static final String KEY = "user-17";

  private final Stage stage;
  private long overwritten;
  private long value;
  private long tombstone;

  TombstoneHistory(Stage stage) {
    this.stage = stage;
  }

  long value() {
    return value;
  }

  long tombstone() {
    return tombstone;
  }

  void writeThenDeleteWhileBroker2IsAway() throws Exception {
    overwritten = stage.write("color", "red");
    value = stage.write(KEY, "anna@example.org");
    stage.write("size", "large");
    stage.commitGroup("billing");
    stage.awaitReplicated(1, 2, 3);
    stage.kill(2);
    stage.awaitIsr(1, 3);
    tombstone = stage.delete(KEY);
    stage.write("color", "green");
    stage.awaitReplicated(1, 3);
    stage.list("after the tombstone was written, before any cleaning", 1, 2, 3);
  }

  /** The cleaners of these brokers remove the value and the tombstone. */
  void cleanAway(int... brokers) throws Exception {
    stage.cleanUntil(
        "neither the value nor the tombstone of user-17 is left",
        watched(),
        log -> log.noRecordAt(value, tombstone) && log.noBatchAt(tombstone),
        brokers);
  }

  /** The cleaners of these brokers remove the value and give the tombstone its delete horizon. */
  void stampTombstone(int... brokers) throws Exception {
    stage.cleanUntil(
        "the value is gone, the tombstone has its delete horizon",
        watched(),
        log ->
            log.noRecordAt(value)
                && log.batchAt(tombstone)
                    .filter(batch -> batch.deleteHorizonMs().isPresent())
                    .isPresent(),
        brokers);
  }

  /** Broker 2 comes back, catches up, and its own cleaner runs over what it has. */
  void bringBroker2Back() throws Exception {
    stage.start(2);
    stage.awaitIsr(1, 2, 3);
    stage.cleanUntil(
        "the overwritten color is gone on broker 2, so its own cleaner has run",
        watched(),
        log -> log.noRecordAt(overwritten),
        2);
    stage.awaitReplicated(1, 2, 3);
  }

  private long[] watched() {
    return new long[] {value, tombstone};
  }

  /** The facts up to the deletion. */
  void tellBeginning(Truth truth) {
    truth.fact(
        String.format("%s=anna@example.org at offset %d was written to all replicas.", KEY, value));
    truth.fact(
        String.format(
            "Its tombstone at offset %d was written while broker 2 was down (SIGKILL).",
            tombstone));
  }

  void find(Truth truth, String kind) {
    truth.finding(
        kind, 2, "partition", "foo-0", "key", KEY, "valueOffset", value, "offset", tombstone);
  }

  /** Checks on which brokers readers of committed data see user-17. */
  static void confirmAlive(Truth truth, int broker, boolean expected) {
    boolean alive = truth.view("foo-0", broker, "read_committed").finalState().containsKey(KEY);
    if (alive != expected) {
      throw new IllegalStateException("broker " + broker + ": user-17 alive is " + alive);
    }
  }
}
