package org.logdiff.cli.text;

import java.io.IOException;
import java.util.ArrayList;
import java.util.IdentityHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Function;
import org.logdiff.analysis.report.ReplicaBounds;
import org.logdiff.analysis.report.ReplicaSummary;
import org.logdiff.cli.console.Paint.Style;
import org.logdiff.cli.console.Printable;
import org.logdiff.cli.text.Page.Piece;

/** A line per replica; if that does not fit, a column per replica. */
final class ReplicaTable {
  private static final int INDENT = 2;
  private static final int LONGEST_NAME = 30;

  /** A property of replicas, its name in two lines. */
  private record Column(String above, String below, Function<ReplicaSummary, Object> value) {
    String name() {
      return above.isEmpty() ? below : above + " " + below;
    }

    String of(ReplicaSummary replica) {
      Object known = value.apply(replica);
      return known == null ? "-" : known.toString();
    }
  }

  private static final List<Column> ALWAYS =
      List.of(
          new Column("", "node", ReplicaSummary::nodeId),
          new Column("log", "start", ReplicaSummary::logStartOffset),
          new Column("log", "end", ReplicaSummary::logEndOffset),
          new Column("high", "watermark", ReplicaSummary::highWatermark),
          new Column("last", "stable", ReplicaSummary::lastStableOffset),
          new Column("cleaned", "up to", ReplicaSummary::cleanedTo),
          new Column("", "segments", ReplicaSummary::segments),
          new Column("", "bytes", ReplicaSummary::bytes));

  private static final Column DAMAGED =
      new Column("bytes", "damaged", ReplicaSummary::damagedBytes);

  private final Page page;
  private final List<ReplicaSummary> replicas;
  private final List<Column> columns = new ArrayList<>(ALWAYS);

  /**
   * With how far nothing needs a tombstone or marker any more, and without what does not matter.
   */
  static ReplicaTable ofBounds(Page page, List<ReplicaBounds> bounds) {
    Map<ReplicaSummary, ReplicaBounds> of = new IdentityHashMap<>();
    bounds.forEach(each -> of.put(each.replica(), each));
    ReplicaTable table =
        new ReplicaTable(page, bounds.stream().map(ReplicaBounds::replica).toList());
    table.columns.removeIf(column -> column.name().equals("segments"));
    table.columns.removeIf(column -> column.name().equals("bytes"));
    table.columns.add(new Column("", "MCCO", r -> of.get(r).maxCleanlyCompactedOffset()));
    table.columns.add(new Column("", "MXFO", r -> of.get(r).maxTransactionFreeOffset()));
    return table;
  }

  ReplicaTable(Page page, List<ReplicaSummary> replicas) {
    this.page = page;
    this.replicas = replicas;
    if (replicas.stream().anyMatch(replica -> replica.damagedBytes() > 0)) {
      columns.add(DAMAGED);
    }
  }

  void render() throws IOException {
    List<List<String>> upright = uprightCells();
    for (int gap = 2; gap >= 1; gap--) {
      if (INDENT + width(upright, gap) <= Page.WIDTH) {
        print(upright, gap, 2);
        return;
      }
    }
    List<ReplicaSummary> rest = replicas;
    while (!rest.isEmpty()) {
      int fitting = rest.size();
      while (fitting > 1 && INDENT + width(lyingCells(rest.subList(0, fitting)), 2) > Page.WIDTH) {
        fitting--;
      }
      print(lyingCells(rest.subList(0, fitting)), 2, 1);
      rest = rest.subList(fitting, rest.size());
      if (!rest.isEmpty()) {
        page.blank();
      }
    }
  }

  /** Two lines of column names, then a line per replica. */
  private List<List<String>> uprightCells() {
    List<String> above = new ArrayList<>(List.of(""));
    List<String> below = new ArrayList<>(List.of("replica"));
    columns.forEach(column -> above.add(column.above()));
    columns.forEach(column -> below.add(column.below()));
    List<List<String>> cells = new ArrayList<>(List.of(above, below));
    for (ReplicaSummary replica : replicas) {
      List<String> line = new ArrayList<>(List.of(name(replica)));
      columns.forEach(column -> line.add(column.of(replica)));
      cells.add(line);
    }
    return cells;
  }

  /** A line of replica names, then a line per property. */
  private List<List<String>> lyingCells(List<ReplicaSummary> some) {
    List<String> names = new ArrayList<>(List.of("replica"));
    some.forEach(replica -> names.add(name(replica)));
    List<List<String>> cells = new ArrayList<>(List.of(names));
    for (Column column : columns) {
      List<String> line = new ArrayList<>(List.of(column.name()));
      some.forEach(replica -> line.add(column.of(replica)));
      cells.add(line);
    }
    return cells;
  }

  private void print(List<List<String>> cells, int gap, int headingLines) throws IOException {
    int[] widths = widths(cells);
    for (int line = 0; line < cells.size(); line++) {
      StringBuilder text = new StringBuilder(" ".repeat(INDENT));
      for (int column = 0; column < widths.length; column++) {
        String cell = cells.get(line).get(column);
        String padding = " ".repeat(widths[column] - Printable.columns(cell));
        text.append(column == 0 ? cell + padding : " ".repeat(gap) + padding + cell);
      }
      Style style = line < headingLines ? Style.FAINT : Style.PLAIN;
      page.row(List.of(new Piece(style, text.toString().stripTrailing())));
    }
  }

  private static int width(List<List<String>> cells, int gap) {
    int[] widths = widths(cells);
    int sum = (widths.length - 1) * gap;
    for (int width : widths) {
      sum += width;
    }
    return sum;
  }

  private static int[] widths(List<List<String>> cells) {
    int[] widths = new int[cells.get(0).size()];
    for (List<String> line : cells) {
      for (int column = 0; column < widths.length; column++) {
        widths[column] = Math.max(widths[column], Printable.columns(line.get(column)));
      }
    }
    return widths;
  }

  /** The end of a name is what tells it from others. */
  private String name(ReplicaSummary replica) {
    String name = page.shown(replica.name());
    if (Printable.columns(name) <= LONGEST_NAME) {
      return name;
    }
    int from = name.length();
    int columns = 3;
    while (from > 0) {
      int c = name.codePointBefore(from);
      columns += Printable.columns(Character.toString(c));
      if (columns > LONGEST_NAME) {
        break;
      }
      from -= Character.charCount(c);
    }
    return "..." + name.substring(from);
  }
}
