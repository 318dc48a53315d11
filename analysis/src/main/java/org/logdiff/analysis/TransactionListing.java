package org.logdiff.analysis;

import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import java.util.concurrent.atomic.AtomicLong;
import java.util.function.LongConsumer;
import org.logdiff.analysis.replica.Replica;
import org.logdiff.analysis.replica.ReplicaOpener;
import org.logdiff.analysis.replica.Unreadable;
import org.logdiff.analysis.report.NotExamined;
import org.logdiff.analysis.request.ReplicaChoice;
import org.logdiff.analysis.transaction.listing.CoordinatorStatement;
import org.logdiff.analysis.transaction.listing.ListedTransaction;
import org.logdiff.analysis.transaction.listing.Outcome;
import org.logdiff.analysis.transaction.listing.ReplicaTransactions;
import org.logdiff.analysis.transaction.listing.TransactionsReport;
import org.logdiff.analysis.witness.CoordinatorEntry;
import org.logdiff.analysis.witness.TransactionCoordinatorLog;
import org.logdiff.format.TopicPartition;

/** Lists the transactions of one replica. */
public final class TransactionListing {
  /** The log is read once for what is open at its end, and once for what consumers see. */
  private static final int PASSES = 2;

  private final TransactionsRequest request;
  private final Progress progress;
  private final List<String> failures = new ArrayList<>();
  private final List<NotExamined> notes = new ArrayList<>();
  private Optional<String> partition = Optional.empty();
  private Optional<ReplicaTransactions> found = Optional.empty();
  private List<CoordinatorStatement> coordinator = List.of();

  private TransactionListing(TransactionsRequest request, Progress progress) {
    this.request = request;
    this.progress = progress;
  }

  /** Lists what the request names. Bad input is in the report's failures, never an exception. */
  public static TransactionsReport run(TransactionsRequest request, Progress progress) {
    TransactionListing listing = new TransactionListing(request, progress);
    ReplicaChoice.of(request.directories(), request.partition(), listing.notes, listing.failures)
        .ifPresent(listing::list);
    return listing.report();
  }

  private void list(ReplicaChoice choice) {
    partition = Optional.of(choice.source().partition().toString());
    try {
      Optional<Replica> opened = ReplicaOpener.open(choice.source(), notes, failures);
      if (opened.isEmpty()) {
        return;
      }
      try (Replica replica = opened.get()) {
        found =
            Optional.of(
                ReplicaTransactions.of(
                    replica, request.filter(), request.listed(), progressOf(replica), notes));
        coordinator = coordinator(choice.source().partition(), choice.logDirs());
      }
    } catch (IOException e) {
      failures.add(choice.source().directory() + ": " + Unreadable.why(e));
    }
  }

  private LongConsumer progressOf(Replica replica) {
    long total = PASSES * replica.sizeBytes();
    AtomicLong done = new AtomicLong();
    return bytes ->
        progress.advanced(partition.orElseThrow() + ": reading", done.addAndGet(bytes), total);
  }

  /** Asked only about what is open; a marker of this replica needs no other word. */
  private List<CoordinatorStatement> coordinator(TopicPartition held, List<Path> logDirs) {
    Map<Long, ListedTransaction> open = new TreeMap<>();
    found.orElseThrow().transactions().stream()
        .filter(transaction -> transaction.outcome() == Outcome.OPEN)
        .forEach(transaction -> open.put(transaction.producerId(), transaction));
    found
        .orElseThrow()
        .standstill()
        .ifPresent(s -> open.put(s.transaction().producerId(), s.transaction()));
    if (open.isEmpty()) {
      return List.of();
    }
    TransactionCoordinatorLog log = TransactionCoordinatorLog.read(logDirs, open::containsKey);
    notes.addAll(log.notes());
    List<CoordinatorStatement> statements = new ArrayList<>();
    open.forEach(
        (producerId, transaction) -> {
          List<CoordinatorEntry> entries = log.of(producerId);
          ListedTransaction.Data data = transaction.data().orElseThrow();
          if (!entries.isEmpty()) {
            statements.add(
                new CoordinatorStatement(
                    producerId,
                    entries.get(entries.size() - 1),
                    log.outcomeOf(
                        producerId,
                        data.lastEpoch(),
                        data.firstTimestampMs(),
                        data.lastTimestampMs(),
                        held)));
          }
        });
    return statements;
  }

  private TransactionsReport report() {
    return new TransactionsReport(
        partition,
        found.map(ReplicaTransactions::replica),
        found.map(ReplicaTransactions::totals),
        found.map(ReplicaTransactions::transactions).orElse(List.of()),
        found.map(ReplicaTransactions::notListed).orElse(0L),
        found.flatMap(ReplicaTransactions::standstill),
        coordinator,
        failures,
        notes);
  }
}
