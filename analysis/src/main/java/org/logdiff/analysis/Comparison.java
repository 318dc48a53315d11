package org.logdiff.analysis;

import java.io.IOException;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.SortedMap;
import java.util.stream.Collectors;
import org.logdiff.analysis.align.ParallelWalk;
import org.logdiff.analysis.compare.ExaminedPartition;
import org.logdiff.analysis.compare.PartitionComparison;
import org.logdiff.analysis.evidence.ExaminedFiles;
import org.logdiff.analysis.evidence.ExhibitReader;
import org.logdiff.analysis.key.PagePool;
import org.logdiff.analysis.replica.Replica;
import org.logdiff.analysis.replica.ReplicaOpener;
import org.logdiff.analysis.replica.ReplicaSource;
import org.logdiff.analysis.replica.SmallFiles;
import org.logdiff.analysis.replica.Unreadable;
import org.logdiff.analysis.report.ComparisonReport;
import org.logdiff.analysis.report.NotExamined;
import org.logdiff.analysis.report.PartitionReport;
import org.logdiff.analysis.report.ReplicaEvidence;
import org.logdiff.analysis.report.Verdict;
import org.logdiff.analysis.request.RequestResolver;
import org.logdiff.format.TopicPartition;
import org.logdiff.format.checkpoint.PartitionMetadata;
import org.logdiff.format.layout.PartitionDirectory;

/** The main job: compares the replicas of partitions. */
public final class Comparison {
  /** Masks of replicas are kept in ints, two bits for each. No topic has so many replicas. */
  private static final int MOST_REPLICAS = 15;

  private final ComparisonRequest request;
  private final Progress progress;
  private final long chunkBytes;
  private final PagePool memory;
  private final Sequel sequel;
  private final List<String> failures = new ArrayList<>();
  private final List<PartitionReport> reports = new ArrayList<>();
  private Witnesses witnesses;

  /** What is to be done with each partition while its replicas are still open. */
  interface Sequel {
    Sequel NONE = (report, partition, memory, witnesses) -> {};

    void examined(
        PartitionReport report, ExaminedPartition partition, PagePool memory, Witnesses witnesses)
        throws IOException;
  }

  private Comparison(ComparisonRequest request, Progress progress, long chunkBytes, Sequel sequel) {
    this.sequel = sequel;
    this.request = request;
    this.progress = progress;
    this.chunkBytes = chunkBytes;
    memory = new PagePool(request.memoryBytes());
  }

  /** Compares what the request names. Bad input is in the report's failures, never an exception. */
  public static ComparisonReport run(ComparisonRequest request, Progress progress) {
    return run(request, progress, ParallelWalk.CHUNK_BYTES);
  }

  /** As {@link #run(ComparisonRequest, Progress)}, cut into chunks of another size. */
  static ComparisonReport run(ComparisonRequest request, Progress progress, long chunkBytes) {
    return new Comparison(request, progress, chunkBytes, Sequel.NONE).run();
  }

  /** As {@link #run(ComparisonRequest, Progress)}, with something to follow for each partition. */
  static ComparisonReport run(ComparisonRequest request, Progress progress, Sequel sequel) {
    return new Comparison(request, progress, ParallelWalk.CHUNK_BYTES, sequel).run();
  }

  private ComparisonReport run() {
    RequestResolver resolver = new RequestResolver(request);
    SortedMap<TopicPartition, List<ReplicaSource>> partitions = resolver.resolve();
    failures.addAll(resolver.failures());
    witnesses =
        new Witnesses(
            List.copyOf(resolver.logDirs()),
            partitions.keySet().stream().map(TopicPartition::topic).distinct().toList());
    partitions.forEach(this::compare);
    if (partitions.isEmpty() && failures.isEmpty()) {
      failures.add("the directories share no partition");
    }
    List<NotExamined> notes = new ArrayList<>(resolver.notes());
    notes.addAll(witnesses.notes());
    return new ComparisonReport(
        ComparisonReport.verdict(reports, failures), reports, failures, notes);
  }

  private void compare(TopicPartition partition, List<ReplicaSource> sources) {
    List<NotExamined> notes = new ArrayList<>();
    List<Replica> replicas = new ArrayList<>();
    String topicId = null;
    try {
      Optional<Map<String, List<String>>> ids = topicIds(sources, notes);
      if (ids.isPresent() && ids.get().size() > 1) {
        failures.add(
            partition
                + ": the directories hold different topics of that name: "
                + ids.get().entrySet().stream()
                    .map(e -> String.join(", ", e.getValue()) + " topic id " + e.getKey())
                    .collect(Collectors.joining("; "))
                + "; it was deleted and created again between them");
        return;
      }
      topicId = ids.flatMap(i -> i.keySet().stream().findFirst()).orElse(null);
      open(partition, sources, replicas, notes);
      if (replicas.size() < 2 || replicas.size() > MOST_REPLICAS) {
        failures.add(
            partition
                + (replicas.size() < 2
                    ? ": fewer than two replicas could be opened"
                    : ": more than " + MOST_REPLICAS + " replicas cannot be compared at once"));
        reports.add(empty(partition, topicId, notes));
        return;
      }
      List<ExaminedFiles> files = files(sources, replicas);
      PartitionComparison comparison =
          new PartitionComparison(
              partition.toString(),
              partition.topic(),
              topicId,
              replicas,
              () -> witnesses.coordinatorOf(partition),
              witnesses.clusterOf(partition, topicId),
              new PartitionComparison.Options(
                  request.threads(), memory, request.listedFindings(), chunkBytes),
              progress::advanced,
              notes);
      PartitionReport report = comparison.run();
      sequel.examined(report, comparison.examined(), memory, witnesses);
      ExhibitReader exhibits = new ExhibitReader(request.exhibitBytes(), failures);
      reports.add(report.with(evidence(replicas, files), exhibits.read(report.findings())));
    } catch (IOException e) {
      failures.add(partition + ": " + Unreadable.why(e));
      notes.add(new NotExamined(null, partition.toString(), Unreadable.why(e), true));
      reports.add(empty(partition, topicId, notes));
    } finally {
      close(replicas);
    }
  }

  private static List<ExaminedFiles> files(List<ReplicaSource> sources, List<Replica> replicas)
      throws IOException {
    List<ExaminedFiles> files = new ArrayList<>();
    for (Replica replica : replicas) {
      for (ReplicaSource source : sources) {
        if (source.directory().equals(replica.directory())) {
          files.add(new ExaminedFiles(replica, source.logDir().path()));
        }
      }
    }
    return files;
  }

  private List<ReplicaEvidence> evidence(List<Replica> replicas, List<ExaminedFiles> files) {
    List<ReplicaEvidence> evidence = new ArrayList<>();
    for (int r = 0; r < replicas.size(); r++) {
      evidence.add(
          new ReplicaEvidence(
              replicas.get(r).name(),
              replicas.get(r).leaderEpochs().entries().stream()
                  .map(e -> new ReplicaEvidence.LeaderEpoch(e.epoch(), e.startOffset()))
                  .toList(),
              files.get(r).after(request.manifest(), failures)));
    }
    return evidence;
  }

  private static PartitionReport empty(
      TopicPartition partition, String topicId, List<NotExamined> notes) {
    return new PartitionReport(
        partition.toString(), topicId, Verdict.UNDETERMINED, List.of(), List.of(), 0, null, notes);
  }

  private void open(
      TopicPartition partition,
      List<ReplicaSource> sources,
      List<Replica> replicas,
      List<NotExamined> notes) {
    for (ReplicaSource source : sources) {
      try {
        ReplicaOpener.open(source, notes, failures).ifPresent(replicas::add);
      } catch (IOException e) {
        failures.add(partition + " on " + source.name() + ": " + Unreadable.why(e));
        notes.add(
            new NotExamined(source.name(), source.directory().toString(), Unreadable.why(e), true));
      }
    }
  }

  private Optional<Map<String, List<String>>> topicIds(
      List<ReplicaSource> sources, List<NotExamined> notes) throws IOException {
    Map<String, List<String>> ids = new LinkedHashMap<>();
    for (ReplicaSource source : sources) {
      SmallFiles files = new SmallFiles(source.name(), notes, failures);
      PartitionDirectory.list(source.directory())
          .flatMap(
              directory ->
                  files.decoded(
                      directory.path().resolve(PartitionMetadata.FILE_NAME),
                      directory::partitionMetadata))
          .ifPresent(
              metadata ->
                  ids.computeIfAbsent(metadata.topicId().toString(), id -> new ArrayList<>())
                      .add(source.name()));
    }
    return ids.isEmpty() ? Optional.empty() : Optional.of(ids);
  }

  private void close(List<Replica> replicas) {
    for (Replica replica : replicas) {
      try {
        replica.close();
      } catch (IOException e) {
        failures.add(replica.directory() + ": " + Unreadable.why(e));
      }
    }
  }
}
