package org.logdiff.cli.text;

import java.io.IOException;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.stream.Collectors;
import org.logdiff.analysis.report.ComparisonReport;
import org.logdiff.analysis.report.Finding;
import org.logdiff.analysis.report.PartitionReport;
import org.logdiff.analysis.report.TopicSummary;
import org.logdiff.analysis.report.Verdict;
import org.logdiff.cli.console.Paint;
import org.logdiff.cli.console.Paint.Style;
import org.logdiff.cli.console.Printable;
import org.logdiff.cli.key.KeyDisclosure;

/** A comparison for people, at 80 columns. */
public final class TextRenderer {
  private final Paint paint;
  private final Printable printable;
  private final KeyDisclosure keys;

  public TextRenderer(Paint paint, Printable printable, KeyDisclosure keys) {
    this.paint = paint;
    this.printable = printable;
    this.keys = keys;
  }

  public void render(ComparisonReport report, Appendable out) throws IOException {
    Page page = new Page(out, paint, printable);
    PartitionSection sections = new PartitionSection(page, new KeyLine(printable, keys));
    boolean several = report.partitions().size() > 1;
    for (PartitionReport partition : report.partitions()) {
      if (several && PartitionSection.isWell(partition)) {
        sections.renderInShort(partition);
      } else {
        sections.renderInFull(partition);
      }
    }
    new NotExaminedSection(page).render(report.notExamined());
    conclude(report, page);
  }

  /** What a reader of the last lines must know; one partition has said it all at its top. */
  private static void conclude(ComparisonReport report, Page page) throws IOException {
    List<PartitionReport> partitions = report.partitions();
    Verdict only = partitions.size() == 1 ? partitions.get(0).verdict() : null;
    boolean saidAll = only == report.verdict() && report.failures().isEmpty();
    if (saidAll) {
      return;
    }
    page.blank();
    if (partitions.size() > 1) {
      new TopicTable(page).render(TopicSummary.of(partitions));
      page.blank();
    }
    page.heading(
        0,
        Phrases.style(report.verdict()),
        "Verdict: " + Phrases.name(report.verdict()) + ". " + counts(partitions));
    if (partitions.size() > 1) {
      named(Verdict.INCONSISTENT, partitions, page);
      named(Verdict.UNDETERMINED, partitions, page);
    }
    if (!report.failures().isEmpty()) {
      page.heading(
          0,
          Style.BAD,
          "Not done: "
              + Phrases.count(report.failures().size(), "thing", "things")
              + " that was asked for; the messages say why.");
    }
  }

  private static String counts(List<PartitionReport> partitions) {
    if (partitions.isEmpty()) {
      return "No partition was compared.";
    }
    List<Finding> findings = new ArrayList<>();
    partitions.forEach(partition -> findings.addAll(partition.findings()));
    String tally = Phrases.tally(findings);
    return Phrases.count(partitions.size(), "partition", "partitions")
        + ": "
        + Arrays.stream(Verdict.values())
            .filter(verdict -> count(verdict, partitions) > 0)
            .map(verdict -> count(verdict, partitions) + " " + Phrases.name(verdict))
            .collect(Collectors.joining(", "))
        + "; "
        + (tally.isEmpty() ? "no findings" : tally)
        + ".";
  }

  private static long count(Verdict verdict, List<PartitionReport> partitions) {
    return partitions.stream().filter(partition -> partition.verdict() == verdict).count();
  }

  private static void named(Verdict verdict, List<PartitionReport> partitions, Page page)
      throws IOException {
    String names =
        partitions.stream()
            .filter(partition -> partition.verdict() == verdict)
            .map(PartitionReport::partition)
            .collect(Collectors.joining(", "));
    if (!names.isEmpty()) {
      page.item(2, Phrases.name(verdict) + ": ", names);
    }
  }
}
