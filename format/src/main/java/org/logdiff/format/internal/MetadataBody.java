package org.logdiff.format.internal;

import java.util.List;
import java.util.Optional;
import org.logdiff.format.KafkaUuid;

/**
 * The message of a metadata record, by kind, with the fields of Kafka's message definitions. Where
 * a version lacks a field, it has Kafka's default.
 *
 * <p>Source: the message definitions of {@code org.apache.kafka.common.metadata}, Kafka 4.4.0.
 */
public sealed interface MetadataBody {
  /** Stands for "no leader". */
  int NO_LEADER = -1;

  /** A topic was created. */
  record Topic(String name, KafkaUuid topicId) implements MetadataBody {}

  /** A topic was deleted, with its partitions and its configuration. */
  record RemoveTopic(KafkaUuid topicId) implements MetadataBody {}

  /**
   * A partition as a whole: at its creation, or in a snapshot.
   *
   * @param replicas node ids, the preferred leader first
   * @param leader {@link #NO_LEADER} for none
   * @param leaderRecoveryState 1 after an unclean election until the leader has recovered, else 0
   * @param directories of each replica; empty before version 1
   * @param eligibleLeaderReplicas empty for null too
   * @param lastKnownElr empty for null too
   */
  record Partition(
      int partitionId,
      KafkaUuid topicId,
      List<Integer> replicas,
      List<Integer> isr,
      List<Integer> removingReplicas,
      List<Integer> addingReplicas,
      int leader,
      byte leaderRecoveryState,
      int leaderEpoch,
      int partitionEpoch,
      List<KafkaUuid> directories,
      Optional<List<Integer>> eligibleLeaderReplicas,
      Optional<List<Integer>> lastKnownElr)
      implements MetadataBody {}

  /**
   * What changed of a partition. Everything is optional but what names the partition.
   *
   * @param leader -2 if it stays; any other value raises the leader epoch by one
   * @param leaderRecoveryState -1 if it stays
   */
  record PartitionChange(
      int partitionId,
      KafkaUuid topicId,
      Optional<List<Integer>> isr,
      int leader,
      Optional<List<Integer>> replicas,
      Optional<List<Integer>> removingReplicas,
      Optional<List<Integer>> addingReplicas,
      byte leaderRecoveryState,
      Optional<List<KafkaUuid>> directories,
      Optional<List<Integer>> eligibleLeaderReplicas,
      Optional<List<Integer>> lastKnownElr)
      implements MetadataBody {
    /** Stands for "the leader stays". */
    public static final int NO_LEADER_CHANGE = -2;
  }

  /**
   * One configuration of a resource.
   *
   * @param resourceType 2 for a topic, 4 for a broker
   * @param resourceName a topic's name, a broker's id, or empty for the default of all brokers
   * @param value empty if it was deleted
   */
  record Config(byte resourceType, String resourceName, String name, Optional<String> value)
      implements MetadataBody {
    public static final byte TOPIC = 2;
    public static final byte BROKER = 4;
  }

  /** A broker has started. */
  record RegisterBroker(
      int brokerId,
      boolean isMigratingZkBroker,
      KafkaUuid incarnationId,
      long brokerEpoch,
      List<Endpoint> endPoints,
      List<Feature> features,
      Optional<String> rack,
      boolean fenced,
      boolean inControlledShutdown,
      List<KafkaUuid> logDirs,
      Optional<List<KafkaUuid>> cordonedLogDirs)
      implements MetadataBody {
    /** Where a broker listens. */
    public record Endpoint(String name, String host, int port, short securityProtocol) {}

    /** What a broker can. */
    public record Feature(String name, short minSupportedVersion, short maxSupportedVersion) {}
  }

  /** A broker was taken out of the cluster for good. */
  record UnregisterBroker(int brokerId, long brokerEpoch) implements MetadataBody {}

  /**
   * What changed of a broker's registration.
   *
   * @param fenced -1 for unfenced, 1 for fenced, 0 for no change
   * @param inControlledShutdown 1 if it shuts down, 0 for no change
   * @param logDirs empty for no change
   */
  record BrokerRegistrationChange(
      int brokerId,
      long brokerEpoch,
      byte fenced,
      byte inControlledShutdown,
      List<KafkaUuid> logDirs,
      Optional<List<KafkaUuid>> cordonedLogDirs)
      implements MetadataBody {}

  /** A broker leads nothing and is in no ISR from now on; written by old controllers. */
  record FenceBroker(int id, long epoch) implements MetadataBody {}

  /** A broker may lead again; written by old controllers. */
  record UnfenceBroker(int id, long epoch) implements MetadataBody {}

  /** A feature's level, as of {@code transaction.version}. */
  record FeatureLevel(String name, short featureLevel) implements MetadataBody {}

  /** What follows counts only once the end comes. */
  record BeginTransaction(Optional<String> name) implements MetadataBody {}

  /** What came since the begin counts. */
  record EndTransaction() implements MetadataBody {}

  /** What came since the begin does not count. */
  record AbortTransaction(Optional<String> reason) implements MetadataBody {}

  /**
   * A kind that is not decoded here, or a kind or version that Kafka 4.4 does not know.
   *
   * @param sizeBytes of the message
   */
  record Undecoded(int sizeBytes) implements MetadataBody {}
}
