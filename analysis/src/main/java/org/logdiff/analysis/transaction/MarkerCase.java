package org.logdiff.analysis.transaction;

/**
 * The rows of table 5.2 (docs/semantics.md): what the missing end of a transaction means for a
 * replica Q that has data of it. Row h (no data of the transaction on Q) and row m (nobody has
 * decided it) are healthy and give no loss.
 */
public enum MarkerCase {
  /** A full marker at m on P; Q covers m, lacks it, and still has a batch of that transaction. */
  I,
  /** A gravestone at m, and no full marker anywhere; Q has a batch of that transaction (law E). */
  J,
  /** Nobody has an end, and a replica has removed data of the transaction: law D, it had ended. */
  K_REMOVED,
  /** Nobody has an end, and the producer goes on at a higher epoch, behind a gap. */
  K_EPOCH_BUMP,
  /**
   * Q's transaction index says that an ABORT ended a transaction which began earlier than another
   * replica's index says for the same ABORT, and Q still has the data from there: to the other
   * replica that data had ended before. A gap must be there to hide that end, and no replica
   * without the data may have the early entry, and the other must not have begun its leader epoch
   * above the data, or a late follower has only copied a half-cleaned abort.
   */
  K_INDEX,
  /** The marker lies past Q's log end, and a replica past it lacks it. */
  L_AT_RISK,
  /** The marker lay past Q's log end; nobody has it any more, or only gravestones are left. */
  L_GONE,
  /** Damage could hide the marker. */
  Q
}
