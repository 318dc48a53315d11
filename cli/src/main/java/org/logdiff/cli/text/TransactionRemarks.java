package org.logdiff.cli.text;

import java.io.IOException;
import java.util.EnumSet;
import java.util.List;
import java.util.Set;
import org.logdiff.analysis.transaction.listing.ListedTransaction;
import org.logdiff.analysis.transaction.listing.Outcome;
import org.logdiff.analysis.transaction.listing.Remark;
import org.logdiff.cli.console.Paint.Style;

/** What stands out about some transactions, in words. */
final class TransactionRemarks {
  /** More than anybody reads; the JSON has them all. */
  private static final int SHOWN = 20;

  private static final int INDENT = 2;

  private static final Set<Remark.Kind> MISSING_MARKER =
      EnumSet.of(
          Remark.Kind.EMPTY_CONTROL_BATCH,
          Remark.Kind.EPOCH_RAISED,
          Remark.Kind.MARKER_OF_OTHER_EPOCH);

  private final Page page;

  TransactionRemarks(Page page) {
    this.page = page;
  }

  /**
   * @param partition as in {@code foo-0}
   */
  void render(List<ListedTransaction> transactions, String partition) throws IOException {
    long count = 0;
    boolean isMarkerMissing = false;
    for (ListedTransaction transaction : transactions) {
      for (Remark remark : transaction.remarks()) {
        if (isTold(transaction, remark)) {
          isMarkerMissing |= MISSING_MARKER.contains(remark.kind());
          if (count == 0) {
            page.blank();
            page.heading(INDENT, Style.STRONG, "What stands out");
          }
          if (count++ < SHOWN) {
            page.item(INDENT + 2, "- ", subject(transaction) + ": " + words(transaction, remark));
          }
        }
      }
    }
    if (count > SHOWN) {
      page.paragraph(INDENT + 2, "and " + (count - SHOWN) + " more; the JSON has all");
    }
    if (isMarkerMissing) {
      page.paragraph(
          INDENT + 2,
          "Which marker is missing, and which replica is right, a comparison tells: logdiff DIR"
              + " DIR... --partition "
              + partition);
    }
  }

  /** Empty batches of a transaction that has ended are ordinary. */
  private static boolean isTold(ListedTransaction transaction, Remark remark) {
    return remark.kind() != Remark.Kind.ONLY_EMPTY_BATCHES || transaction.outcome() == Outcome.OPEN;
  }

  private static String subject(ListedTransaction transaction) {
    return "producer "
        + transaction.producerId()
        + transaction.data().map(data -> " from " + data.firstOffset()).orElse("");
  }

  private static String words(ListedTransaction transaction, Remark remark) {
    ListedTransaction.Data data = transaction.data().orElseThrow();
    return switch (remark.kind()) {
      case EMPTY_CONTROL_BATCH ->
          "at "
              + remark.offset()
              + " lies what the cleaner leaves of an end marker, an empty control batch. It ends"
              + " nothing, and the marker itself never came to this replica (law E)";
      case EPOCH_RAISED ->
          "its epoch rises at "
              + remark.offset()
              + " and no marker lies between: one is missing, so that these are several"
              + " transactions; or the data before came after its own end";
      case MARKER_OF_OTHER_EPOCH ->
          "its marker has epoch "
              + transaction.end().map(end -> Short.toString(end.producerEpoch())).orElse("-")
              + ", its data "
              + data.lastEpoch()
              + ": that marker ended a later transaction, and the end of this one is missing; or"
              + " brokers of 4.0.0 have fenced the producer (KAFKA-19367)";
      case LATE_DATA ->
          "its epoch "
              + data.firstEpoch()
              + " is below that of its producer's marker at "
              + remark.offset()
              + ": it came after its own transaction had ended, and nobody will end it";
      case SAME_EPOCH_AS_MARKER ->
          "its producer's marker at "
              + remark.offset()
              + " has the same epoch: under the older protocol this is its next transaction, or"
              + " data that came after its own end and that nobody will end";
      case ABORTED_BUT_SERVED ->
          "aborted at "
              + remark.offset()
              + ", but the transaction index does not say so of all of it: read_committed gets "
              + Phrases.count(transaction.seen().readCommitted(), "record", "records")
              + " of it";
      case COMMITTED_BUT_HIDDEN ->
          "committed at "
              + remark.offset()
              + ", but the transaction index calls it aborted: read_committed gets "
              + Phrases.count(transaction.seen().readCommitted(), "record", "records")
              + " of "
              + data.records();
      case BEGAN_BELOW_LOG_START ->
          "it began below the log start, as a producer snapshot says; it stays open although its"
              + " beginning is deleted";
      case ONLY_EMPTY_BATCHES ->
          "only empty batches of it are left; they keep it open all the same";
      case DAMAGE_WITHIN ->
          "bytes that could not be read lie within it, from offset "
              + remark.offset()
              + " on: an end marker may be among them";
    };
  }
}
