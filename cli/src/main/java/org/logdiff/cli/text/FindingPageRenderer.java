package org.logdiff.cli.text;

import java.io.IOException;
import java.util.List;
import org.commonmark.node.BulletList;
import org.commonmark.node.Code;
import org.commonmark.node.FencedCodeBlock;
import org.commonmark.node.HardLineBreak;
import org.commonmark.node.Heading;
import org.commonmark.node.IndentedCodeBlock;
import org.commonmark.node.ListBlock;
import org.commonmark.node.ListItem;
import org.commonmark.node.Node;
import org.commonmark.node.OrderedList;
import org.commonmark.node.SoftLineBreak;
import org.commonmark.node.Text;
import org.logdiff.cli.console.Paint;
import org.logdiff.cli.console.Paint.Style;
import org.logdiff.cli.console.Printable;
import org.logdiff.cli.page.FindingPage;

/** The pages of findings, for a terminal of 80 columns. */
public final class FindingPageRenderer {
  private static final int ID_COLUMNS = 34;

  private final Paint paint;
  private final Printable printable;

  public FindingPageRenderer(Paint paint, Printable printable) {
    this.paint = paint;
    this.printable = printable;
  }

  /** One line for each. */
  public void list(List<FindingPage> pages, Appendable out) throws IOException {
    Page page = new Page(out, paint, printable);
    for (FindingPage each : pages) {
      String severity = Phrases.name(each.kind().severity());
      page.row(
          List.of(
              new Page.Piece(Style.STRONG, padded(each.kind().id(), ID_COLUMNS)),
              new Page.Piece(Phrases.style(each.kind().severity()), severity)));
    }
  }

  /** One after the other. */
  public void render(List<FindingPage> findings, Appendable out) throws IOException {
    Page page = new Page(out, paint, printable);
    for (FindingPage finding : findings) {
      blocks(finding.document(), 0, page);
    }
  }

  private void blocks(Node parent, int indent, Page page) throws IOException {
    for (Node block = parent.getFirstChild(); block != null; block = block.getNext()) {
      page.blank();
      block(block, indent, page);
    }
  }

  private void block(Node block, int indent, Page page) throws IOException {
    if (block instanceof Heading) {
      page.heading(indent, Style.STRONG, text(block));
    } else if (block instanceof IndentedCodeBlock code) {
      code(code.getLiteral(), indent, page);
    } else if (block instanceof FencedCodeBlock code) {
      code(code.getLiteral(), indent, page);
    } else if (block instanceof ListBlock list) {
      list(list, indent, page);
    } else {
      page.paragraph(indent, text(block));
    }
  }

  private static void code(String literal, int indent, Page page) throws IOException {
    for (String line : literal.lines().toList()) {
      page.path(indent + 4, "", line);
    }
  }

  private void list(ListBlock list, int indent, Page page) throws IOException {
    int number = list instanceof OrderedList ordered ? ordered.getMarkerStartNumber() : 0;
    for (Node item = list.getFirstChild(); item != null; item = item.getNext()) {
      String lead = list instanceof BulletList ? "- " : number++ + ". ";
      item((ListItem) item, indent, lead, page);
    }
  }

  /** The first block stands beside the lead, later ones below it. */
  private void item(ListItem item, int indent, String lead, Page page) throws IOException {
    Node first = item.getFirstChild();
    page.item(indent, lead, first == null ? "" : text(first));
    for (Node block = first == null ? null : first.getNext();
        block != null;
        block = block.getNext()) {
      block(block, indent + lead.length(), page);
    }
  }

  /** A link is its text: the pages link to each other, and their ids are what one asks for. */
  private static String text(Node node) {
    if (node instanceof Text text) {
      return text.getLiteral();
    }
    if (node instanceof Code code) {
      return code.getLiteral();
    }
    if (node instanceof SoftLineBreak || node instanceof HardLineBreak) {
      return " ";
    }
    StringBuilder text = new StringBuilder();
    for (Node part = node.getFirstChild(); part != null; part = part.getNext()) {
      text.append(text(part));
    }
    return text.toString();
  }

  private static String padded(String text, int columns) {
    return text + " ".repeat(Math.max(1, columns - text.length()));
  }
}
