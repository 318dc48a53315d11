package org.logdiff.analysis.check;

import java.util.List;
import java.util.Optional;
import java.util.function.Function;

/** The checks of what a replica's log, indexes and snapshots say of producers and transactions. */
final class TransactionChecks {
  private TransactionChecks() {}

  /**
   * @param coordinator how a producer's open transaction ended; empty if unknown
   */
  static List<ReplicaCheck> of(
      ReplicaFindings findings,
      Function<ProducerReplay.State, Optional<Coordinator.Ended>> coordinator) {
    LostEndMarkerCheck lost = new LostEndMarkerCheck(findings);
    return List.of(
        lost,
        new LateTransactionalDataCheck(findings, lost::hasTold),
        new HangingTransactionCheck(findings, coordinator, lost::hasTold),
        new LongRunningTransactionCheck(findings),
        new TransactionIndexCheck(findings),
        new SnapshotCheck(findings),
        new ProducerEpochCheck(findings),
        new CoordinatorEpochCheck(findings));
  }
}
