package org.logdiff.analysis.transaction.listing;

import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.List;

/** Keeps the last so many ended transactions that match, and all open ones; counts the rest. */
final class Recent {
  private final TransactionFilter filter;
  private final int limit;
  private final Deque<ListedTransaction> ended = new ArrayDeque<>();
  private final List<ListedTransaction> open = new ArrayList<>();
  private long dropped;

  Recent(TransactionFilter filter, int limit) {
    this.filter = filter;
    this.limit = limit;
  }

  void add(ListedTransaction transaction) {
    if (!filter.accepts(transaction)) {
      return;
    }
    if (transaction.outcome() == Outcome.OPEN) {
      open.add(transaction);
      return;
    }
    ended.addLast(transaction);
    if (ended.size() > limit) {
      ended.removeFirst();
      dropped++;
    }
  }

  List<ListedTransaction> transactions() {
    List<ListedTransaction> all = new ArrayList<>(ended);
    all.addAll(open);
    return all;
  }

  long dropped() {
    return dropped;
  }
}
