package org.logdiff.cli.text;

import java.io.IOException;
import java.util.List;
import org.logdiff.cli.console.Paint;
import org.logdiff.cli.console.Paint.Style;
import org.logdiff.cli.console.Printable;

/**
 * Lines of at most 80 columns. All text passes through here on its way out and is made printable,
 * so nothing from the evidence can command a terminal.
 */
final class Page {
  static final int WIDTH = 80;

  /** A part of a line in one style. */
  record Piece(Style style, String text) {
    static Piece plain(String text) {
      return new Piece(Style.PLAIN, text);
    }
  }

  private final Appendable out;
  private final Paint paint;
  private final Printable printable;
  private boolean begun;
  private boolean blankDue;

  Page(Appendable out, Paint paint, Printable printable) {
    this.out = out;
    this.paint = paint;
    this.printable = printable;
  }

  /** As it will be shown, for those who must know its width. */
  String shown(String raw) {
    return printable.text(raw);
  }

  /** A blank line between what came before and what follows. */
  void blank() {
    blankDue = begun;
  }

  /** Wrapped text; its lines all begin in one column. */
  void paragraph(int indent, String text) throws IOException {
    item(indent, "", text);
  }

  /** Wrapped text behind a lead, as {@code 1. }; later lines begin where the text began. */
  void item(int indent, String lead, String text) throws IOException {
    String shownLead = printable.text(lead);
    String before = " ".repeat(indent) + shownLead;
    int from = Printable.columns(before);
    for (String line : Wrapping.of(printable.text(text), WIDTH - from)) {
      emit(before + line);
      before = " ".repeat(from);
    }
  }

  /** Wrapped text in one style. */
  void heading(int indent, Style style, String text) throws IOException {
    for (String line : Wrapping.of(printable.text(text), WIDTH - indent)) {
      emit(" ".repeat(indent) + paint.apply(style, line));
    }
  }

  /** A path, or other text whose spaces count: broken only where it does not fit. */
  void path(int indent, String lead, String text) throws IOException {
    String before = " ".repeat(indent) + printable.text(lead);
    int from = Printable.columns(before);
    for (String line : Wrapping.ofOneWord(printable.text(text), WIDTH - from)) {
      emit(before + line);
      before = " ".repeat(from);
    }
  }

  /** Text whose spaces count, broken after them where it can be. */
  void spaced(int indent, String lead, String text) throws IOException {
    String before = " ".repeat(indent) + printable.text(lead);
    int from = Printable.columns(before);
    for (String line : Wrapping.keepingSpaces(printable.text(text), WIDTH - from)) {
      emit(before + line);
      before = " ".repeat(from);
    }
  }

  /** A line that has been laid out to fit. */
  void row(List<Piece> pieces) throws IOException {
    StringBuilder line = new StringBuilder();
    for (Piece piece : pieces) {
      line.append(paint.apply(piece.style(), printable.text(piece.text())));
    }
    emit(line.toString());
  }

  private void emit(String line) throws IOException {
    if (blankDue) {
      out.append('\n');
      blankDue = false;
    }
    out.append(line.stripTrailing()).append('\n');
    begun = true;
  }
}
