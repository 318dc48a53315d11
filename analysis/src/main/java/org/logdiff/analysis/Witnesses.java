package org.logdiff.analysis;

import java.nio.file.Path;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.Set;
import org.logdiff.analysis.compare.ClusterWord;
import org.logdiff.analysis.config.GivenConfig;
import org.logdiff.analysis.config.TopicConfiguration;
import org.logdiff.analysis.report.NotExamined;
import org.logdiff.analysis.transaction.CoordinatorWord;
import org.logdiff.analysis.witness.ClusterMetadataLog;
import org.logdiff.analysis.witness.CoordinatorOutcome;
import org.logdiff.analysis.witness.MarkerTime;
import org.logdiff.analysis.witness.TopicHistory;
import org.logdiff.analysis.witness.TransactionCoordinatorLog;
import org.logdiff.format.KafkaUuid;
import org.logdiff.format.TopicPartition;

/** The internal topics in the given log dirs, read once and only when somebody asks. */
final class Witnesses {
  private final List<Path> logDirs;
  private final List<String> topics;
  private TransactionCoordinatorLog coordinator;
  private ClusterMetadataLog metadata;

  /**
   * @param topics that will be asked about
   */
  Witnesses(List<Path> logDirs, List<String> topics) {
    this.logDirs = List.copyOf(logDirs);
    this.topics = List.copyOf(topics);
  }

  /** The cluster metadata's word on a partition. */
  ClusterWord clusterOf(TopicPartition partition, String topicId) {
    Optional<TopicHistory> topic = topicOf(partition, topicId);
    return topic.isEmpty()
        ? ClusterWord.SILENT
        : new MetadataWord(topic.get(), partition.partition());
  }

  /** The configuration of a partition's topic, as given, or by the cluster metadata's word. */
  TopicConfiguration configurationOf(TopicPartition partition, String topicId, GivenConfig given) {
    Optional<TopicHistory> topic = topicOf(partition, topicId);
    return TopicConfiguration.of(given, metadata, topic);
  }

  private Optional<TopicHistory> topicOf(TopicPartition partition, String topicId) {
    if (metadata == null) {
      metadata = ClusterMetadataLog.read(logDirs, Set.copyOf(topics));
    }
    return Optional.ofNullable(topicId)
        .flatMap(KafkaUuid::parse)
        .flatMap(metadata::topic)
        .or(() -> topicId == null ? metadata.topic(partition.topic()) : Optional.empty());
  }

  /** The transaction coordinators' word on the transactions of a partition. */
  CoordinatorWord coordinatorOf(TopicPartition partition) {
    if (coordinator == null) {
      coordinator = TransactionCoordinatorLog.read(logDirs, producerId -> true);
    }
    return (producerId, dataEpoch, firstTimestamp, lastTimestamp) ->
        coordinator
            .outcomeOf(producerId, dataEpoch, firstTimestamp, lastTimestamp, partition)
            .map(Witnesses::decision);
  }

  /** What of the internal topics could not be read. */
  List<NotExamined> notes() {
    List<NotExamined> notes = new ArrayList<>();
    if (coordinator != null) {
      notes.addAll(coordinator.notes());
    }
    if (metadata != null) {
      notes.addAll(metadata.notes());
    }
    return notes;
  }

  private static CoordinatorWord.Decision decision(CoordinatorOutcome outcome) {
    String what =
        outcome.statement()
            + outcome
                .markerTime()
                .map(t -> ", decided at " + Instant.ofEpochMilli(t.decidedMs()))
                .orElse("");
    return new CoordinatorWord.Decision(
        outcome.isCommit(),
        what,
        outcome.confidence(),
        outcome.assumptions(),
        outcome.exhibits(),
        outcome.markerTime().map(t -> OptionalLong.of(t.decidedMs())).orElse(OptionalLong.empty()),
        outcome.markerTime().map(MarkerTime::completedMs).orElse(OptionalLong.empty()));
  }
}
