package org.logdiff.cli.text;

import java.io.IOException;
import java.util.List;
import org.logdiff.analysis.report.OffsetRange;
import org.logdiff.analysis.report.Picture;
import org.logdiff.cli.console.Paint.Style;
import org.logdiff.cli.text.Page.Piece;

/** Who has what around a finding: a line per offset, a mark per replica. */
final class PictureDrawing {
  private static final String LEGEND =
      "||| all agree, |_| the second lacks it, X damaged or different, . outside";
  private static final int INDENT = 4;

  private final Page page;
  private boolean legendShown;

  PictureDrawing(Page page) {
    this.page = page;
  }

  void render(Picture picture) throws IOException {
    page.item(INDENT, "from left to right: ", String.join(", ", picture.replicas()));
    int offsetColumns =
        picture.rows().stream().mapToInt(row -> offsets(row.offsets()).length()).max().orElse(0);
    for (Picture.Row row : picture.rows()) {
      line(row, offsetColumns);
    }
    if (!legendShown) {
      page.heading(INDENT, Style.FAINT, LEGEND);
      legendShown = true;
    }
  }

  private void line(Picture.Row row, int offsetColumns) throws IOException {
    String offsets = offsets(row.offsets());
    String before =
        (row.isSubject() ? "> " : "  ") + " ".repeat(offsetColumns - offsets.length()) + offsets;
    String marks = marks(row.cells());
    int from = INDENT + before.length() + 2 + marks.length() + 2;
    List<String> what = Wrapping.of(page.shown(row.what()), Math.max(20, Page.WIDTH - from));
    page.row(
        List.of(
            Piece.plain(" ".repeat(INDENT) + before + "  "),
            new Piece(row.isSubject() ? Style.BAD : Style.PLAIN, marks),
            Piece.plain("  " + what.get(0))));
    for (String more : what.subList(1, what.size())) {
      page.row(List.of(Piece.plain(" ".repeat(from) + more)));
    }
  }

  private static String offsets(OffsetRange range) {
    return range.first() == range.last()
        ? Long.toString(range.first())
        : range.first() + "-" + range.last();
  }

  private static String marks(List<Picture.Cell> cells) {
    StringBuilder marks = new StringBuilder();
    for (Picture.Cell cell : cells) {
      marks.append(mark(cell));
    }
    return marks.toString();
  }

  private static char mark(Picture.Cell cell) {
    return switch (cell) {
      case PRESENT -> '|';
      case ABSENT -> '_';
      case DIFFERENT, DAMAGED -> 'X';
      case OUTSIDE -> '.';
    };
  }
}
