package org.logdiff.analysis.transaction.listing;

import java.io.IOException;
import java.util.List;
import java.util.Optional;
import java.util.function.LongConsumer;
import org.logdiff.analysis.replica.Replica;
import org.logdiff.analysis.report.NotExamined;
import org.logdiff.analysis.transaction.ReplicaView;

/**
 * The transactions of an opened replica.
 *
 * @param transactions those that the filter lets through: the last ended ones, then the open ones
 * @param notListed how many more ended ones there are
 */
public record ReplicaTransactions(
    ListedReplica replica,
    Totals totals,
    List<ListedTransaction> transactions,
    long notListed,
    Optional<Standstill> standstill) {
  public ReplicaTransactions {
    transactions = List.copyOf(transactions);
  }

  /**
   * Reads the log twice: for what is open at its end, and for what consumers see up to there.
   *
   * @param listed how many ended transactions are kept
   * @param bytesRead told of bytes that were read, twice the log in all
   * @param notes takes what was not decoded
   * @throws IOException if the medium fails
   */
  public static ReplicaTransactions of(
      Replica replica,
      TransactionFilter filter,
      int listed,
      LongConsumer bytesRead,
      List<NotExamined> notes)
      throws IOException {
    ReplicaView view = ReplicaView.of(replica, bytesRead);
    Recent recent = new Recent(filter, listed);
    TransactionWalk walk = new TransactionWalk(replica, view, recent::add, notes);
    Optional<Standstill> standstill = walk.run();
    return new ReplicaTransactions(
        new ListedReplica(
            replica.name(),
            replica.directory(),
            replica.nodeId(),
            replica.logStartOffset(),
            replica.logEndOffset(),
            view.lastStableOffset(),
            walk.consumersStopAt(),
            replica.highWatermark(),
            replica.segments().size(),
            replica.sizeBytes()),
        walk.totals(),
        recent.transactions(),
        recent.dropped(),
        standstill);
  }
}
