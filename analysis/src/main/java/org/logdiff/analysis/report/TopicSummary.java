package org.logdiff.analysis.report;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;

/**
 * A topic in one line, for whoever looks at a whole fleet.
 *
 * @param partitions how many were compared
 * @param findings of all of them, without the known ones
 * @param findingsKnown how many were left out because they are known and dealt with
 */
public record TopicSummary(
    String topic,
    int partitions,
    int consistent,
    int inconsistent,
    int undetermined,
    List<Finding> findings,
    int findingsKnown) {
  public TopicSummary {
    findings = List.copyOf(findings);
  }

  /** By name. */
  public static List<TopicSummary> of(List<PartitionReport> partitions) {
    Map<String, List<PartitionReport>> byTopic = new TreeMap<>();
    for (PartitionReport partition : partitions) {
      byTopic.computeIfAbsent(partition.topic(), t -> new ArrayList<>()).add(partition);
    }
    List<TopicSummary> topics = new ArrayList<>();
    byTopic.forEach((topic, its) -> topics.add(of(topic, its)));
    return topics;
  }

  private static TopicSummary of(String topic, List<PartitionReport> partitions) {
    return new TopicSummary(
        topic,
        partitions.size(),
        count(partitions, Verdict.CONSISTENT),
        count(partitions, Verdict.INCONSISTENT),
        count(partitions, Verdict.UNDETERMINED),
        partitions.stream().flatMap(partition -> partition.findings().stream()).toList(),
        partitions.stream().mapToInt(PartitionReport::findingsKnown).sum());
  }

  private static int count(List<PartitionReport> partitions, Verdict verdict) {
    return (int) partitions.stream().filter(p -> p.verdict() == verdict).count();
  }
}
