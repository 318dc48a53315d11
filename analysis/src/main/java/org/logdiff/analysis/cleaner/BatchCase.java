package org.logdiff.analysis.cleaner;

/**
 * What a pass makes of a batch, before it looks at the records. The first row that fits.
 *
 * <p>Source: {@code Cleaner.cleanInto} and {@code CleanedTransactionMetadata}, Kafka 4.4.0; the
 * same in 4.2.1 and in 3.9.1 ({@code kafka.log.Cleaner}).
 */
public enum BatchCase {
  /** Data of an aborted transaction. */
  A('a', true, "its transaction was aborted: all records go"),
  /** Any other data batch. */
  B('b', false, "data: record by record"),
  /** A control batch without a record. */
  C('c', true, "an empty control batch: there is no record to keep"),
  /** A control batch that ends no transaction. */
  D('d', false, "a control record that ends no transaction is kept"),
  /** An end marker of which the pass has met data. */
  E('e', false, "the marker stays: a batch of its transaction is still in the log"),
  /** An end marker without data and without a delete horizon. */
  F('f', false, "none of its transaction is left in the log: its delete horizon is set now"),
  /** An end marker without data whose horizon is ahead. */
  G('g', false, "none of its transaction is left, but its delete horizon is not past"),
  /** An end marker without data whose horizon is past. */
  H('h', true, "none of its transaction is left, and its delete horizon is past: it goes");

  private final char letter;
  private final boolean discards;
  private final String words;

  BatchCase(char letter, boolean discards, String words) {
    this.letter = letter;
    this.discards = discards;
    this.words = words;
  }

  public char letter() {
    return letter;
  }

  /** Whether no record of the batch is kept. */
  public boolean discards() {
    return discards;
  }

  public String words() {
    return words;
  }

  /** Whether the batch gets a delete horizon because it is a marker without a transaction. */
  boolean stampsMarker() {
    return this == F;
  }

  /** The row of a data batch. */
  static BatchCase ofData(boolean isAborted) {
    return isAborted ? A : B;
  }

  /** The row of a control batch. */
  static BatchCase ofControl(ControlKind kind, boolean isTransactionMet, Horizon horizon) {
    return switch (kind) {
      case EMPTY -> C;
      case OTHER -> D;
      case END -> isTransactionMet ? E : ofLoneMarker(horizon);
    };
  }

  private static BatchCase ofLoneMarker(Horizon horizon) {
    return switch (horizon) {
      case UNSET -> F;
      case AHEAD -> G;
      case PAST -> H;
    };
  }

  /** What a control batch holds. */
  enum ControlKind {
    /** No record. */
    EMPTY,
    /** A COMMIT or an ABORT. */
    END,
    /** Another control record. */
    OTHER
  }
}
