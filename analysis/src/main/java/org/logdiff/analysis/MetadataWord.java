package org.logdiff.analysis;

import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.OptionalLong;
import org.logdiff.analysis.compare.ClusterWord;
import org.logdiff.analysis.report.Exhibit;
import org.logdiff.analysis.witness.ConfigSetting;
import org.logdiff.analysis.witness.PartitionEvent;
import org.logdiff.analysis.witness.PartitionHistory;
import org.logdiff.analysis.witness.TopicHistory;

/** What {@code __cluster_metadata} says of one partition. */
final class MetadataWord implements ClusterWord {
  private static final String CLEANUP_POLICY = "cleanup.policy";
  private static final String DELETE_RETENTION_MS = "delete.retention.ms";
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
  public OptionalLong deleteRetentionMs(long sinceMs) {
    List<ConfigSetting> settings =
        topic.configChanges().stream().filter(c -> c.name().equals(DELETE_RETENTION_MS)).toList();
    boolean isKnownSince = !settings.isEmpty() && settings.get(0).at().timestampMs() <= sinceMs;
    boolean isOne = settings.stream().map(ConfigSetting::value).distinct().count() == 1;
    return isKnownSince && isOne ? number(settings.get(0)) : OptionalLong.empty();
  }

  @Override
  public boolean isOfKRaftSince(long atMs) {
    return topic.created().timestampMs() <= atMs;
  }

  private static OptionalLong number(ConfigSetting setting) {
    try {
      return OptionalLong.of(Long.parseLong(setting.value().orElse("")));
    } catch (NumberFormatException e) {
      return OptionalLong.empty();
    }
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
                          new Absence(text(absence), absence.rejoined().isPresent(), exhibits));
                    }));
    return absences;
  }

  /** A snapshot only shows a node gone: it had left some time before. */
  private static String text(org.logdiff.analysis.witness.Absence absence) {
    Instant left = Instant.ofEpochMilli(absence.leftMs());
    String from =
        absence.isLeftBefore()
            ? "already at " + left + ", in a metadata snapshot,"
            : "from " + left;
    String to =
        absence.rejoinedMs().isPresent()
            ? (absence.isLeftBefore() ? " until " : " to ")
                + Instant.ofEpochMilli(absence.rejoinedMs().getAsLong())
            : absence.isLeftBefore() ? " and still is" : " on";
    return "node "
        + absence.nodeId()
        + " was out of the ISR "
        + from
        + to
        + ", by the controller's clock";
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
