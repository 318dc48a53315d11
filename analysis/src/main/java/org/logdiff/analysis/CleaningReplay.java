package org.logdiff.analysis;

import java.io.Closeable;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.atomic.AtomicLong;
import java.util.function.LongConsumer;
import org.logdiff.analysis.cleaner.CleanedOutput;
import org.logdiff.analysis.cleaner.CleanerConfig;
import org.logdiff.analysis.cleaner.CleaningPasses;
import org.logdiff.analysis.cleaner.CleaningReport;
import org.logdiff.analysis.cleaner.LogState;
import org.logdiff.analysis.cleaner.LogStateReader;
import org.logdiff.analysis.config.ConfigValue;
import org.logdiff.analysis.config.ReplicaConfig;
import org.logdiff.analysis.config.TopicConfiguration;
import org.logdiff.analysis.replica.Replica;
import org.logdiff.analysis.replica.ReplicaOpener;
import org.logdiff.analysis.replica.Unreadable;
import org.logdiff.analysis.report.NotExamined;
import org.logdiff.analysis.request.ReplicaChoice;
import org.logdiff.analysis.witness.ClusterMetadataLog;

/** Replays the log cleaner over one replica. The evidence is only read. */
public final class CleaningReplay {
  /** Where what passes write goes to. */
  public interface Outputs {
    /**
     * Takes what a pass writes.
     *
     * @param pass counted from 0
     * @param isLast whether no further pass will read it
     */
    CleanedOutput of(int pass, boolean isLast) throws IOException;

    /** Where the segments of a pass lie that is not the last. */
    Path directory(int pass);
  }

  private final CleaningRequest request;
  private final Outputs outputs;
  private final Progress progress;
  private final List<String> failures = new ArrayList<>();
  private final List<NotExamined> notes = new ArrayList<>();
  private Optional<String> partition = Optional.empty();
  private Optional<CleaningReport.CleanedReplica> found = Optional.empty();
  private List<ConfigValue> values = List.of();
  private CleaningPasses passes;

  private CleaningReplay(CleaningRequest request, Outputs outputs, Progress progress) {
    this.request = request;
    this.outputs = outputs;
    this.progress = progress;
    passes = new CleaningPasses(request.listed(), request.explained());
  }

  /** Replays what the request asks for. Bad input is in the report's failures. */
  public static CleaningReport run(CleaningRequest request, Outputs outputs, Progress progress) {
    CleaningReplay replay = new CleaningReplay(request, outputs, progress);
    ReplicaChoice.of(request.directories(), request.partition(), replay.notes, replay.failures)
        .ifPresent(replay::replay);
    return replay.report();
  }

  private void replay(ReplicaChoice choice) {
    partition = Optional.of(choice.source().partition().toString());
    try {
      Optional<Replica> opened = ReplicaOpener.open(choice.source(), notes, failures);
      if (opened.isEmpty()) {
        return;
      }
      try (Replica replica = opened.get()) {
        replay(choice, replica);
      }
    } catch (IOException e) {
      failures.add(choice.source().directory() + ": " + Unreadable.why(e));
    }
  }

  private void replay(ReplicaChoice choice, Replica replica) throws IOException {
    ReplicaConfig settings = settings(choice, replica);
    values = settings.values();
    CleanerConfig config = CleanerConfig.of(settings);
    LogState log = LogStateReader.read(replica, config, request.atMs());
    found = Optional.of(described(replica, log, config));
    List<Closeable> reopened = new ArrayList<>();
    try {
      for (int i = 0; i < request.passes(); i++) {
        boolean isLast = i + 1 == request.passes();
        boolean isPass =
            passes.replay(
                log,
                config,
                request.profile(),
                request.atMs(),
                outputs.of(i, isLast),
                progressOf(replica));
        if (!isPass) {
          return;
        }
        if (!isLast) {
          log = LogStateReader.after(log, passes.last(), outputs.directory(i), reopened);
        }
      }
    } finally {
      for (Closeable each : reopened) {
        each.close();
      }
    }
  }

  private ReplicaConfig settings(ReplicaChoice choice, Replica replica) {
    String topic = choice.source().partition().topic();
    ClusterMetadataLog metadata = ClusterMetadataLog.read(choice.logDirs(), Set.of(topic));
    notes.addAll(metadata.notes());
    TopicConfiguration configuration =
        TopicConfiguration.of(request.config(), metadata, metadata.topic(topic));
    configuration
        .notes()
        .forEach(note -> notes.add(new NotExamined(replica.name(), "configuration", note, false)));
    return configuration.at(replica.nodeId(), request.atMs());
  }

  private CleaningReport.CleanedReplica described(
      Replica replica, LogState log, CleanerConfig config) {
    return new CleaningReport.CleanedReplica(
        replica.name(),
        replica.directory(),
        replica.nodeId(),
        replica.logStartOffset(),
        replica.logEndOffset(),
        log.lastStableOffset(),
        replica.cleanedTo().isPresent()
            ? Optional.of(replica.cleanedTo().getAsLong())
            : Optional.empty(),
        replica.segments().size(),
        replica.sizeBytes(),
        log.producers().active(request.atMs(), config.producerIdExpirationMs()).size());
  }

  /** The dirty part is read twice: for the map and to be cleaned. */
  private LongConsumer progressOf(Replica replica) {
    AtomicLong done = new AtomicLong();
    return bytes ->
        progress.advanced(
            partition.orElseThrow() + ": cleaning",
            done.addAndGet(bytes),
            2L * request.passes() * replica.sizeBytes());
  }

  private CleaningReport report() {
    return new CleaningReport(
        partition,
        found,
        request.atMs(),
        request.profile(),
        values,
        passes.results(),
        passes.listed(),
        passes.notListed(),
        passes.explanation(),
        failures,
        notes);
  }
}
