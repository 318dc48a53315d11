package org.logdiff.analysis;

import java.util.ArrayList;
import java.util.List;
import java.util.OptionalInt;
import org.logdiff.analysis.compare.ExaminedPartition;
import org.logdiff.analysis.config.TopicConfiguration;
import org.logdiff.analysis.key.PagePool;
import org.logdiff.analysis.report.ComparisonReport;
import org.logdiff.analysis.report.PartitionReport;
import org.logdiff.analysis.report.PartitionRisk;
import org.logdiff.analysis.report.RiskReport;
import org.logdiff.analysis.risk.PartitionRiskAssessment;
import org.logdiff.format.TopicPartition;

/** Compares the replicas of partitions, and finds what is about to be lost. */
public final class RiskAssessment {
  private final RiskRequest request;
  private final Progress progress;
  private final List<PartitionRisk> risks = new ArrayList<>();

  private RiskAssessment(RiskRequest request, Progress progress) {
    this.request = request;
    this.progress = progress;
  }

  /** Assesses what the request names. Bad input is in the report's failures. */
  public static RiskReport run(RiskRequest request, Progress progress) {
    return new RiskAssessment(request, progress).run();
  }

  private RiskReport run() {
    ComparisonReport report = Comparison.run(request.comparison(), progress, this::assess);
    return new RiskReport(
        request.atMs(), answer(report), risks, report.failures(), report.notExamined());
  }

  private void assess(
      PartitionReport report, ExaminedPartition partition, PagePool memory, Witnesses witnesses)
      throws java.io.IOException {
    TopicPartition name = TopicPartition.parse(partition.partition()).orElseThrow();
    TopicConfiguration configuration =
        witnesses.configurationOf(name, partition.topicId(), request.config());
    int assigned = witnesses.clusterOf(name, partition.topicId()).assignedNodes().size();
    risks.add(
        new PartitionRiskAssessment(
                report,
                partition,
                configuration,
                new PartitionRiskAssessment.Options(
                    request.atMs(),
                    request.comparison().listedFindings(),
                    memory,
                    assigned == 0 ? OptionalInt.empty() : OptionalInt.of(assigned)),
                progress::advanced)
            .run());
  }

  private PartitionRisk.Answer answer(ComparisonReport report) {
    boolean isOpen = !report.failures().isEmpty() || report.partitions().size() > risks.size();
    return risks.stream()
        .map(PartitionRisk::answer)
        .reduce(
            isOpen ? PartitionRisk.Answer.UNDETERMINED : PartitionRisk.Answer.NOT_AT_RISK,
            (a, b) -> a.compareTo(b) <= 0 ? a : b);
  }
}
