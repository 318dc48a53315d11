package org.logdiff.analysis.transaction.listing;

/**
 * Records that consumers get.
 *
 * @param readUncommitted what {@code read_uncommitted} gets
 * @param readCommitted what {@code read_committed} gets
 * @param waiting of the rest, what lies at or above the last stable offset
 */
public record Seen(long readUncommitted, long readCommitted, long waiting) {
  static final Seen NOTHING = new Seen(0, 0, 0);

  Seen plus(Seen other) {
    return new Seen(
        readUncommitted + other.readUncommitted,
        readCommitted + other.readCommitted,
        waiting + other.waiting);
  }
}
