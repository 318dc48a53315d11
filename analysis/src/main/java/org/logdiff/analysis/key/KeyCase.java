package org.logdiff.analysis.key;

/**
 * The rows of table 5.1 (docs/semantics.md): what the final states of one key on several replicas
 * mean for one of them. P is the replica that is spoken about, Q another one. Records of
 * transactions count as their outcome says, or as a reading takes it (row f).
 *
 * <p>Healthy rows are those that give no judgement: (a) equal on all; (b) a tombstone here and none
 * there, or two different tombstones: expired; (c') what {@link KeyJudge.Excuse} excuses.
 */
public enum KeyCase {
  /** value@o on P, tombstone@t on Q, t above o, P's log covers t: P never received t. */
  C,
  /**
   * value@o on P, nothing on Q or only an older tombstone, Q's log covers o: law V, a tombstone
   * above o that P lacks. Where it can only have been past P's log end, it is row e: gone before P
   * has caught up.
   */
  D,
  /**
   * Row e: value@o on P, tombstone@t on Q at or past P's log end, and a replica past t that lacks
   * it: if that one leads when P returns, P never receives t.
   */
  E_AT_RISK,
  /**
   * value@o on P; Q, which covers o, has only an older value; nobody shows the key deleted: Q lost
   * the value.
   */
  G,
  /** As C, D or G, but damage on a replica that matters could hide the record in question. */
  Q
}
