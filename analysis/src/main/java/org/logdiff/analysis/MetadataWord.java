package org.logdiff.analysis;

import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.logdiff.analysis.compare.ClusterWord;
import org.logdiff.analysis.report.Exhibit;
import org.logdiff.analysis.witness.ConfigSetting;
import org.logdiff.analysis.witness.PartitionEvent;
import org.logdiff.analysis.witness.PartitionHistory;
import org.logdiff.analysis.witness.TopicHistory;

/** What {@code __cluster_metadata} says of one partition. */
final class MetadataWord implements ClusterWord {
  private static final String CLEANUP_POLICY = "cleanup.policy";
  private static final String COMPACT = "compact";

  private final TopicHistory topic;
  private final Optional<PartitionHistory> partition;

  MetadataWord(TopicHistory topic, int partition) {
    this.topic = topic;
    this.partition = Optional.ofNullable(topic.partitions().get(partition));
  }

  @Override
  public Policy policy() {
    List<ConfigSetting> policies =
        topic.configChanges().stream().filter(c -> c.name().equals(CLEANUP_POLICY)).toList();
    boolean wasCompacted = policies.stream().anyMatch(c -> c.value().orElse("").contains(COMPACT));
    if (wasCompacted) {
      return Policy.COMPACTED;
    }
    return topic.created().isSnapshot() && policies.isEmpty()
        ? Policy.UNKNOWN
        : Policy.NEVER_COMPACTED;
  }

  @Override
  public List<Integer> assignedNodes() {
    return partition.map(p -> p.last().replicas()).orElse(List.of());
  }

  @Override
  public List<Absence> absences(int nodeId) {
    List<Absence> absences = new ArrayList<>();
    partition.ifPresent(
        history ->
            history
                .absences(nodeId)
                .forEach(
                    absence -> {
                      List<Exhibit> exhibits = new ArrayList<>();
                      exhibits.add(exhibit(absence.left(), "node " + nodeId + " leaves the ISR"));
                      absence
                          .rejoined()
                          .ifPresent(
                              event ->
                                  exhibits.add(
                                      exhibit(event, "node " + nodeId + " is back in the ISR")));
                      absences.add(
                          new Absence(
                              "node "
                                  + nodeId
                                  + " was out of the ISR from "
                                  + Instant.ofEpochMilli(absence.leftMs())
                                  + (absence.rejoinedMs().isPresent()
                                      ? " to "
                                          + Instant.ofEpochMilli(absence.rejoinedMs().getAsLong())
                                      : " on")
                                  + ", by the controller's clock",
                              absence.rejoined().isPresent(),
                              exhibits));
                    }));
    return absences;
  }

  private static Exhibit exhibit(PartitionEvent event, String shows) {
    return new Exhibit(
        event.at().sighting().logDir().getFileName().toString(),
        event.at().sighting().file(),
        event.at().sighting().position(),
        event.at().sighting().length(),
        event.at().offset(),
        shows);
  }
}
