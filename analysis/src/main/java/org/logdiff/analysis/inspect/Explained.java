package org.logdiff.analysis.inspect;

import java.util.OptionalLong;

/**
 * What the rest of the replica's log says of a record.
 *
 * @param outcome of its transaction, as this replica's broker and consumers see it
 * @param transactionFirstOffset empty outside of a transaction
 * @param transactionEndOffset of the marker; empty while there is none
 * @param supersededBy the last later record of its key, those of aborted transactions left out;
 *     empty if there is none
 */
public record Explained(
    Outcome outcome,
    OptionalLong transactionFirstOffset,
    OptionalLong transactionEndOffset,
    OptionalLong supersededBy) {
  /** How a transaction ended. */
  public enum Outcome {
    NONE,
    COMMITTED,
    ABORTED,
    OPEN
  }
}
