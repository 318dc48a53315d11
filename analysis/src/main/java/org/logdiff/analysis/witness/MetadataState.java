package org.logdiff.analysis.witness;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Predicate;
import org.logdiff.format.KafkaUuid;
import org.logdiff.format.internal.MetadataBody;

/**
 * Takes the records of {@code __cluster_metadata} one after the other and keeps what concerns some
 * topics and the brokers.
 *
 * <p>Source of the rules: {@code org.apache.kafka.metadata.PartitionRegistration.merge}, {@code
 * org.apache.kafka.image.MetadataDelta}, Kafka 4.4.0.
 */
final class MetadataState {
  /** Changes kept, of all kinds together: some 300 bytes each. */
  static final int CHANGE_LIMIT = 500_000;

  private final Predicate<String> isAskedFor;
  private final Map<KafkaUuid, TopicHistory.Builder> topics = new LinkedHashMap<>();
  private final Map<String, TopicHistory.Builder> current = new HashMap<>();
  private final List<ConfigSetting> brokerConfigChanges = new ArrayList<>();
  private final List<BrokerEvent> brokerEvents = new ArrayList<>();
  private int changes;

  MetadataState(Predicate<String> isAskedFor) {
    this.isAskedFor = isAskedFor;
  }

  /** Whether there is no room for more changes. */
  boolean isFull() {
    return changes >= CHANGE_LIMIT;
  }

  /** Whether a record would change anything here. */
  boolean concerns(MetadataBody body) {
    if (body instanceof MetadataBody.Topic topic) {
      return isAskedFor.test(topic.name());
    } else if (body instanceof MetadataBody.Config config) {
      return config.resourceType() == MetadataBody.Config.BROKER
          || config.resourceType() == MetadataBody.Config.TOPIC
              && isAskedFor.test(config.resourceName());
    }
    // Partitions name their topic by id only, and it may have been created in the same transaction.
    return !(body instanceof MetadataBody.Undecoded);
  }

  /** Applies a record. */
  void apply(MetadataBody body, RecordPoint at) {
    if (body instanceof MetadataBody.Topic topic) {
      add(topic, at);
    } else if (body instanceof MetadataBody.RemoveTopic removed) {
      remove(removed, at);
    } else if (body instanceof MetadataBody.Partition partition) {
      add(partition, at);
    } else if (body instanceof MetadataBody.PartitionChange change) {
      change(change, at);
    } else if (body instanceof MetadataBody.Config config) {
      configure(config, at);
    } else {
      broker(body, at);
    }
  }

  private void add(MetadataBody.Topic topic, RecordPoint at) {
    if (isAskedFor.test(topic.name())) {
      TopicHistory.Builder builder = new TopicHistory.Builder(topic.name(), topic.topicId(), at);
      topics.put(topic.topicId(), builder);
      current.put(topic.name(), builder);
      changes++;
    }
  }

  private void remove(MetadataBody.RemoveTopic removed, RecordPoint at) {
    TopicHistory.Builder topic = topics.get(removed.topicId());
    if (topic != null) {
      topic.remove(at);
      current.values().remove(topic);
    }
  }

  private void add(MetadataBody.Partition partition, RecordPoint at) {
    TopicHistory.Builder topic = topics.get(partition.topicId());
    if (topic != null) {
      changes++;
      topic
          .events(partition.partitionId())
          .add(
              new PartitionEvent(
                  at.isSnapshot() ? PartitionEvent.Kind.SNAPSHOT : PartitionEvent.Kind.CREATED,
                  at,
                  partition.leader(),
                  partition.leaderEpoch(),
                  partition.replicas(),
                  partition.isr(),
                  partition.leaderRecoveryState() == 1));
    }
  }

  private void change(MetadataBody.PartitionChange change, RecordPoint at) {
    TopicHistory.Builder topic = topics.get(change.topicId());
    if (topic == null) {
      return;
    }
    List<PartitionEvent> events = topic.events(change.partitionId());
    if (events.isEmpty()) {
      return;
    }
    PartitionEvent before = events.get(events.size() - 1);
    boolean hasLeader = change.leader() != MetadataBody.PartitionChange.NO_LEADER_CHANGE;
    changes++;
    events.add(
        new PartitionEvent(
            PartitionEvent.Kind.CHANGED,
            at,
            hasLeader ? change.leader() : before.leader(),
            hasLeader ? before.leaderEpoch() + 1 : before.leaderEpoch(),
            change.replicas().orElse(before.replicas()),
            change.isr().orElse(before.isr()),
            change.leaderRecoveryState() < 0
                ? before.isUnclean()
                : change.leaderRecoveryState() == 1));
  }

  private void configure(MetadataBody.Config config, RecordPoint at) {
    boolean isTopic = config.resourceType() == MetadataBody.Config.TOPIC;
    TopicHistory.Builder topic = isTopic ? current.get(config.resourceName()) : null;
    if (isTopic ? topic == null : config.resourceType() != MetadataBody.Config.BROKER) {
      return;
    }
    ConfigSetting.Source source =
        isTopic
            ? ConfigSetting.Source.TOPIC
            : config.resourceName().isEmpty()
                ? ConfigSetting.Source.CLUSTER
                : ConfigSetting.Source.BROKER;
    ConfigSetting setting =
        new ConfigSetting(source, config.resourceName(), config.name(), config.value(), at);
    changes++;
    if (isTopic) {
      topic.add(setting);
    } else {
      brokerConfigChanges.add(setting);
    }
  }

  private void broker(MetadataBody body, RecordPoint at) {
    if (body instanceof MetadataBody.RegisterBroker broker) {
      add(broker.brokerId(), BrokerEvent.Kind.REGISTERED, at);
      if (!broker.fenced()) {
        add(broker.brokerId(), BrokerEvent.Kind.UNFENCED, at);
      }
    } else if (body instanceof MetadataBody.BrokerRegistrationChange change) {
      if (change.fenced() != 0) {
        add(
            change.brokerId(),
            change.fenced() < 0 ? BrokerEvent.Kind.UNFENCED : BrokerEvent.Kind.FENCED,
            at);
      }
      if (change.inControlledShutdown() == 1) {
        add(change.brokerId(), BrokerEvent.Kind.CONTROLLED_SHUTDOWN, at);
      }
    } else if (body instanceof MetadataBody.FenceBroker fenced) {
      add(fenced.id(), BrokerEvent.Kind.FENCED, at);
    } else if (body instanceof MetadataBody.UnfenceBroker unfenced) {
      add(unfenced.id(), BrokerEvent.Kind.UNFENCED, at);
    } else if (body instanceof MetadataBody.UnregisterBroker gone) {
      add(gone.brokerId(), BrokerEvent.Kind.UNREGISTERED, at);
    }
  }

  private void add(int nodeId, BrokerEvent.Kind kind, RecordPoint at) {
    changes++;
    brokerEvents.add(new BrokerEvent(nodeId, kind, at));
  }

  List<TopicHistory> topics() {
    return topics.values().stream().map(TopicHistory.Builder::build).toList();
  }

  List<ConfigSetting> brokerConfigChanges() {
    return brokerConfigChanges;
  }

  List<BrokerEvent> brokerEvents() {
    return brokerEvents;
  }
}
