package org.logdiff.analysis.align;

import java.util.HashMap;
import java.util.Map;
import java.util.function.Consumer;

/**
 * Passes on what several threads have done in the order of its numbers, and keeps no more than what
 * was done too early: what is found out about a log does not pile up with the log's length.
 */
final class InOrder<T> {
  private final Consumer<T> taker;
  private final Map<Integer, T> early = new HashMap<>();
  private int next;

  InOrder(Consumer<T> taker) {
    this.taker = taker;
  }

  synchronized void done(int number, T result) {
    early.put(number, result);
    for (T due = early.remove(next); due != null; due = early.remove(next)) {
      taker.accept(due);
      next++;
    }
  }
}
