package org.logdiff.analysis.witness;

import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import org.logdiff.analysis.report.NotExamined;
import org.logdiff.format.KafkaUuid;
import org.logdiff.format.TopicPartition;
import org.logdiff.format.layout.PartitionDirectory;
import org.logdiff.format.layout.SegmentFiles;

/**
 * The controller's word: what {@code __cluster_metadata-0} in some log dirs says of topics and
 * brokers. Brokers hold a copy of the controllers' log; the one that goes furthest is replayed.
 * Only what concerns the topics asked for is kept.
 *
 * <p>All times are by the controller's clock.
 */
public final class ClusterMetadataLog {
  private static final TopicPartition PARTITION = new TopicPartition("__cluster_metadata", 0);

  private final List<TopicHistory> topics;
  private final Map<String, ConfigSetting> clusterConfig;
  private final List<ConfigSetting> brokerConfigChanges;
  private final List<BrokerEvent> brokerEvents;
  private final List<NotExamined> notes;

  private ClusterMetadataLog(Optional<MetadataReplay> replay, List<NotExamined> notes) {
    this.topics = replay.map(r -> r.state().topics()).orElse(List.of());
    this.brokerConfigChanges =
        replay.map(r -> List.copyOf(r.state().brokerConfigChanges())).orElse(List.of());
    this.clusterConfig = lastOf(ConfigSetting.Source.CLUSTER, "");
    this.brokerEvents = replay.map(r -> List.copyOf(r.state().brokerEvents())).orElse(List.of());
    this.notes = List.copyOf(notes);
  }

  /** Reads what log dirs say of some topics, by name; streams through one copy of the log. */
  public static ClusterMetadataLog read(List<Path> logDirs, Set<String> topics) {
    List<NotExamined> notes = new ArrayList<>();
    MetadataReplay best = null;
    for (Copy copy : copies(logDirs, notes)) {
      MetadataReplay replay = MetadataReplay.of(copy.logDir(), copy.directory(), topics::contains);
      replay
          .silence()
          .ifPresent(
              why ->
                  notes.add(
                      new NotExamined(
                          null,
                          PARTITION + " from offset " + replay.nextOffset() + " on",
                          why,
                          false)));
      if (best == null || replay.nextOffset() > best.nextOffset()) {
        best = replay;
      }
      if (replay.silence().isEmpty()) {
        break;
      }
    }
    return new ClusterMetadataLog(Optional.ofNullable(best), notes);
  }

  /**
   * A copy of the log; the one to be heard first is the one of the latest lineage and the longest.
   */
  private record Copy(Path logDir, PartitionDirectory directory, int leaderEpoch) {
    static final Comparator<Copy> LONGEST_FIRST =
        Comparator.comparingInt(Copy::leaderEpoch)
            .thenComparingLong(Copy::lastBaseOffset)
            .thenComparingLong(Copy::lastSizeBytes)
            .reversed();

    private long lastBaseOffset() {
      return last().map(SegmentFiles::baseOffset).orElse(-1L);
    }

    private long lastSizeBytes() {
      return last().map(segment -> segment.log().sizeBytes()).orElse(-1L);
    }

    private Optional<SegmentFiles> last() {
      List<SegmentFiles> segments = directory.segments();
      return segments.isEmpty() ? Optional.empty() : Optional.of(segments.get(segments.size() - 1));
    }
  }

  private static List<Copy> copies(List<Path> logDirs, List<NotExamined> notes) {
    List<Copy> copies = new ArrayList<>();
    for (Path logDir : logDirs) {
      Path path = logDir.resolve(PARTITION.toString());
      try {
        Optional<PartitionDirectory> directory = PartitionDirectory.list(path);
        if (directory.isPresent()) {
          int epoch = StateLogCopy.epochs(directory.get()).latest().orElse(-1);
          copies.add(new Copy(logDir, directory.get(), epoch));
        }
      } catch (IOException e) {
        notes.add(
            new NotExamined(null, path.toString(), "cannot be read: " + e.getMessage(), false));
      }
    }
    copies.sort(Copy.LONGEST_FIRST);
    return copies;
  }

  /** From where on the witness is silent, and why; and what could not be read. */
  public List<NotExamined> notes() {
    return notes;
  }

  /** Whether nothing is known: no log dir has the log. */
  public boolean isSilent() {
    return topics.isEmpty() && brokerEvents.isEmpty();
  }

  /** All topics of the names asked for, in the order of their creation. */
  public List<TopicHistory> topics() {
    return topics;
  }

  /** The topic of an id. */
  public Optional<TopicHistory> topic(KafkaUuid topicId) {
    return topics.stream().filter(topic -> topic.topicId().equals(topicId)).findFirst();
  }

  /** The latest topic of a name. */
  public Optional<TopicHistory> topic(String name) {
    return topics.stream()
        .filter(topic -> topic.name().equals(name))
        .reduce((earlier, later) -> later);
  }

  /** The leaders and in-sync replicas of a partition of the latest topic of that name. */
  public Optional<PartitionHistory> partition(TopicPartition partition) {
    return topic(partition.topic()).map(topic -> topic.partitions().get(partition.partition()));
  }

  /** The node ids that should hold a partition, at the end; empty if nothing is known. */
  public List<Integer> replicas(TopicPartition partition) {
    return partition(partition).map(history -> history.last().replicas()).orElse(List.of());
  }

  /** When a replica was out of the ISR. */
  public List<Absence> absences(TopicPartition partition, int nodeId) {
    return partition(partition).map(history -> history.absences(nodeId)).orElse(List.of());
  }

  /** What the controller noted of a broker, in order. */
  public List<BrokerEvent> brokerEvents(int nodeId) {
    return brokerEvents.stream().filter(event -> event.nodeId() == nodeId).toList();
  }

  /**
   * A topic's configuration at the end as a broker sees it: set for the topic, else for that
   * broker, else for all brokers. Empty if it is set nowhere in the metadata; then the broker's own
   * properties file decides, or Kafka's default.
   *
   * @param name as of a topic, {@code delete.retention.ms}
   */
  public Optional<ConfigSetting> config(String topic, String name, int nodeId) {
    Optional<ConfigSetting> ofTopic = topic(topic).map(t -> t.config().get(name));
    if (ofTopic.isPresent()) {
      return ofTopic;
    }
    Map<String, ConfigSetting> ofBroker =
        lastOf(ConfigSetting.Source.BROKER, Integer.toString(nodeId));
    for (String brokerName : TopicConfigSynonyms.of(name)) {
      if (ofBroker.containsKey(brokerName)) {
        return Optional.of(ofBroker.get(brokerName));
      }
      if (clusterConfig.containsKey(brokerName)) {
        return Optional.of(clusterConfig.get(brokerName));
      }
    }
    return Optional.empty();
  }

  /** What was set for single brokers and for all brokers, in order. */
  public List<ConfigSetting> brokerConfigChanges() {
    return brokerConfigChanges;
  }

  private Map<String, ConfigSetting> lastOf(ConfigSetting.Source source, String resource) {
    return TopicHistory.ofLast(
        brokerConfigChanges.stream()
            .filter(change -> change.source() == source && change.resource().equals(resource))
            .toList());
  }
}
