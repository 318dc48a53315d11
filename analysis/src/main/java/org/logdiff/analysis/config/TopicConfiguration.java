package org.logdiff.analysis.config;

import java.util.ArrayList;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeSet;
import org.logdiff.analysis.witness.ClusterMetadataLog;
import org.logdiff.analysis.witness.ConfigSetting;
import org.logdiff.analysis.witness.RecordPoint;
import org.logdiff.analysis.witness.TopicHistory;

/**
 * The configuration of one topic on any of its brokers, at any time: what was given; else what the
 * cluster's metadata sets for the topic, for the broker, for all brokers; else Kafka's default.
 *
 * <p>What a broker's properties file sets is in no log dir, so it is not known: it counts where the
 * origin is {@link ConfigOrigin#DEFAULT}. A setting that is in a snapshot of the metadata counts
 * from ever on, since nothing says when it was made. What the metadata sets to something impossible
 * is passed over and told in {@link #notes()}.
 */
public final class TopicConfiguration {
  private static final long AT_THE_END = Long.MAX_VALUE;
  private static final long FROM_EVER = Long.MIN_VALUE;

  private final GivenConfig given;
  private final List<ConfigSetting> ofTopic;
  private final List<ConfigSetting> ofBrokers;
  private final boolean isMetadataRead;
  private final long sinceMs;

  /**
   * @param ofTopic changes at the topic, in order
   * @param ofBrokers changes at brokers and for all brokers, in order
   * @param sinceMs when the topic was created; {@link #FROM_EVER} if unknown
   */
  private TopicConfiguration(
      GivenConfig given,
      List<ConfigSetting> ofTopic,
      List<ConfigSetting> ofBrokers,
      boolean isMetadataRead,
      long sinceMs) {
    this.given = given;
    this.ofTopic = ofTopic;
    this.ofBrokers = ofBrokers;
    this.isMetadataRead = isMetadataRead;
    this.sinceMs = sinceMs;
  }

  /** Without the cluster's metadata. */
  public static TopicConfiguration of(GivenConfig given) {
    return new TopicConfiguration(given, List.of(), List.of(), false, FROM_EVER);
  }

  /**
   * @param topic of which the metadata knows; empty if it does not know it
   */
  public static TopicConfiguration of(
      GivenConfig given, ClusterMetadataLog metadata, Optional<TopicHistory> topic) {
    return new TopicConfiguration(
        given,
        topic.map(TopicHistory::configChanges).orElse(List.of()),
        metadata.brokerConfigChanges(),
        !metadata.isSilent(),
        topic.map(TopicHistory::created).map(TopicConfiguration::fromMs).orElse(FROM_EVER));
  }

  /** Whether anything of the cluster's metadata was there to be read. */
  public boolean isMetadataRead() {
    return isMetadataRead;
  }

  /**
   * The last that is known.
   *
   * @param nodeId empty if unknown: then what is set for single brokers does not count
   */
  public ReplicaConfig last(Optional<Integer> nodeId) {
    return at(nodeId, AT_THE_END);
  }

  /**
   * What was in force at a time, by the controller's clock; before the topic was there, what it was
   * created with.
   *
   * @param nodeId empty if unknown: then what is set for single brokers does not count
   */
  public ReplicaConfig at(Optional<Integer> nodeId, long timeMs) {
    Map<ConfigKey, ConfigValue> values = new EnumMap<>(ConfigKey.class);
    for (ConfigKey key : ConfigKey.values()) {
      values.put(key, valueAt(key, nodeId, Math.max(timeMs, sinceMs)));
    }
    return new ReplicaConfig(values);
  }

  /**
   * A value in force from a time on.
   *
   * @param fromMs by the controller's clock; of the first, when the topic was created, or {@link
   *     Long#MIN_VALUE} if nothing says when
   */
  public record InForce(long fromMs, ConfigValue value) {}

  /** The values that a key had one after the other; at least one. */
  public List<InForce> history(ConfigKey key, Optional<Integer> nodeId) {
    TreeSet<Long> times = new TreeSet<>();
    times.add(sinceMs);
    ofTopic.forEach(change -> times.add(fromMs(change.at())));
    ofBrokers.forEach(change -> times.add(fromMs(change.at())));
    List<InForce> history = new ArrayList<>();
    for (long time : times.tailSet(sinceMs)) {
      ConfigValue value = valueAt(key, nodeId, time);
      if (history.isEmpty() || !history.get(history.size() - 1).value().equals(value)) {
        history.add(new InForce(time, value));
      }
    }
    return history;
  }

  private static long fromMs(RecordPoint at) {
    return at.isSnapshot() ? FROM_EVER : at.timestampMs();
  }

  private ConfigValue valueAt(ConfigKey key, Optional<Integer> nodeId, long timeMs) {
    Optional<ConfigValue> value = given.value(key);
    for (String name : key.topicNames()) {
      value = value.or(() -> lastOf(key, ofTopic, ConfigSetting.Source.TOPIC, null, name, timeMs));
    }
    for (String name : key.brokerNames()) {
      if (nodeId.isPresent()) {
        String node = Integer.toString(nodeId.get());
        value =
            value.or(() -> lastOf(key, ofBrokers, ConfigSetting.Source.BROKER, node, name, timeMs));
      }
      value =
          value.or(() -> lastOf(key, ofBrokers, ConfigSetting.Source.CLUSTER, null, name, timeMs));
    }
    return value.orElseGet(() -> ConfigValue.ofDefault(key));
  }

  /**
   * @param resource null for any
   */
  private static Optional<ConfigValue> lastOf(
      ConfigKey key,
      List<ConfigSetting> changes,
      ConfigSetting.Source source,
      String resource,
      String name,
      long timeMs) {
    ConfigSetting last = null;
    for (ConfigSetting change : changes) {
      if (change.source() == source
          && change.name().equals(name)
          && (resource == null || change.resource().equals(resource))
          && fromMs(change.at()) <= timeMs) {
        last = change;
      }
    }
    if (last == null || last.value().isEmpty()) {
      return Optional.empty();
    }
    try {
      return Optional.of(ConfigValue.of(key, key.read(name, last.value().get()), last));
    } catch (InvalidConfigException e) {
      return Optional.empty();
    }
  }

  /** What the metadata sets to something impossible, and was passed over. */
  public List<String> notes() {
    List<String> notes = new ArrayList<>();
    List<ConfigSetting> all = new ArrayList<>(ofTopic);
    all.addAll(ofBrokers);
    for (ConfigSetting setting : all) {
      ConfigKey key = ConfigKey.named(setting.name()).orElse(null);
      if (key != null && setting.value().isPresent()) {
        try {
          key.read(setting.name(), setting.value().get());
        } catch (InvalidConfigException e) {
          notes.add(
              "__cluster_metadata at offset " + setting.at().offset() + ": " + e.getMessage());
        }
      }
    }
    return notes;
  }
}
