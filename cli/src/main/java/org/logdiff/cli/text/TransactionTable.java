package org.logdiff.cli.text;

import java.io.IOException;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Set;
import java.util.function.Function;
import java.util.function.ToLongFunction;
import java.util.stream.Collectors;
import org.logdiff.analysis.transaction.listing.ListedTransaction;
import org.logdiff.analysis.transaction.listing.Outcome;
import org.logdiff.cli.console.Paint.Style;
import org.logdiff.cli.text.Page.Piece;

/**
 * A line per transaction. Columns that do not fit are left out, the least telling first; it is said
 * which. Times are those of the ends, or, if none has ended, of the beginnings; if they are of one
 * day, that day is said once.
 */
final class TransactionTable {
  private static final int INDENT = 2;
  private static final int DATE_LENGTH = "2026-01-01".length();
  private static final String NONE = "-";

  /**
   * @param above first line of the name
   * @param rank columns with a lower one are left out first
   */
  private record Column(
      String above, String below, int rank, Function<ListedTransaction, String> value) {
    String name() {
      return (above + " " + below).strip();
    }
  }

  private final Page page;
  private final List<ListedTransaction> transactions;
  private final List<Column> columns = new ArrayList<>();
  private final String event;
  private final ToLongFunction<ListedTransaction> timeMs;
  private final String day;

  TransactionTable(Page page, List<ListedTransaction> transactions) {
    this.page = page;
    this.transactions = transactions;
    boolean hasEnded = transactions.stream().anyMatch(t -> t.end().isPresent());
    event = hasEnded ? "ended" : "began";
    timeMs = hasEnded ? TransactionTable::endMs : TransactionTable::beginningMs;
    day = onlyDay();
    column("", "data", 9, TransactionTable::offsets);
    column("", "end", 9, t -> t.end().map(e -> Long.toString(e.offset())).orElse(NONE));
    column("", "outcome", 9, TransactionTable::outcome);
    column("", "producer", 9, t -> Long.toString(t.producerId()));
    column("", "epochs", 4, TransactionTable::epochs);
    column("", "protocol", 1, TransactionTable::protocol);
    column("", "batches", 2, t -> ofData(t, ListedTransaction.Data::batches));
    column("", "records", 5, t -> ofData(t, ListedTransaction.Data::records));
    column("", "bytes", 3, t -> ofData(t, ListedTransaction.Data::bytes));
    column("committed", "sees", 6, TransactionTable::sees);
    column("", event, 7, this::time);
  }

  private void column(
      String above, String below, int rank, Function<ListedTransaction, String> value) {
    columns.add(new Column(above, below, rank, value));
  }

  void render() throws IOException {
    List<Column> left = new ArrayList<>();
    List<List<String>> cells = cells();
    int gap = 2;
    while (width(cells, gap) > Page.WIDTH) {
      if (gap > 1) {
        gap--;
        continue;
      }
      Column least = columns.stream().min(Comparator.comparingInt(Column::rank)).orElseThrow();
      if (least.rank() == columns.get(0).rank()) {
        break;
      }
      columns.remove(least);
      left.add(least);
      cells = cells();
      gap = 2;
    }
    print(cells, gap);
    if (!day.isEmpty() && columns.stream().anyMatch(c -> c.below().equals(event))) {
      page.paragraph(INDENT, "all " + event + " on " + day + ", UTC");
    }
    if (!left.isEmpty()) {
      page.paragraph(
          INDENT,
          "no room for: "
              + left.stream().map(Column::name).sorted().collect(Collectors.joining(", "))
              + "; the JSON has all");
    }
  }

  private List<List<String>> cells() {
    List<List<String>> cells = new ArrayList<>();
    cells.add(columns.stream().map(Column::above).toList());
    cells.add(columns.stream().map(Column::below).toList());
    for (ListedTransaction transaction : transactions) {
      cells.add(columns.stream().map(column -> column.value().apply(transaction)).toList());
    }
    return cells;
  }

  private void print(List<List<String>> cells, int gap) throws IOException {
    int[] widths = widths(cells);
    for (int line = 0; line < cells.size(); line++) {
      StringBuilder text = new StringBuilder(" ".repeat(INDENT));
      for (int column = 0; column < widths.length; column++) {
        String cell = cells.get(line).get(column);
        String padding = " ".repeat(widths[column] - cell.length());
        text.append(column == 0 ? "" : " ".repeat(gap));
        text.append(isText(column) ? cell + padding : padding + cell);
      }
      if (line > 0 || !text.toString().isBlank()) {
        page.row(List.of(new Piece(style(line), text.toString())));
      }
    }
  }

  private boolean isText(int column) {
    return columns.get(column).below().equals("outcome");
  }

  private Style style(int line) {
    if (line < 2) {
      return Style.FAINT;
    }
    return transactions.get(line - 2).outcome() == Outcome.OPEN ? Style.WARNING : Style.PLAIN;
  }

  private static int width(List<List<String>> cells, int gap) {
    int sum = INDENT;
    for (int width : widths(cells)) {
      sum += width + gap;
    }
    return sum - gap;
  }

  private static int[] widths(List<List<String>> cells) {
    int[] widths = new int[cells.get(0).size()];
    for (List<String> line : cells) {
      for (int column = 0; column < widths.length; column++) {
        widths[column] = Math.max(widths[column], line.get(column).length());
      }
    }
    return widths;
  }

  private static String offsets(ListedTransaction transaction) {
    return transaction
        .data()
        .map(
            data ->
                data.firstOffset() == data.lastOffset()
                    ? Long.toString(data.firstOffset())
                    : data.firstOffset() + "-" + data.lastOffset())
        .orElse(NONE);
  }

  static String outcome(ListedTransaction transaction) {
    if (!transaction.isLoneMarker()) {
      return Phrases.name(transaction.outcome());
    }
    return transaction.outcome() == Outcome.COMMITTED ? "lone commit" : "lone abort";
  }

  /** Of data and marker, as in {@code 0>1}; one if they are the same. */
  private static String epochs(ListedTransaction transaction) {
    List<String> epochs = new ArrayList<>();
    transaction
        .data()
        .ifPresent(
            data -> {
              epochs.add(Short.toString(data.firstEpoch()));
              epochs.add(Short.toString(data.lastEpoch()));
            });
    transaction.end().ifPresent(end -> epochs.add(Short.toString(end.producerEpoch())));
    return epochs.stream().distinct().collect(Collectors.joining(">"));
  }

  private static String protocol(ListedTransaction transaction) {
    return switch (transaction.protocol()) {
      case OLDER -> "older";
      case V2 -> "2";
      case V2_OR_FENCED -> "2?";
      case UNKNOWN -> NONE;
    };
  }

  private static String ofData(
      ListedTransaction transaction, Function<ListedTransaction.Data, Long> value) {
    return transaction.data().map(value).map(number -> Long.toString(number)).orElse(NONE);
  }

  /** What read_committed gets of it. */
  private static String sees(ListedTransaction transaction) {
    long records = transaction.data().map(ListedTransaction.Data::records).orElse(0L);
    long seen = transaction.seen().readCommitted();
    if (records == 0) {
      return NONE;
    }
    if (seen == records) {
      return "all";
    }
    if (seen > 0) {
      return seen + " of " + records;
    }
    boolean isWaiting =
        transaction.seen().waiting() > 0 && transaction.outcome() != Outcome.ABORTED;
    return isWaiting ? "not yet" : "none";
  }

  private static long endMs(ListedTransaction transaction) {
    return transaction.end().map(ListedTransaction.End::timestampMs).orElse(-1L);
  }

  /** By its first batch. */
  private static long beginningMs(ListedTransaction transaction) {
    return transaction.data().map(ListedTransaction.Data::firstTimestampMs).orElse(-1L);
  }

  private String time(ListedTransaction transaction) {
    long time = timeMs.applyAsLong(transaction);
    if (time < 0) {
      return NONE;
    }
    return day.isEmpty() ? Phrases.time(time) : Phrases.time(time).substring(DATE_LENGTH + 1);
  }

  /** The day of all times in the table; empty if they are several, or none. */
  private String onlyDay() {
    Set<String> days =
        transactions.stream()
            .mapToLong(timeMs)
            .filter(time -> time >= 0)
            .mapToObj(time -> Phrases.time(time).substring(0, DATE_LENGTH))
            .collect(Collectors.toSet());
    return days.size() == 1 ? days.iterator().next() : "";
  }
}
