package org.logdiff.cli.text;

import java.io.IOException;
import java.util.Locale;
import org.logdiff.analysis.report.Finding;
import org.logdiff.analysis.report.PartitionReport;
import org.logdiff.analysis.report.ReplicaSummary;
import org.logdiff.analysis.report.Verdict;

/** One partition: a line if it is well, all about it if not. */
final class PartitionSection {
  private final Page page;
  private final FindingSection findings;

  PartitionSection(Page page, KeyLine keys) {
    this.page = page;
    this.findings = new FindingSection(page, keys);
  }

  void renderInFull(PartitionReport partition) throws IOException {
    page.blank();
    page.heading(0, Phrases.style(partition.verdict()), title(partition));
    page.paragraph(2, extent(partition) + ", " + Phrases.count(bytes(partition), "byte", "bytes"));
    if (partition.topicId() != null) {
      page.paragraph(2, "topic id " + partition.topicId());
    }
    page.blank();
    new ReplicaTable(page, partition.replicas()).render();
    new BeyondStableLines(page).render(partition.replicas());
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
    if (partition.findingsKnown() > 0) {
      page.blank();
      page.paragraph(0, known(partition) + " not shown.");
    }
    new NotExaminedSection(page).render(partition.notExamined());
    page.blank();
  }

  private static String known(PartitionReport partition) {
    return Phrases.count(partition.findingsKnown(), "known finding is", "known findings are");
  }

  void renderInShort(PartitionReport partition) throws IOException {
    page.heading(
        0, Phrases.style(partition.verdict()), title(partition) + "; " + extent(partition));
    new NotExaminedSection(page).renderBelow(partition.notExamined());
  }

  static boolean isWell(PartitionReport partition) {
    return partition.verdict() == Verdict.CONSISTENT
        && partition.findings().isEmpty()
        && partition.findingsNotListed() == 0;
  }

  private static String title(PartitionReport partition) {
    String verdict = Phrases.name(partition.verdict());
    if (partition.verdict() == Verdict.INCONSISTENT) {
      verdict = verdict.toUpperCase(Locale.ROOT);
    }
    String tally = Phrases.tally(partition.findings());
    return partition.partition()
        + ": "
        + verdict
        + (tally.isEmpty() ? "" : ", " + tally)
        + (partition.findingsKnown() == 0 ? "" : ", " + partition.findingsKnown() + " known");
  }

  /** What was compared. */
  private static String extent(PartitionReport partition) {
    String replicas = Phrases.count(partition.replicas().size(), "replica", "replicas");
    if (partition.compared() != null) {
      return replicas + ", " + Phrases.offsets(partition.compared()) + " compared";
    }
    return replicas + (bytes(partition) == 0 ? ", all empty" : ", no offsets in common");
  }

  private static long bytes(PartitionReport partition) {
    return partition.replicas().stream().mapToLong(ReplicaSummary::bytes).sum();
  }
}
