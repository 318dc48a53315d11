package org.logdiff.analysis.compare;

import java.util.List;
import org.logdiff.analysis.key.ReplicaRange;
import org.logdiff.analysis.replica.Replica;
import org.logdiff.analysis.report.BeyondStable;

/**
 * What all findings of a partition speak about.
 *
 * @param partition as in {@code foo-0}
 * @param topic as in {@code foo}
 * @param topicId null if unknown
 * @param ranges per replica: where its word counts
 * @param lastStableOffsets per replica
 * @param beyondStable per replica: what lies at or above its last stable offset
 * @param cluster what the cluster's metadata says
 */
record PartitionContext(
    String partition,
    String topic,
    String topicId,
    List<Replica> replicas,
    List<ReplicaRange> ranges,
    long[] lastStableOffsets,
    List<BeyondStable> beyondStable,
    ClusterWord cluster) {

  /**
   * Whether the metadata says that a replica was away more than once. A last time that is not over
   * counts only if the others have gone on without it.
   */
  boolean wasCutOffMoreThanOnce(int replica) {
    long end = replicas.get(replica).logEndOffset();
    boolean isBehind = replicas.stream().anyMatch(other -> other.logEndOffset() > end);
    return replicas
            .get(replica)
            .nodeId()
            .map(
                node ->
                    cluster.absences(node).stream()
                        .filter(absence -> absence.isOver() || isBehind)
                        .count())
            .orElse(0L)
        > 1;
  }

  String name(int replica) {
    return replicas.get(replica).name();
  }

  /** Names of the replicas of a mask, as they stand in a sentence. */
  String names(int mask) {
    List<String> names = new java.util.ArrayList<>();
    for (int r = 0; r < replicas.size(); r++) {
      if ((mask & 1 << r) != 0) {
        names.add(name(r));
      }
    }
    if (names.size() < 2) {
      return String.join("", names);
    }
    return String.join(", ", names.subList(0, names.size() - 1))
        + " and "
        + names.get(names.size() - 1);
  }
}
