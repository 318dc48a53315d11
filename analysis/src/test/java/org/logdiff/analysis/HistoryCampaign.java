package org.logdiff.analysis;

import java.util.Locale;
import java.util.SortedMap;
import java.util.TreeMap;

/**
 * Checks many random histories in one process, and goes on after a failure:
 *
 * <pre>HistoryCampaign PROPERTY FIRST_SEED COUNT</pre>
 *
 * <p>Prints each failure with the shortest history that still fails, and at last how many histories
 * of each sort there were. Exit status 1 if any failed.
 */
final class HistoryCampaign {

  private static final int HISTORIES_PER_STEP = 2000;

  private HistoryCampaign() {}

  public static void main(String[] arguments) {
    HistoryProperty property = HistoryProperty.valueOf(arguments[0].toUpperCase(Locale.ROOT));
    long first = Long.parseLong(arguments[1]);
    long end = first + Long.parseLong(arguments[2]);
    SortedMap<String, Integer> counts = new TreeMap<>();
    int failures = 0;
    for (long seed = first; seed < end; seed++) {
      try {
        property.check(seed, 1).forEach((sort, count) -> counts.merge(sort, count, Integer::sum));
      } catch (AssertionError e) {
        failures++;
        System.out.println(e.getMessage() + "\n");
      }
      if ((seed - first + 1) % HISTORIES_PER_STEP == 0) {
        System.out.println("up to seed " + seed + ", failures " + failures + ": " + counts);
      }
    }
    System.out.println(
        property + ", seeds " + first + " to " + (end - 1) + ", failures " + failures + ":");
    counts.forEach((sort, count) -> System.out.println("  " + count + " " + sort));
    System.exit(failures == 0 ? 0 : 1);
  }
}
