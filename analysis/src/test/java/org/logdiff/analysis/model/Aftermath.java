package org.logdiff.analysis.model;

import java.util.Comparator;
import java.util.List;
import java.util.function.UnaryOperator;

/**
 * What a history leaves: the replicas as they lie on the disks, and the truth about them.
 *
 * @param replicas in ascending order of their node ids
 * @param transactions as they truly were; the ended ones in the order of their ends, then open ones
 */
public record Aftermath(
    List<ReplicaState> replicas, Truth truth, List<ModelTransaction> transactions, long nowMs) {

  public Aftermath {
    replicas = List.copyOf(replicas);
    transactions = List.copyOf(transactions);
  }

  public ReplicaState replica(int nodeId) {
    return replicas.stream()
        .filter(replica -> replica.nodeId() == nodeId)
        .findFirst()
        .orElseThrow(() -> new IllegalArgumentException("there is no replica " + nodeId));
  }

  /** The same with every offset moved up by a constant. */
  public Aftermath shiftOffsets(long offsets) {
    return new Aftermath(
        replicas.stream().map(replica -> replica.shifted(offsets)).toList(),
        truth.shifted(offsets),
        transactions.stream().map(transaction -> transaction.shifted(offsets)).toList(),
        nowMs);
  }

  /** The same with other keys; distinct keys must stay distinct. */
  public Aftermath renameKeys(UnaryOperator<String> rename) {
    return new Aftermath(
        replicas.stream().map(replica -> replica.withKeys(rename)).toList(),
        truth.withKeys(rename),
        transactions,
        nowMs);
  }

  /** The same on other brokers: replica 1 goes to the first node id, 2 to the second, and so on. */
  public Aftermath permuteReplicas(int... nodeIds) {
    UnaryOperator<Integer> rename = nodeId -> nodeIds[nodeId - 1];
    return new Aftermath(
        replicas.stream()
            .map(replica -> replica.withNodeId(rename.apply(replica.nodeId())))
            .sorted(Comparator.comparingInt(ReplicaState::nodeId))
            .toList(),
        truth.onReplicas(rename),
        transactions,
        nowMs);
  }
}
