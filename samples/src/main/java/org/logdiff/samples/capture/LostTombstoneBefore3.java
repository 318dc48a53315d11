package org.logdiff.samples.capture;

import java.util.Map;
import java.util.Random;

/**
 * The lost tombstone among messages of magic 0 or 1, which have no delete horizon: a cleaner
 * removes a tombstone by the age of the file that it lies in.
 */
final class LostTombstoneBefore3 implements Scenario {
  private static final int SEGMENT_BYTES = 2000;

  /** So that it nearly fills a segment, compressed or not. */
  private static final int LARGE_VALUE_CHARS = 1850;

  private static final int LARGE_COMPRESSIBLE_CHARS = 2200;

  private final MessageFormat format;
  private final String codec;

  LostTombstoneBefore3(MessageFormat format, String codec) {
    this.format = format;
    this.codec = codec;
  }

  @Override
  public String name() {
    return "lost-tombstone-" + format.text() + "-" + codec;
  }

  @Override
  public String title() {
    return "broker 2 lost a tombstone of "
        + format.text()
        + " ("
        + codec
        + "), the key lives on there";
  }

  @Override
  public ClusterSettings settings() {
    return ClusterSettings.before3();
  }

  @Override
  public void play(Stage stage) throws Exception {
    stage.createFoo(
        Map.of(
            "message.format.version", format.version(),
            "compression.type", codec,
            "segment.bytes", Integer.toString(SEGMENT_BYTES)));
    TombstoneHistory history = new TombstoneHistory(stage);
    history.writeThenDeleteWhileBroker2IsAway();
    stage.write("large", largeValue());
    history.cleanAway(1, 3);
    history.bringBroker2Back();
    Truth truth = stage.truth();
    truth.verdict("divergent");
    history.tellBeginning(truth);
    truth.fact("Brokers 1 and 3 cleaned away both before broker 2 was back.");
    truth.fact("Broker 2 still has the value and never had the tombstone.");
    history.find(truth, "lost-tombstone");
  }

  private String largeValue() {
    int length = codec.equals("uncompressed") ? LARGE_VALUE_CHARS : LARGE_COMPRESSIBLE_CHARS;
    StringBuilder value = new StringBuilder();
    new Random(1).ints(length, '#', '~').forEach(value::appendCodePoint);
    return value.toString();
  }

  @Override
  public void confirm(Truth truth) {
    TombstoneHistory.confirmAlive(truth, 1, false);
    TombstoneHistory.confirmAlive(truth, 2, true);
    TombstoneHistory.confirmAlive(truth, 3, false);
  }
}
