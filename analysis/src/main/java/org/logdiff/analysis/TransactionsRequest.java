package org.logdiff.analysis;

import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import org.logdiff.analysis.transaction.listing.TransactionFilter;

/**
 * Whose transactions to list.
 *
 * @param directories log dirs of one broker, or one partition directory
 * @param partition as in {@code foo-0}; empty for the only one that is not internal
 * @param listed how many ended transactions are listed at most
 */
public record TransactionsRequest(
    List<Path> directories, Optional<String> partition, TransactionFilter filter, int listed) {
  public TransactionsRequest {
    directories = List.copyOf(directories);
  }
}
