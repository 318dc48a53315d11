package org.logdiff.cli.text;

import java.util.ArrayList;
import java.util.List;

/** Lengths of time in words, in the two largest units that count. */
final class Durations {
  private static final long[] UNIT_MS = {86_400_000, 3_600_000, 60_000, 1_000, 1};
  private static final String[] UNIT = {"d", "h", "min", "s", "ms"};

  private Durations() {}

  /** As in {@code 23 h 59 min}; rounded down. */
  static String text(long ms) {
    List<String> words = new ArrayList<>();
    long rest = ms;
    for (int unit = 0; unit < UNIT_MS.length && words.size() < 2; unit++) {
      long count = rest / UNIT_MS[unit];
      rest %= UNIT_MS[unit];
      if (count > 0) {
        words.add(count + " " + UNIT[unit]);
      } else if (!words.isEmpty()) {
        break;
      }
    }
    return words.isEmpty() ? "0 ms" : String.join(" ", words);
  }
}
