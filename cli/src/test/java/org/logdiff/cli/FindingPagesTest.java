package org.logdiff.cli;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.Set;
import java.util.TreeSet;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.logdiff.analysis.report.FindingKind;
import org.logdiff.cli.console.Paint;
import org.logdiff.cli.console.Printable;
import org.logdiff.cli.page.FindingPage;
import org.logdiff.cli.text.FindingPageRenderer;

/** Each kind of finding has a page and a line in the README, and they say the same as the code. */
class FindingPagesTest {
  private static final Path PAGES = Path.of("docs", "findings");
  private static final List<String> SECTIONS =
      List.of(
          "## How it comes about",
          "## How to confirm by hand",
          "## What not to conclude",
          "## What to do");

  @Test
  void thereIsAPageForEachKindAndNoOther() throws IOException {
    try (Stream<Path> pages = Files.list(PAGES)) {
      Set<String> names =
          pages.map(page -> page.getFileName().toString()).collect(Collectors.toSet());
      assertEquals(
          Arrays.stream(FindingKind.values())
              .map(kind -> kind.id() + ".md")
              .collect(Collectors.toCollection(TreeSet::new)),
          new TreeSet<>(names));
    }
  }

  @ParameterizedTest
  @EnumSource
  void aPageBeginsWithIdAndSeverity(FindingKind kind) throws IOException {
    List<String> lines = Files.readAllLines(PAGES.resolve(kind.id() + ".md"));
    assertEquals(
        List.of("# " + kind.id(), "", "Severity: " + severity(kind), ""), lines.subList(0, 4));
    assertEquals(SECTIONS, lines.stream().filter(line -> line.startsWith("## ")).toList());
  }

  /** A command that is broken in two cannot be copied from the terminal. */
  @ParameterizedTest
  @EnumSource
  void noLineOfCodeIsTooWideForATerminal(FindingKind kind) throws IOException {
    assertEquals(
        List.of(),
        Files.readAllLines(PAGES.resolve(kind.id() + ".md")).stream()
            .filter(line -> line.startsWith("    ") && line.length() > 80)
            .toList());
  }

  /** All characters but blanks, marks and link targets are on the terminal too, in order. */
  @ParameterizedTest
  @EnumSource
  void thePageIsShownWhole(FindingKind kind) throws IOException {
    StringBuilder shown = new StringBuilder();
    new FindingPageRenderer(new Paint(false), new Printable(true))
        .render(List.of(FindingPage.of(kind.id()).orElseThrow()), shown);
    assertEquals(
        lettersOf(
            Files.readString(PAGES.resolve(kind.id() + ".md")).replaceAll("\\]\\([^)]*\\)", "]")),
        lettersOf(shown));
  }

  private static String lettersOf(CharSequence text) {
    return text.toString().replaceAll("[^\\p{L}\\p{N}]", "");
  }

  @ParameterizedTest
  @EnumSource
  void theReadmeListsIt(FindingKind kind) throws IOException {
    String row =
        "| [%s](docs/findings/%s.md) | %s | ".formatted(kind.id(), kind.id(), severity(kind));
    assertTrue(
        Files.readAllLines(Path.of("README.md")).stream().anyMatch(line -> line.startsWith(row)),
        row);
  }

  private static String severity(FindingKind kind) {
    return kind.severity().name().toLowerCase(Locale.ROOT);
  }
}
