package org.logdiff.analysis.transaction.listing;

import java.util.List;
import java.util.Optional;
import org.logdiff.analysis.report.NotExamined;

/**
 * The transactions of one replica.
 *
 * @param partition as in {@code foo-0}; empty if none could be chosen
 * @param replica empty if it could not be opened
 * @param transactions those asked for: by their ends, then the open ones by their beginnings
 * @param notListed how many more match, all ended before those listed
 * @param standstill empty if nothing holds the last stable offset
 * @param coordinator about producers with an open transaction
 * @param failures what was asked for and could not be done
 */
public record TransactionsReport(
    Optional<String> partition,
    Optional<ListedReplica> replica,
    Optional<Totals> totals,
    List<ListedTransaction> transactions,
    long notListed,
    Optional<Standstill> standstill,
    List<CoordinatorStatement> coordinator,
    List<String> failures,
    List<NotExamined> notExamined) {
  public TransactionsReport {
    transactions = List.copyOf(transactions);
    coordinator = List.copyOf(coordinator);
    failures = List.copyOf(failures);
    notExamined = List.copyOf(notExamined);
  }

  /** Whether something that was asked for could not be done, or may be wrong. */
  public boolean isIncomplete() {
    return !failures.isEmpty() || notExamined.stream().anyMatch(NotExamined::leavesVerdictOpen);
  }
}
