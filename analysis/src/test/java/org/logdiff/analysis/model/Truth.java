package org.logdiff.analysis.model;

import java.util.List;
import java.util.function.UnaryOperator;

/**
 * What is true of the replicas at the end of a history.
 *
 * @param losses what is to be found
 * @param atRisk what a replica that is away would lose if it came back from one of the replicas
 *     that could lead, but not from every one
 * @param consequences what followed from lost end markers, on their own replica or on copies of it
 */
public record Truth(List<Loss> losses, List<Loss> atRisk, List<Consequence> consequences) {

  public Truth {
    losses = List.copyOf(losses);
    atRisk = List.copyOf(atRisk);
    consequences = List.copyOf(consequences);
  }

  /** Whether nothing is wrong or in danger. */
  public boolean isHealthy() {
    return losses.isEmpty() && atRisk.isEmpty() && consequences.isEmpty();
  }

  /** The losses of one kind. */
  public List<Loss> losses(LossKind kind) {
    return losses.stream().filter(loss -> loss.kind() == kind).toList();
  }

  Truth shifted(long offsets) {
    return new Truth(
        losses.stream().map(loss -> loss.shifted(offsets)).toList(),
        atRisk.stream().map(loss -> loss.shifted(offsets)).toList(),
        consequences.stream().map(consequence -> consequence.shifted(offsets)).toList());
  }

  Truth withKeys(UnaryOperator<String> rename) {
    return new Truth(
        losses.stream().map(loss -> loss.withKeys(rename)).toList(),
        atRisk.stream().map(loss -> loss.withKeys(rename)).toList(),
        consequences.stream().map(consequence -> consequence.withKeys(rename)).toList());
  }

  Truth onReplicas(UnaryOperator<Integer> rename) {
    return new Truth(
        losses.stream().map(loss -> loss.onReplica(rename.apply(loss.replica()))).toList(),
        atRisk.stream().map(loss -> loss.onReplica(rename.apply(loss.replica()))).toList(),
        consequences.stream().map(c -> c.onReplica(rename.apply(c.replica()))).toList());
  }
}
