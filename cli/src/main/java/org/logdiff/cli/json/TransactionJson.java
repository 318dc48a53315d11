package org.logdiff.cli.json;

import com.fasterxml.jackson.annotation.JsonPropertyOrder;
import java.util.List;
import org.logdiff.analysis.transaction.listing.ListedTransaction;
import org.logdiff.analysis.transaction.listing.Protocol;
import org.logdiff.analysis.transaction.listing.Remark;

/** One transaction, or a lone marker. */
@JsonPropertyOrder({"outcome", "producerId", "protocol", "data", "end", "seen", "remarks"})
record TransactionJson(
    String outcome,
    long producerId,
    String protocol,
    DataJson data,
    EndJson end,
    TransactionsJson.SeenJson seen,
    List<RemarkJson> remarks) {
  static TransactionJson of(ListedTransaction transaction) {
    return new TransactionJson(
        Names.of(transaction.outcome()),
        transaction.producerId(),
        protocol(transaction.protocol()),
        transaction.data().map(DataJson::of).orElse(null),
        transaction.end().map(EndJson::of).orElse(null),
        TransactionsJson.SeenJson.of(transaction.seen()),
        transaction.remarks().stream().map(RemarkJson::of).toList());
  }

  private static String protocol(Protocol protocol) {
    return switch (protocol) {
      case OLDER -> "older";
      case V2 -> "2";
      case V2_OR_FENCED -> "2-or-fenced";
      case UNKNOWN -> null;
    };
  }

  /** Its data. */
  @JsonPropertyOrder({
    "offsets",
    "firstEpoch",
    "lastEpoch",
    "batches",
    "emptyBatches",
    "records",
    "bytes",
    "firstTimestampMs",
    "lastTimestampMs"
  })
  record DataJson(
      List<Long> offsets,
      short firstEpoch,
      short lastEpoch,
      long batches,
      long emptyBatches,
      long records,
      long bytes,
      Long firstTimestampMs,
      Long lastTimestampMs) {
    static DataJson of(ListedTransaction.Data data) {
      return new DataJson(
          List.of(data.firstOffset(), data.lastOffset()),
          data.firstEpoch(),
          data.lastEpoch(),
          data.batches(),
          data.emptyBatches(),
          data.records(),
          data.bytes(),
          data.firstTimestampMs() < 0 ? null : data.firstTimestampMs(),
          data.lastTimestampMs() < 0 ? null : data.lastTimestampMs());
    }
  }

  /** Its end marker. */
  @JsonPropertyOrder({"offset", "producerEpoch", "coordinatorEpoch", "timestampMs"})
  record EndJson(long offset, short producerEpoch, Integer coordinatorEpoch, Long timestampMs) {
    static EndJson of(ListedTransaction.End end) {
      return new EndJson(
          end.offset(),
          end.producerEpoch(),
          end.coordinatorEpoch() < 0 ? null : end.coordinatorEpoch(),
          end.timestampMs() < 0 ? null : end.timestampMs());
    }
  }

  /** Something to know about it. */
  @JsonPropertyOrder({"id", "offset"})
  record RemarkJson(String id, long offset) {
    static RemarkJson of(Remark remark) {
      return new RemarkJson(remark.kind().id(), remark.offset());
    }
  }
}
