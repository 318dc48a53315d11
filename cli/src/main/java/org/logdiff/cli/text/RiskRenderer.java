package org.logdiff.cli.text;

import java.io.IOException;
import java.time.Instant;
import java.util.List;
import java.util.stream.Collectors;
import org.logdiff.analysis.report.PartitionRisk;
import org.logdiff.analysis.report.RiskReport;
import org.logdiff.cli.console.Paint;
import org.logdiff.cli.console.Paint.Style;
import org.logdiff.cli.console.Printable;
import org.logdiff.cli.key.KeyDisclosure;

/** What is about to be lost, for people, at 80 columns. */
public final class RiskRenderer {
  private final Paint paint;
  private final Printable printable;
  private final KeyDisclosure keys;

  public RiskRenderer(Paint paint, Printable printable, KeyDisclosure keys) {
    this.paint = paint;
    this.printable = printable;
    this.keys = keys;
  }

  public void render(RiskReport report, Appendable out) throws IOException {
    Page page = new Page(out, paint, printable);
    page.paragraph(0, "At " + Instant.ofEpochMilli(report.atMs()));
    RiskSection sections = new RiskSection(page, new KeyLine(printable, keys), report.atMs());
    boolean several = report.partitions().size() > 1;
    for (PartitionRisk partition : report.partitions()) {
      if (several && partition.answer() == PartitionRisk.Answer.NOT_AT_RISK) {
        sections.renderInShort(partition);
      } else {
        sections.renderInFull(partition);
      }
    }
    new NotExaminedSection(page).render(report.notExamined());
    conclude(report, page);
  }

  /** What a reader of the last lines must know; one partition has said it all at its top. */
  private static void conclude(RiskReport report, Page page) throws IOException {
    List<PartitionRisk> partitions = report.partitions();
    PartitionRisk.Answer only = partitions.size() == 1 ? partitions.get(0).answer() : null;
    if (only == report.answer() && report.failures().isEmpty()) {
      return;
    }
    page.blank();
    page.heading(
        0,
        RiskSection.style(report.answer()),
        "Answer: "
            + RiskSection.name(report.answer())
            + ". "
            + Phrases.count(partitions.size(), "partition", "partitions")
            + " assessed.");
    String atRisk =
        partitions.stream()
            .filter(partition -> partition.answer() == PartitionRisk.Answer.AT_RISK)
            .map(PartitionRisk::partition)
            .collect(Collectors.joining(", "));
    if (!atRisk.isEmpty()) {
      page.item(2, "at risk: ", atRisk);
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
}
