package org.logdiff.analysis.witness;

import java.util.List;

/**
 * A partition after a change, as the controller noted it.
 *
 * @param leader node id, -1 for none
 * @param replicas node ids, the preferred leader first
 * @param isr node ids of the in-sync replicas
 * @param isUnclean whether the leader was elected from outside the ISR and has not recovered yet
 */
public record PartitionEvent(
    Kind kind,
    RecordPoint at,
    int leader,
    int leaderEpoch,
    List<Integer> replicas,
    List<Integer> isr,
    boolean isUnclean) {
  public PartitionEvent {
    replicas = List.copyOf(replicas);
    isr = List.copyOf(isr);
  }

  /** What the record is. */
  public enum Kind {
    CREATED,
    CHANGED,
    /** The state in a snapshot: it came about some time before. */
    SNAPSHOT
  }

  /** Milliseconds by the controller's clock. */
  public long timestampMs() {
    return at.timestampMs();
  }

  /** Whether a node should hold a replica but is not in the ISR. */
  public boolean isOutOfSync(int nodeId) {
    return replicas.contains(nodeId) && !isr.contains(nodeId);
  }
}
