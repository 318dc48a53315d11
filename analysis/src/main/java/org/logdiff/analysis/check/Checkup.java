package org.logdiff.analysis.check;

import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;
import org.logdiff.analysis.Progress;
import org.logdiff.analysis.replica.Unreadable;
import org.logdiff.analysis.report.Finding;
import org.logdiff.analysis.report.NotExamined;
import org.logdiff.analysis.witness.ClusterMetadataLog;
import org.logdiff.analysis.witness.ConfigSetting;

/** Checks replicas by themselves: each file against itself and against the others beside it. */
public final class Checkup {
  private final CheckRequest request;
  private final Progress progress;
  private final List<String> failures = new ArrayList<>();
  private final List<NotExamined> notes = new ArrayList<>();

  private Checkup(CheckRequest request, Progress progress) {
    this.request = request;
    this.progress = progress;
  }

  /** Checks what the request names. Bad input is in the report's failures, never an exception. */
  public static CheckReport run(CheckRequest request, Progress progress) {
    return new Checkup(request, progress).run();
  }

  private CheckReport run() {
    CheckTargets targets = new CheckTargets(request, failures);
    targets.resolve();
    List<CheckedLogDir> logDirs = new ArrayList<>();
    List<CheckedPartition> partitions = new ArrayList<>();
    for (CheckTargets.Broker broker : targets.brokers()) {
      logDirs.addAll(logDirs(broker));
      Coordinator coordinator = new Coordinator(broker.paths());
      ClusterMetadataLog metadata = ClusterMetadataLog.read(broker.paths(), broker.topics());
      for (CheckTarget target : broker.targets()) {
        check(target, coordinator, isCompacted(metadata, target)).ifPresent(partitions::add);
      }
      notes.addAll(coordinator.notes());
    }
    if (partitions.isEmpty() && failures.isEmpty() && logDirs.isEmpty()) {
      failures.add("there is nothing to check");
    }
    return new CheckReport(request.level(), logDirs, partitions, failures, notes);
  }

  private static boolean isCompacted(ClusterMetadataLog metadata, CheckTarget target) {
    return metadata
        .topic(target.source().partition().topic())
        .map(topic -> topic.config().get("cleanup.policy"))
        .flatMap(ConfigSetting::value)
        .filter(policy -> policy.contains("compact"))
        .isPresent();
  }

  private Optional<CheckedPartition> check(
      CheckTarget target, Coordinator coordinator, boolean isCompacted) {
    String name = target.source().partition().toString();
    try {
      long[] done = {0};
      return Optional.of(
          new PartitionCheckup(target, request.level(), coordinator, isCompacted, failures)
              .run(
                  (bytes, total) ->
                      progress.advanced(name + ": checking", done[0] += bytes, total)));
    } catch (IOException e) {
      failures.add(name + " of " + target.source().name() + ": " + Unreadable.why(e));
      notes.add(
          new NotExamined(
              target.source().name(),
              target.source().directory().toString(),
              Unreadable.why(e),
              true));
      return Optional.empty();
    }
  }

  private List<CheckedLogDir> logDirs(CheckTargets.Broker broker) {
    List<CheckedLogDir> checked = new ArrayList<>();
    LogDirCheckup duplicates = new LogDirCheckup(broker.name(), broker.nodeId());
    duplicates.duplicates(broker.whole());
    for (int i = 0; i < broker.whole().size(); i++) {
      LogDirCheckup checkup =
          i == 0 ? duplicates : new LogDirCheckup(broker.name(), broker.nodeId());
      Path path = broker.whole().get(i).path();
      try {
        checkup.check(broker.whole().get(i));
      } catch (IOException e) {
        failures.add(path + ": " + Unreadable.why(e));
      }
      List<Finding> findings =
          checkup.drafts().stream()
              .map(FindingDraft::toFinding)
              .filter(broker::isAsked)
              .sorted(Comparator.comparing(Finding::severity).thenComparing(Finding::kind))
              .toList();
      checked.add(new CheckedLogDir(broker.name(), path, findings));
    }
    return checked;
  }
}
