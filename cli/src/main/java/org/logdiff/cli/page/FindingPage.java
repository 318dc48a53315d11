package org.logdiff.cli.page;

import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import org.commonmark.node.Node;
import org.commonmark.parser.Parser;
import org.logdiff.analysis.report.FindingKind;

/**
 * The page of a kind of finding: {@code docs/findings/<id>.md}, which the program carries with it.
 *
 * @param markdown as it was written
 */
public record FindingPage(FindingKind kind, String markdown) {
  /** In the order of the kinds. */
  public static List<FindingPage> all() {
    return Arrays.stream(FindingKind.values()).map(FindingPage::of).toList();
  }

  /** Empty if no kind of finding has that id. */
  public static Optional<FindingPage> of(String id) {
    return Arrays.stream(FindingKind.values())
        .filter(kind -> kind.id().equals(id))
        .findFirst()
        .map(FindingPage::of);
  }

  /** The page as a tree of blocks. */
  public Node document() {
    return Parser.builder().build().parse(markdown);
  }

  private static FindingPage of(FindingKind kind) {
    String name = kind.id() + ".md";
    try (InputStream page = FindingPage.class.getResourceAsStream(name)) {
      if (page == null) {
        throw new IllegalStateException("built without the page " + name);
      }
      return new FindingPage(kind, new String(page.readAllBytes(), StandardCharsets.UTF_8));
    } catch (IOException e) {
      throw new UncheckedIOException("the page " + name + " cannot be read", e);
    }
  }
}
