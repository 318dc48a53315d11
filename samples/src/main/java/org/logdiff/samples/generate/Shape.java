package org.logdiff.samples.generate;

import java.util.Locale;

/** In what the replicas differ although all of them are healthy. */
public enum Shape {
  /** All replicas have the same bytes; nothing was cleaned yet. */
  EQUAL,
  /**
   * The same records, but each replica was cleaned in a round of its own: every batch with a
   * tombstone has another delete horizon, and so other bytes.
   */
  REWRITTEN,
  /** The first replica is cleaned, the others are not: they still have all superseded records. */
  BEHIND,
  /** As {@link #REWRITTEN}, in batches of one record. */
  SINGLE,
  /**
   * Interleaved transactions, every tenth aborted. The first replica is cleaned, so that it has no
   * aborted data; the others are not.
   */
  TRANSACTIONS;

  static Shape named(String name) {
    return valueOf(name.toUpperCase(Locale.ROOT));
  }

  @Override
  public String toString() {
    return name().toLowerCase(Locale.ROOT);
  }

  /** Whether a replica was cleaned. */
  boolean isCleaned(int replica) {
    return switch (this) {
      case EQUAL -> false;
      case REWRITTEN, SINGLE -> true;
      case BEHIND, TRANSACTIONS -> replica == 0;
    };
  }
}
