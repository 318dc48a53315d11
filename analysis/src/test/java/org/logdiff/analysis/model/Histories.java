package org.logdiff.analysis.model;

import java.util.ArrayList;
import java.util.List;
import java.util.function.Consumer;

/**
 * Checks a property over many random histories. A failure names its seed, and shows the shortest
 * history found that still fails, as text that can be pasted into a test.
 */
public final class Histories {

  private static final int MAX_SHRINKING_TRIES = 2000;

  private Histories() {}

  /**
   * Checks the histories of the seeds from the first one on.
   *
   * @param check throws an AssertionError or an unchecked exception if the property does not hold
   * @throws AssertionError for the first history for which it does not
   */
  public static void forEach(
      HistoryOptions options, long firstSeed, int count, Consumer<History> check) {
    for (long seed = firstSeed; seed < firstSeed + count; seed++) {
      History history = HistoryGenerator.generate(options, seed);
      try {
        check.accept(history);
      } catch (AssertionError | RuntimeException e) {
        throw failure(seed, history, check, e);
      }
    }
  }

  private static AssertionError failure(
      long seed, History history, Consumer<History> check, Throwable original) {
    History shortest = shrink(history, check, original);
    Throwable cause = problem(shortest, check);
    return new AssertionError(
        "seed "
            + seed
            + ": "
            + (cause == null ? original : cause).getMessage()
            + "\nshortest history: "
            + shortest.text()
            + "\nwhole history: "
            + history.text(),
        cause == null ? original : cause);
  }

  /** Leaves out events as long as the same kind of failure remains. */
  private static History shrink(History history, Consumer<History> check, Throwable original) {
    History shortest = history;
    int tries = 0;
    for (int chunk = history.events().size() / 2; chunk > 0; chunk /= 2) {
      for (int from = shortest.events().size() - chunk; from >= 0; from -= chunk) {
        if (tries++ > MAX_SHRINKING_TRIES) {
          return shortest;
        }
        History shorter = without(shortest, from, Math.min(from + chunk, shortest.events().size()));
        Throwable problem = isPossible(shorter) ? problem(shorter, check) : null;
        if (problem != null && problem.getClass() == original.getClass()) {
          shortest = shorter;
          from = Math.min(from, shortest.events().size());
        }
      }
    }
    return shortest;
  }

  private static History without(History history, int from, int to) {
    List<Event> events = new ArrayList<>(history.events().subList(0, from));
    events.addAll(history.events().subList(to, history.events().size()));
    return new History(history.config(), history.replicas(), events);
  }

  private static boolean isPossible(History history) {
    try {
      history.replay();
      return true;
    } catch (IllegalArgumentException e) {
      return false;
    }
  }

  private static Throwable problem(History history, Consumer<History> check) {
    try {
      check.accept(history);
      return null;
    } catch (AssertionError | RuntimeException e) {
      return e;
    }
  }
}
