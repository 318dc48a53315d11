package org.logdiff.samples.capture;

import java.util.Map;
import org.apache.kafka.clients.producer.ProducerConfig;

/** A leader dies with records that no follower ever got, and has not come back yet. */
final class DivergedTail implements Scenario {
  @Override
  public String name() {
    return "diverged-tail";
  }

  @Override
  public String title() {
    return "broker 1 died with an unreplicated tail above its high watermark and is still down";
  }

  @Override
  public void play(Stage stage) throws Exception {
    stage.createFoo();
    stage.write("color", "red");
    // The first record through this producer has it know the leader before the followers stand
    // still: the whole pause must be shorter than the session timeout.
    Writer unacknowledged =
        stage.writer(
            "leader-only",
            Map.of(
                ProducerConfig.ACKS_CONFIG, "1", ProducerConfig.ENABLE_IDEMPOTENCE_CONFIG, false));
    long committed = unacknowledged.write("size", "large");
    stage.awaitReplicated(1, 2, 3);
    stage.awaitHighWatermarkOnDisk(1, committed + 1);
    stage.pause(2);
    stage.pause(3);
    long first = unacknowledged.write("color", "green");
    long last = unacknowledged.write("user-17", "anna@example.org");
    stage.kill(1);
    stage.resume(2);
    stage.resume(3);
    stage.awaitIsr(2, 3);
    Writer after = stage.writer("after-the-election", Map.of());
    long other = after.write("color", "blue");
    after.write("shape", "round");
    after.write("shape", "square");
    stage.awaitReplicated(2, 3);
    if (other > last) {
      throw new IllegalStateException("the whole tail had been replicated up to " + other);
    }
    Truth truth = stage.truth();
    truth.verdict("diverged-tail");
    truth.fact(
        String.format(
            "color=green at %d and user-17 at %d were acknowledged by broker 1 alone (acks=1) while its followers stood still; they lie above its high watermark.",
            first, last));
    truth.fact(
        String.format(
            "Broker 1 was killed. What it had sent to a waiting fetch of a follower (offsets below %d) arrived there all the same and was kept.",
            other));
    truth.fact(
        String.format(
            "A follower in sync was elected, and the offsets from %d on were written anew. Broker 1 is still down and will truncate there.",
            other));
    truth.finding(
        "diverged-tail", 1, "partition", "foo-0", "firstOffset", other, "lastOffset", last);
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
