package org.logdiff.analysis.risk;

import java.io.IOException;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.OptionalInt;
import java.util.Set;
import java.util.TreeSet;
import org.logdiff.analysis.align.QuietScan;
import org.logdiff.analysis.compare.ExaminedPartition;
import org.logdiff.analysis.compare.PartitionComparison.StepProgress;
import org.logdiff.analysis.config.ConfigKey;
import org.logdiff.analysis.config.ConfigOrigin;
import org.logdiff.analysis.config.ConfigValue;
import org.logdiff.analysis.config.ReplicaConfig;
import org.logdiff.analysis.config.TopicConfiguration;
import org.logdiff.analysis.key.HashRange;
import org.logdiff.analysis.key.KeyTable;
import org.logdiff.analysis.key.PagePool;
import org.logdiff.analysis.replica.Replica;
import org.logdiff.analysis.report.Finding;
import org.logdiff.analysis.report.FindingKind;
import org.logdiff.analysis.report.NotExamined;
import org.logdiff.analysis.report.PartitionReport;
import org.logdiff.analysis.report.PartitionRisk;
import org.logdiff.analysis.report.RecordAtRisk;
import org.logdiff.analysis.report.ReplicaBounds;
import org.logdiff.analysis.report.Severity;

/**
 * Finds what of a partition is about to be lost, after its comparison: a pass for the bounds, and
 * three for the tombstones and markers that somebody still needs, each in as many rounds as the
 * table's budget wants.
 */
public final class PartitionRiskAssessment {
  private static final List<ConfigKey> SETTINGS =
      List.of(
          ConfigKey.CLEANUP_POLICY, ConfigKey.DELETE_RETENTION_MS, ConfigKey.MIN_COMPACTION_LAG_MS);

  /** Nothing before its catch up is possible for the replica that they speak of. */
  private static final List<FindingKind> GONE =
      List.of(FindingKind.TOMBSTONE_GONE_BEFORE_CATCH_UP, FindingKind.MARKER_GONE_BEFORE_CATCH_UP);

  private static final List<FindingKind> AT_RISK =
      List.of(FindingKind.TOMBSTONE_AT_RISK, FindingKind.MARKER_AT_RISK);

  /**
   * What to go by.
   *
   * @param atMs the time to speak about; milliseconds since 1970
   * @param listed how much of what is at risk is told one by one
   * @param memory off the heap
   * @param assignedReplicas how many the cluster's metadata names; empty if it is silent
   */
  public record Options(long atMs, int listed, PagePool memory, OptionalInt assignedReplicas) {}

  private final PartitionReport report;
  private final ExaminedPartition partition;
  private final TopicConfiguration configuration;
  private final Options options;
  private final Steps steps;
  private final List<ReplicaConfig> configs = new ArrayList<>();
  private final List<String> names;

  /**
   * @param report of the comparison
   */
  public PartitionRiskAssessment(
      PartitionReport report,
      ExaminedPartition partition,
      TopicConfiguration configuration,
      Options options,
      StepProgress progress) {
    this.report = report;
    this.partition = partition;
    this.configuration = configuration;
    this.options = options;
    this.steps = new Steps(partition, progress);
    names = partition.replicas().stream().map(Replica::name).toList();
    for (Replica replica : partition.replicas()) {
      configs.add(configuration.at(replica.nodeId(), options.atMs()));
    }
  }

  /**
   * Does the work.
   *
   * @throws IOException if the medium fails
   */
  public PartitionRisk run() throws IOException {
    KeyTable table = new KeyTable(options.memory());
    try {
      CleanerTraces traces = new CleanerTraces(partition.replicas());
      List<ReplicaBounds> bounds =
          new RemovalBounds(partition, report.replicas(), table, traces, steps).bounds();
      MostUrgent urgent = new MostUrgent(options.listed());
      if (!isCleaned()) {
        return risk(bounds, urgent, 0, List.of());
      }
      long held = findAtRisk(table, urgent);
      return risk(bounds, urgent, held, new CleanerFindings(partition, configs, traces).findings());
    } finally {
      table.close();
    }
  }

  /** Whether a cleaner works on the topic, or may: a silent metadata log says nothing. */
  private boolean isCleaned() {
    boolean hasCleanerTrace =
        partition.replicas().stream().anyMatch(replica -> replica.cleanedTo().isPresent());
    return configs.stream()
        .anyMatch(
            config ->
                config.isCompacted()
                    || config.value(ConfigKey.CLEANUP_POLICY).origin() == ConfigOrigin.DEFAULT
                        && (hasCleanerTrace || !configuration.isMetadataRead()));
  }

  /** Returns how many markers are held by data. */
  private long findAtRisk(KeyTable table, MostUrgent urgent) throws IOException {
    RemovalTimes times =
        new RemovalTimes(
            options.atMs(),
            configs,
            DirtySegmentAge.latestTimestamps(partition.replicas(), configs));
    MarkerNeeds markers = new MarkerNeeds(partition);
    Deque<HashRange> ranges = new ArrayDeque<>(List.of(HashRange.ALL));
    boolean isFirst = true;
    while (!ranges.isEmpty()) {
      table.restart(ranges.poll());
      walk(() -> new TouchScan(table, partition.ranges(), markers), "what is needed");
      if (!table.isEmpty()) {
        table.giveStates(2 * partition.replicas().size());
        walk(
            () -> new LatestScan(table, partition.ranges(), partition.outcomes()),
            "final states of keys");
      }
      if (!table.isEmpty() || isFirst && !markers.isEmpty()) {
        walk(() -> new CopyScan(partition, table, markers, times, urgent), "what is still there");
      }
      ranges.addAll(table.postponed());
      isFirst = false;
    }
    long held = 0;
    for (MarkerNeed need : markers.all()) {
      RecordAtRisk marker = need.toRecord(names, times);
      boolean isHeld = marker.copies().stream().allMatch(copy -> copy.heldByOffset() != null);
      if (isHeld) {
        held++;
      } else {
        urgent.add(marker);
      }
    }
    return held;
  }

  private void walk(java.util.function.Supplier<QuietScan> newScan, String step)
      throws IOException {
    partition.walk().walk(newScan, scan -> {}, steps.progress(step));
  }

  private PartitionRisk risk(
      List<ReplicaBounds> bounds, MostUrgent urgent, long held, List<Finding> ofCleaners) {
    List<RecordAtRisk> records = urgent.sorted();
    List<Finding> ofReplicas = findings(records);
    List<Finding> findings = new ArrayList<>(ofReplicas);
    findings.addAll(ofCleaners);
    List<NotExamined> notes = new ArrayList<>(report.notExamined());
    for (String note : configuration.notes()) {
      notes.add(new NotExamined(null, note, "it was passed over", false));
    }
    boolean isMissing =
        options.assignedReplicas().isPresent()
            && options.assignedReplicas().getAsInt() > bounds.size();
    boolean isOpen =
        isMissing
            || notes.stream().anyMatch(NotExamined::leavesVerdictOpen)
            || partition.ranges().stream().anyMatch(r -> r.partsAtEnd() || !r.unknown().isEmpty());
    PartitionRisk.Answer answer =
        !records.isEmpty() || !ofReplicas.isEmpty()
            ? PartitionRisk.Answer.AT_RISK
            : isOpen ? PartitionRisk.Answer.UNDETERMINED : PartitionRisk.Answer.NOT_AT_RISK;
    long errorsElsewhere =
        report.findings().stream()
            .filter(f -> f.severity() == Severity.ERROR && !GONE.contains(f.kind()))
            .count();
    return new PartitionRisk(
        report.partition(),
        report.topicId(),
        answer,
        bounds,
        options.assignedReplicas().isPresent() ? options.assignedReplicas().getAsInt() : null,
        settings(),
        records,
        urgent.notKept(),
        held,
        findings,
        answer == PartitionRisk.Answer.AT_RISK ? remedy(records, ofReplicas) : List.of(),
        errorsElsewhere,
        notes);
  }

  /**
   * What the comparison says of replicas that are behind: what is gone already; and what is at risk
   * without any copy of it being left.
   */
  private List<Finding> findings(List<RecordAtRisk> records) {
    List<Finding> findings = new ArrayList<>();
    for (Finding finding : report.findings()) {
      boolean isListed =
          records.stream()
              .anyMatch(
                  record ->
                      record.findingKind() == finding.kind()
                          && finding.candidateOffsets().stream()
                              .anyMatch(range -> range.contains(record.offset())));
      if (GONE.contains(finding.kind()) || AT_RISK.contains(finding.kind()) && !isListed) {
        findings.add(finding);
      }
    }
    return findings;
  }

  private List<String> remedy(List<RecordAtRisk> records, List<Finding> findings) {
    List<String> remedy = new ArrayList<>();
    if (!records.isEmpty()) {
      remedy.add(partition.stopTheClock());
    }
    Set<String> uncertain = new TreeSet<>();
    Set<String> behind = new TreeSet<>();
    Set<String> lost = new TreeSet<>();
    for (RecordAtRisk record : records) {
      for (RecordAtRisk.Need need : record.needs()) {
        if (need.reason() == RecordAtRisk.Reason.LOST) {
          lost.add(need.replica());
        } else {
          (record.goneFrom().isEmpty() ? behind : uncertain).add(need.replica());
        }
      }
    }
    findings.stream()
        .filter(finding -> GONE.contains(finding.kind()) || AT_RISK.contains(finding.kind()))
        .map(Finding::replica)
        .filter(Objects::nonNull)
        .forEach(uncertain::add);
    behind.removeAll(uncertain);
    uncertain.forEach(
        replica ->
            remedy.add(
                "Do not start "
                    + replica
                    + " with its directory as it is: it can no longer be sure to catch up cleanly."
                    + " Move its directory "
                    + partition.partition()
                    + " away first, so that it is rebuilt from the leader."));
    behind.forEach(
        replica ->
            remedy.add(
                "Bring "
                    + replica
                    + " back before the time is up, or move its directory "
                    + partition.partition()
                    + " away, so that it is rebuilt."));
    if (!lost.isEmpty()) {
      remedy.add(
          "What "
              + String.join(" and ", lost)
              + " never received does not come by itself. Run the comparison (logdiff DIR DIR"
              + " [DIR...]) for how to heal it while the copies are still there.");
    }
    return remedy;
  }

  private List<PartitionRisk.Setting> settings() {
    List<PartitionRisk.Setting> settings = new ArrayList<>();
    for (ConfigKey key : SETTINGS) {
      Map<String, List<String>> byValue = new LinkedHashMap<>();
      Map<String, ConfigValue> values = new LinkedHashMap<>();
      for (int r = 0; r < names.size(); r++) {
        ConfigValue value = configs.get(r).value(key);
        String same = value.text() + " " + value.from();
        values.put(same, value);
        byValue.computeIfAbsent(same, s -> new ArrayList<>()).add(names.get(r));
      }
      values.forEach(
          (same, value) ->
              settings.add(
                  new PartitionRisk.Setting(
                      byValue.get(same), key.kafkaName(), value.text(), value.from())));
    }
    return settings;
  }
}
