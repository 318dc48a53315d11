package org.logdiff.cli.text;

import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.OptionalLong;
import org.logdiff.analysis.transaction.listing.ListedReplica;
import org.logdiff.analysis.transaction.listing.Seen;
import org.logdiff.analysis.transaction.listing.Totals;
import org.logdiff.analysis.transaction.listing.TransactionFilter;
import org.logdiff.analysis.transaction.listing.TransactionsReport;
import org.logdiff.cli.console.Paint;
import org.logdiff.cli.console.Paint.Style;
import org.logdiff.cli.console.Printable;

/** The transactions of a replica for people, at 80 columns. */
public final class TransactionsRenderer {
  private static final int INDENT = 2;

  private final Paint paint;
  private final Printable printable;

  public TransactionsRenderer(Paint paint, Printable printable) {
    this.paint = paint;
    this.printable = printable;
  }

  /**
   * @param filter that the report was asked for with
   */
  public void render(TransactionsReport report, TransactionFilter filter, Appendable out)
      throws IOException {
    Page page = new Page(out, paint, printable);
    if (report.replica().isPresent()) {
      title(report, page);
      replica(report.replica().get(), page);
      totals(report, page);
      transactions(report, filter, page);
      new TransactionRemarks(page).render(report.transactions(), report.partition().orElseThrow());
      new StandstillSection(page).render(report);
    }
    new NotExaminedSection(page, "what is listed may be wrong").render(report.notExamined());
  }

  private static void title(TransactionsReport report, Page page) throws IOException {
    ListedReplica replica = report.replica().orElseThrow();
    long open = report.totals().orElseThrow().open();
    page.heading(
        0,
        open == 0 ? Style.STRONG : Style.WARNING,
        report.partition().orElseThrow()
            + " on "
            + replica.name()
            + ": "
            + (open == 0
                ? "no transaction is open"
                : Phrases.count(open, "transaction is open", "transactions are open")));
  }

  private static void replica(ListedReplica replica, Page page) throws IOException {
    page.path(INDENT, "", replica.directory().toString());
    page.paragraph(
        INDENT,
        replica.nodeId().map(id -> "node " + id + ", ").orElse("")
            + "log start "
            + replica.logStartOffset()
            + ", last stable offset "
            + replica.lastStableOffset()
            + ", log end "
            + replica.logEndOffset()
            + (replica.storedHighWatermark().isPresent()
                ? ", high watermark as stored " + replica.storedHighWatermark().getAsLong()
                : "")
            + ", "
            + Phrases.count(replica.bytes(), "byte", "bytes"));
  }

  private static void totals(TransactionsReport report, Page page) throws IOException {
    Totals totals = report.totals().orElseThrow();
    OptionalLong stop = report.replica().orElseThrow().consumersStopAt();
    page.paragraph(
        INDENT,
        "transactions: "
            + totals.committed()
            + " committed, "
            + totals.aborted()
            + " aborted, "
            + totals.open()
            + " open; "
            + Phrases.count(totals.loneMarkers(), "lone marker", "lone markers")
            + ", "
            + Phrases.count(
                totals.emptyControlBatches(), "empty control batch", "empty control batches"));
    Seen all = totals.all();
    page.paragraph(
        INDENT,
        "if this broker led alone, read_uncommitted would get "
            + Phrases.count(all.readUncommitted(), "record", "records")
            + " and read_committed "
            + all.readCommitted()
            + (stop.isPresent()
                ? "; both stop at offset " + stop.getAsLong() + ", which cannot be read"
                : ""));
  }

  private static void transactions(TransactionsReport report, TransactionFilter filter, Page page)
      throws IOException {
    page.blank();
    String which = which(filter);
    if (report.transactions().isEmpty()) {
      page.paragraph(
          INDENT,
          report.notListed() == 0
              ? "No transactions" + which + "."
              : "None listed; " + report.notListed() + which + " have ended.");
      return;
    }
    new TransactionTable(page, report.transactions()).render();
    if (report.notListed() > 0) {
      page.paragraph(
          INDENT,
          Phrases.count(report.notListed(), "more", "more")
              + which
              + " ended before these; --limit lists more");
    }
  }

  private static String which(TransactionFilter filter) {
    List<String> words = new ArrayList<>();
    if (filter.open() || filter.aborted()) {
      words.add(
          filter.open() && filter.aborted()
              ? "open or aborted"
              : filter.open() ? "open" : "aborted");
    }
    String outcome = words.isEmpty() ? "" : " that are " + words.get(0);
    return outcome
        + (filter.producerId().isPresent()
            ? " of producer " + filter.producerId().getAsLong()
            : "");
  }
}
