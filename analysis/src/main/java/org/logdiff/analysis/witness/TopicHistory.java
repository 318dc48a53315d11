package org.logdiff.analysis.witness;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.logdiff.format.KafkaUuid;

/**
 * A topic in the cluster's metadata. One that was deleted and created again under its name is
 * another topic, with another id.
 *
 * @param created the record that created it, or the snapshot that has it
 * @param removed empty if it still is there
 * @param partitions by number
 * @param configChanges in order
 */
public record TopicHistory(
    String name,
    KafkaUuid topicId,
    RecordPoint created,
    Optional<RecordPoint> removed,
    Map<Integer, PartitionHistory> partitions,
    List<ConfigSetting> configChanges) {
  public TopicHistory {
    partitions = Map.copyOf(partitions);
    configChanges = List.copyOf(configChanges);
  }

  /** What is set for the topic at the end, by name. */
  public Map<String, ConfigSetting> config() {
    return ofLast(configChanges);
  }

  static Map<String, ConfigSetting> ofLast(List<ConfigSetting> changes) {
    Map<String, ConfigSetting> last = new LinkedHashMap<>();
    for (ConfigSetting change : changes) {
      if (change.value().isPresent()) {
        last.put(change.name(), change);
      } else {
        last.remove(change.name());
      }
    }
    return last;
  }

  /** Gathers what is known of a topic. */
  static final class Builder {
    private final String name;
    private final KafkaUuid topicId;
    private final RecordPoint created;
    private final Map<Integer, List<PartitionEvent>> events = new LinkedHashMap<>();
    private final List<ConfigSetting> configChanges = new ArrayList<>();
    private RecordPoint removed;

    Builder(String name, KafkaUuid topicId, RecordPoint created) {
      this.name = name;
      this.topicId = topicId;
      this.created = created;
    }

    void remove(RecordPoint at) {
      removed = at;
    }

    void add(ConfigSetting change) {
      configChanges.add(change);
    }

    List<PartitionEvent> events(int partition) {
      return events.computeIfAbsent(partition, p -> new ArrayList<>());
    }

    TopicHistory build() {
      Map<Integer, PartitionHistory> partitions = new LinkedHashMap<>();
      events.forEach(
          (partition, list) -> {
            if (!list.isEmpty()) {
              partitions.put(partition, new PartitionHistory(partition, list));
            }
          });
      return new TopicHistory(
          name, topicId, created, Optional.ofNullable(removed), partitions, configChanges);
    }
  }
}
