package org.logdiff.analysis.transaction;

import java.util.Optional;
import org.logdiff.analysis.replica.Replica;

/**
 * A transaction that was open when a replica was cut off, by its snapshot there, and of which no
 * replica has any data left.
 *
 * @param replica number of the replica
 * @param snapshot that shows it open
 * @param nextEnd the producer's next full marker on that replica
 * @param isEndMissing whether that marker cannot be its own, by its epoch: then its end was lost
 * @param decision the coordinator's word; empty if it is silent
 */
public record VanishedTransaction(
    int replica,
    Replica.SnapshotAt snapshot,
    long producerId,
    short producerEpoch,
    long firstOffset,
    long lastOffset,
    ProducerEvent nextEnd,
    boolean isEndMissing,
    Optional<CoordinatorWord.Decision> decision) {

  /**
   * Whether the replica took a committed transaction for aborted, as far as is known: the marker
   * that ended it there is an ABORT, and the coordinator says COMMIT.
   */
  public boolean isCommitLost() {
    return decision.isPresent() && decision.get().isCommit();
  }
}
