package org.logdiff.analysis;

import org.logdiff.analysis.report.ComparisonReport;
import org.logdiff.analysis.report.Finding;
import org.logdiff.analysis.report.PartitionReport;

/** Everything that a report says, as lines that a failed test can show. */
final class ReportText {
  private ReportText() {}

  static String of(ComparisonReport report) {
    StringBuilder text = new StringBuilder();
    line(text, report.verdict());
    for (PartitionReport partition : report.partitions()) {
      line(
          text,
          partition.partition(),
          partition.topicId(),
          partition.verdict(),
          partition.compared(),
          partition.findingsNotListed());
      partition.replicas().forEach(replica -> line(text, "  ", replica));
      for (Finding finding : partition.findings()) {
        line(text, "  ", finding.kind().id(), finding.fingerprint(), finding.confidence());
        line(text, "    ", finding.replica(), finding.offset(), finding.candidateOffsets());
        line(text, "    ", finding.key(), finding.producerId(), finding.summary());
        finding.reasoning().forEach(step -> line(text, "    ", step));
        finding.assumptions().forEach(assumption -> line(text, "    ", assumption));
        finding.effects().forEach(effect -> line(text, "    ", effect));
        finding.remedy().forEach(remedy -> line(text, "    ", remedy));
        finding.exhibits().forEach(exhibit -> line(text, "    ", exhibit));
        finding.readings().forEach(reading -> line(text, "    ", reading));
        line(text, "    ", finding.picture());
      }
      partition.notExamined().forEach(note -> line(text, "  ", note));
    }
    report.failures().forEach(failure -> line(text, failure));
    report.notExamined().forEach(note -> line(text, note));
    return text.toString();
  }

  private static void line(StringBuilder text, Object... words) {
    for (Object word : words) {
      text.append(word).append(' ');
    }
    text.append('\n');
  }
}
