package org.logdiff.cli.json;

import com.fasterxml.jackson.annotation.JsonPropertyOrder;
import java.io.IOException;
import java.io.Writer;
import java.util.List;
import java.util.OptionalLong;
import org.logdiff.analysis.transaction.listing.CoordinatorStatement;
import org.logdiff.analysis.transaction.listing.ListedReplica;
import org.logdiff.analysis.transaction.listing.Seen;
import org.logdiff.analysis.transaction.listing.Standstill;
import org.logdiff.analysis.transaction.listing.Totals;
import org.logdiff.analysis.transaction.listing.TransactionsReport;

/**
 * The transactions of one replica.
 *
 * @param failures what was asked for and could not be done
 */
@JsonPropertyOrder({
  "schema",
  "tool",
  "partition",
  "replica",
  "totals",
  "transactions",
  "transactionsNotListed",
  "standstill",
  "coordinator",
  "failures",
  "notExamined"
})
public record TransactionsJson(
    String schema,
    ToolJson tool,
    String partition,
    ReplicaOffsetsJson replica,
    TotalsJson totals,
    List<TransactionJson> transactions,
    long transactionsNotListed,
    StandstillJson standstill,
    List<CoordinatorJson> coordinator,
    List<String> failures,
    List<NotExaminedJson> notExamined) {
  /** Changes when a reader of the old shape would misunderstand the new one. */
  static final String SCHEMA = "logdiff-transactions/1";

  public static TransactionsJson of(TransactionsReport report, ToolJson tool) {
    return new TransactionsJson(
        SCHEMA,
        tool,
        report.partition().orElse(null),
        report.replica().map(ReplicaOffsetsJson::of).orElse(null),
        report.totals().map(TotalsJson::of).orElse(null),
        report.transactions().stream().map(TransactionJson::of).toList(),
        report.notListed(),
        report.standstill().map(StandstillJson::of).orElse(null),
        report.coordinator().stream().map(CoordinatorJson::of).toList(),
        report.failures(),
        report.notExamined().stream().map(NotExaminedJson::of).toList());
  }

  public void write(Writer out) throws IOException {
    JsonDocument.write(this, out);
  }

  /** The replica. */
  @JsonPropertyOrder({
    "name",
    "directory",
    "nodeId",
    "logStartOffset",
    "logEndOffset",
    "lastStableOffset",
    "consumersStopAt",
    "highWatermark",
    "segments",
    "bytes"
  })
  record ReplicaOffsetsJson(
      String name,
      String directory,
      Integer nodeId,
      long logStartOffset,
      long logEndOffset,
      long lastStableOffset,
      Long consumersStopAt,
      Long highWatermark,
      int segments,
      long bytes) {
    static ReplicaOffsetsJson of(ListedReplica replica) {
      return new ReplicaOffsetsJson(
          replica.name(),
          replica.directory().toString(),
          replica.nodeId().orElse(null),
          replica.logStartOffset(),
          replica.logEndOffset(),
          replica.lastStableOffset(),
          orNull(replica.consumersStopAt()),
          orNull(replica.storedHighWatermark()),
          replica.segments(),
          replica.bytes());
    }

    private static Long orNull(OptionalLong value) {
      return value.isPresent() ? value.getAsLong() : null;
    }
  }

  /** Records that consumers get. */
  @JsonPropertyOrder({"readUncommitted", "readCommitted", "waiting"})
  record SeenJson(long readUncommitted, long readCommitted, long waiting) {
    static SeenJson of(Seen seen) {
      return new SeenJson(seen.readUncommitted(), seen.readCommitted(), seen.waiting());
    }
  }

  /** Counts over the whole log. */
  @JsonPropertyOrder({
    "committed",
    "aborted",
    "open",
    "loneMarkers",
    "emptyControlBatches",
    "inTransactions",
    "outside"
  })
  record TotalsJson(
      long committed,
      long aborted,
      long open,
      long loneMarkers,
      long emptyControlBatches,
      SeenJson inTransactions,
      SeenJson outside) {
    static TotalsJson of(Totals totals) {
      return new TotalsJson(
          totals.committed(),
          totals.aborted(),
          totals.open(),
          totals.loneMarkers(),
          totals.emptyControlBatches(),
          SeenJson.of(totals.inTransactions()),
          SeenJson.of(totals.outside()));
    }
  }

  /** What holds the last stable offset. */
  @JsonPropertyOrder({
    "transaction",
    "records",
    "batches",
    "bytes",
    "endedTransactions",
    "nextStableOffset"
  })
  record StandstillJson(
      TransactionJson transaction,
      long records,
      long batches,
      long bytes,
      long endedTransactions,
      long nextStableOffset) {
    static StandstillJson of(Standstill standstill) {
      return new StandstillJson(
          TransactionJson.of(standstill.transaction()),
          standstill.records(),
          standstill.batches(),
          standstill.bytes(),
          standstill.endedTransactions(),
          standstill.nextStableOffset());
    }
  }

  /** What a transaction coordinator says of a producer id. */
  @JsonPropertyOrder({
    "producerId",
    "transactionalId",
    "producerEpoch",
    "state",
    "lastUpdateMs",
    "outcome",
    "decidedMs",
    "assumptions"
  })
  record CoordinatorJson(
      long producerId,
      String transactionalId,
      int producerEpoch,
      String state,
      long lastUpdateMs,
      String outcome,
      Long decidedMs,
      List<String> assumptions) {
    static CoordinatorJson of(CoordinatorStatement statement) {
      return new CoordinatorJson(
          statement.producerId(),
          statement.lastEntry().transactionalId(),
          statement.lastEntry().producerEpoch(),
          statement.lastEntry().status().name(),
          statement.lastEntry().lastUpdateMs(),
          statement.outcome().map(o -> o.isCommit() ? "commit" : "abort").orElse(null),
          statement.outcome().flatMap(o -> o.markerTime()).map(t -> t.decidedMs()).orElse(null),
          statement.outcome().map(o -> o.assumptions()).orElse(List.of()));
    }
  }
}
