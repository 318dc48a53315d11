package org.logdiff.cli.text;

import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.logdiff.analysis.transaction.listing.CoordinatorStatement;
import org.logdiff.analysis.transaction.listing.ListedReplica;
import org.logdiff.analysis.transaction.listing.ListedTransaction;
import org.logdiff.analysis.transaction.listing.Remark;
import org.logdiff.analysis.transaction.listing.Standstill;
import org.logdiff.analysis.transaction.listing.TransactionsReport;
import org.logdiff.cli.console.Paint.Style;
import org.logdiff.format.TopicPartition;
import org.logdiff.format.internal.TransactionStatus;

/** Why the last stable offset stands still, what waits for it, and what would release it. */
final class StandstillSection {
  private final Page page;

  StandstillSection(Page page) {
    this.page = page;
  }

  void render(TransactionsReport report) throws IOException {
    if (report.standstill().isEmpty()) {
      return;
    }
    Standstill standstill = report.standstill().get();
    ListedReplica replica = report.replica().orElseThrow();
    ListedTransaction transaction = standstill.transaction();
    page.blank();
    page.heading(
        2, Style.WARNING, "The last stable offset stands still at " + replica.lastStableOffset());
    page.item(4, "- ", holder(transaction));
    page.item(4, "- ", waiting(standstill, replica));
    page.item(4, "- ", next(standstill, replica));
    Optional<CoordinatorStatement> word =
        report.coordinator().stream()
            .filter(statement -> statement.producerId() == transaction.producerId())
            .findFirst();
    page.item(4, "- ", coordinator(transaction, word));
    page.blank();
    page.heading(2, Style.STRONG, "What would release it");
    TopicPartition partition = TopicPartition.parse(report.partition().orElseThrow()).orElseThrow();
    int number = 1;
    for (String step :
        isLost(transaction, word) ? steps(partition) : steps(partition, transaction)) {
      page.item(4, number++ + ". ", step);
    }
  }

  /** Whether the end marker is known to have been written, and this replica lacks it. */
  private static boolean isLost(
      ListedTransaction transaction, Optional<CoordinatorStatement> word) {
    return word.flatMap(CoordinatorStatement::outcome)
            .filter(outcome -> outcome.assumptions().isEmpty())
            .isPresent()
        || transaction.remarks().stream()
            .anyMatch(
                remark ->
                    remark.kind() == Remark.Kind.EMPTY_CONTROL_BATCH
                        || remark.kind() == Remark.Kind.EPOCH_RAISED);
  }

  private static List<String> steps(TopicPartition partition) {
    return List.of(
        "Abort nothing: an end of this transaction was written and this replica lacks it. An ABORT"
            + " now could contradict what the other replicas serve.",
        "Compare the replicas: logdiff DIR DIR... --partition "
            + partition
            + " tells which marker is missing, where, and which replica is right.",
        "Rebuild this replica from one that has the marker, or no data of the transaction: stop the"
            + " broker, move the directory "
            + partition
            + " away, start it again, and wait until it is back in the ISR.");
  }

  private static String holder(ListedTransaction transaction) {
    ListedTransaction.Data data = transaction.data().orElseThrow();
    return "producer "
        + transaction.producerId()
        + ", epoch "
        + data.lastEpoch()
        + ", has a transaction open since offset "
        + data.firstOffset()
        + (data.firstTimestampMs() < 0
            ? ""
            : ", " + Phrases.time(data.firstTimestampMs()) + " by its first batch");
  }

  private static String waiting(Standstill standstill, ListedReplica replica) {
    return "read_committed consumers of this replica stop there; behind it wait "
        + Phrases.count(replica.logEndOffset() - replica.lastStableOffset(), "offset", "offsets")
        + " with "
        + Phrases.count(standstill.records(), "record", "records")
        + " in "
        + Phrases.count(standstill.batches(), "batch", "batches")
        + ", "
        + Phrases.count(standstill.bytes(), "byte", "bytes")
        + (standstill.endedTransactions() == 0
            ? ""
            : ", among them "
                + Phrases.count(standstill.endedTransactions(), "transaction", "transactions")
                + " already ended");
  }

  private static String next(Standstill standstill, ListedReplica replica) {
    return standstill.nextStableOffset() == replica.logEndOffset()
        ? "if it ended, everything up to the log end would be decided"
        : "if it ended, the next open transaction would hold the last stable offset at "
            + standstill.nextStableOffset();
  }

  private static String coordinator(
      ListedTransaction transaction, Optional<CoordinatorStatement> statement) {
    if (statement.isEmpty()) {
      return "the log dirs given hold no __transaction_state that speaks of producer "
          + transaction.producerId();
    }
    CoordinatorStatement word = statement.get();
    String who =
        "the transaction coordinator's log (transactional id "
            + word.lastEntry().transactionalId()
            + ") ";
    if (word.outcome().isPresent()) {
      return who
          + "says that it ended with "
          + (word.outcome().get().isCommit() ? "COMMIT" : "ABORT")
          + word.outcome()
              .get()
              .markerTime()
              .map(time -> ", decided at " + Phrases.time(time.decidedMs()))
              .orElse("")
          + ": this replica lacks that marker"
          + (word.outcome().get().assumptions().isEmpty()
              ? ""
              : ", if " + String.join(", and ", word.outcome().get().assumptions()));
    }
    return who
        + "has "
        + word.lastEntry().status()
        + " at epoch "
        + word.lastEntry().producerEpoch()
        + " as its last word, of "
        + Phrases.time(word.lastEntry().lastUpdateMs())
        + (word.lastEntry().status() == TransactionStatus.ONGOING
            ? ""
            : ": nothing that would end it");
  }

  private static List<String> steps(TopicPartition partition, ListedTransaction transaction) {
    String where = " --topic " + partition.topic() + " --partition " + partition.partition();
    List<String> steps = new ArrayList<>();
    steps.add(
        "Compare the replicas before anything else: logdiff DIR DIR... --partition "
            + partition
            + ". If another replica has the end marker, or no data of the transaction, this one"
            + " has lost it: rebuild this replica from that one, and abort nothing.");
    steps.add(
        "If it is open on all replicas, its producer's own commit or abort ends it, or the"
            + " coordinator's when transaction.timeout.ms is over, if it still knows it.");
    steps.add(
        "If neither comes, it hangs. Have the leader confirm it: kafka-transactions.sh"
            + " --bootstrap-server HOST:PORT find-hanging"
            + where);
    steps.add(
        "Only then abort it, which gives up its data: kafka-transactions.sh --bootstrap-server"
            + " HOST:PORT abort"
            + where
            + " --start-offset "
            + transaction.data().orElseThrow().firstOffset());
    return steps;
  }
}
