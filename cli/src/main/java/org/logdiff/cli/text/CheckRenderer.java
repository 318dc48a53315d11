package org.logdiff.cli.text;

import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import org.logdiff.analysis.check.CheckLevel;
import org.logdiff.analysis.check.CheckReport;
import org.logdiff.analysis.check.CheckedLogDir;
import org.logdiff.analysis.check.CheckedPartition;
import org.logdiff.analysis.report.Finding;
import org.logdiff.analysis.report.NotExamined;
import org.logdiff.analysis.report.ReplicaSummary;
import org.logdiff.analysis.report.Severity;
import org.logdiff.cli.console.Paint;
import org.logdiff.cli.console.Paint.Style;
import org.logdiff.cli.console.Printable;
import org.logdiff.cli.key.KeyDisclosure;

/** A check for people, at 80 columns: a line for what is sound, all about what is not. */
public final class CheckRenderer {
  private final Paint paint;
  private final Printable printable;

  public CheckRenderer(Paint paint, Printable printable) {
    this.paint = paint;
    this.printable = printable;
  }

  public void render(CheckReport report, Appendable out) throws IOException {
    Page page = new Page(out, paint, printable);
    FindingSection findings =
        new FindingSection(page, new KeyLine(printable, KeyDisclosure.of(false)));
    for (CheckedLogDir logDir : report.logDirs()) {
      if (!logDir.findings().isEmpty()) {
        page.blank();
        page.heading(
            0,
            style(logDir.findings()),
            "log dir " + logDir.name() + ": " + Phrases.tally(logDir.findings()));
        page.path(2, "", logDir.path().toString());
        for (Finding finding : logDir.findings()) {
          findings.render(finding);
        }
        page.blank();
      }
    }
    for (CheckedPartition partition : report.partitions()) {
      render(partition, page, findings);
    }
    new NotExaminedSection(page).render(report.notExamined());
    conclude(report, page);
  }

  private static void render(CheckedPartition partition, Page page, FindingSection findings)
      throws IOException {
    if (partition.findings().isEmpty()) {
      boolean isOpen = partition.notExamined().stream().anyMatch(NotExamined::leavesVerdictOpen);
      page.heading(
          0,
          isOpen ? Style.WARNING : Style.GOOD,
          title(partition) + (isOpen ? "open" : "sound") + "; " + extent(partition.replica()));
      new NotExaminedSection(page).renderBelow(partition.notExamined());
      return;
    }
    page.blank();
    page.heading(
        0, style(partition.findings()), title(partition) + Phrases.tally(partition.findings()));
    if (partition.topicId() != null) {
      page.paragraph(2, "topic id " + partition.topicId());
    }
    page.blank();
    new ReplicaTable(page, List.of(partition.replica())).render();
    for (Finding finding : partition.findings()) {
      findings.render(finding);
    }
    if (partition.findingsNotListed() > 0) {
      page.blank();
      page.paragraph(
          0,
          Phrases.count(partition.findingsNotListed(), "more finding is", "more findings are")
              + " not listed.");
    }
    new NotExaminedSection(page).render(partition.notExamined());
    page.blank();
  }

  private static String title(CheckedPartition partition) {
    return partition.partition()
        + (partition.replica() == null ? "" : " on " + partition.replica().name())
        + ": ";
  }

  private static String extent(ReplicaSummary replica) {
    if (replica == null) {
      return "not opened";
    }
    return (replica.logEndOffset() > replica.logStartOffset()
            ? "offsets " + replica.logStartOffset() + " to " + (replica.logEndOffset() - 1)
            : "no offsets")
        + ", "
        + Phrases.count(replica.segments(), "segment", "segments")
        + ", "
        + Phrases.count(replica.bytes(), "byte", "bytes");
  }

  private static Style style(List<Finding> findings) {
    return Phrases.style(
        findings.stream().map(Finding::severity).min(Severity::compareTo).orElse(Severity.INFO));
  }

  private static void conclude(CheckReport report, Page page) throws IOException {
    List<Finding> all = new ArrayList<>();
    report.logDirs().forEach(logDir -> all.addAll(logDir.findings()));
    report.partitions().forEach(partition -> all.addAll(partition.findings()));
    long sound = report.partitions().stream().filter(p -> p.findings().isEmpty()).count();
    page.blank();
    page.heading(
        0,
        all.isEmpty() ? Style.GOOD : style(all),
        Phrases.count(report.partitions().size(), "replica", "replicas")
            + " checked, "
            + depth(report.level())
            + ": "
            + sound
            + " without findings; "
            + (all.isEmpty() ? "no findings" : Phrases.tally(all))
            + ".");
    if (!report.failures().isEmpty()) {
      page.heading(
          0,
          Style.BAD,
          "Not done: "
              + Phrases.count(report.failures().size(), "thing", "things")
              + " that was asked for; the messages say why.");
    }
  }

  private static String depth(CheckLevel level) {
    return switch (level) {
      case QUICK -> "without decompressing";
      case NORMAL -> "every record";
      case DEEP -> "every record and the payloads of internal topics";
    };
  }
}
