package org.logdiff.samples.capture;

import java.util.Map;

/** A leader alone in the ISR dies; a replica without its last records is elected all the same. */
final class UncleanElection implements Scenario {
  @Override
  public String name() {
    return "unclean-election";
  }

  @Override
  public String title() {
    return "committed records of broker 1 were overwritten after an unclean leader election";
  }

  @Override
  public void play(Stage stage) throws Exception {
    Map<String, String> foo = Stage.compacted();
    foo.put("unclean.leader.election.enable", "true");
    stage.createTopic("foo", 1, foo);
    stage.write("color", "red");
    stage.write("size", "large");
    stage.awaitReplicated(1, 2, 3);
    stage.kill(2);
    stage.kill(3);
    stage.awaitIsr(1);
    long first = stage.write("color", "green");
    long last = stage.write("user-17", "anna@example.org");
    stage.awaitHighWatermarkOnDisk(1, last + 1);
    stage.kill(1);
    stage.start(2);
    stage.awaitLeader(2);
    Writer after = stage.writer("after-the-election", Map.of());
    long other = after.write("color", "blue");
    after.write("shape", "round");
    after.write("shape", "square");
    stage.start(3);
    stage.awaitIsr(2, 3);
    stage.awaitReplicated(2, 3);
    Truth truth = stage.truth();
    truth.verdict("divergent");
    truth.fact(
        String.format(
            "color=green at %d and user-17 at %d were acknowledged by broker 1 with acks=all, alone in the ISR, and were below its stored high watermark.",
            first, last));
    truth.fact(
        String.format(
            "Broker 2 was then elected although out of sync (unclean.leader.election.enable=true); the offsets from %d on were written anew.",
            other));
    truth.fact("Broker 1 is still down, as SIGKILL left it.");
    truth.finding(
        "conflicting-record", 1, "partition", "foo-0", "firstOffset", first, "lastOffset", last);
  }

  @Override
  public void confirm(Truth truth) {
    for (int broker : new int[] {2, 3}) {
      String color = truth.view("foo-0", broker, "read_committed").finalState().get("color");
      if (!"blue".equals(color)) {
        throw new IllegalStateException("broker " + broker + ": color is " + color);
      }
    }
  }
}
