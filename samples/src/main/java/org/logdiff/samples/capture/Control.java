package org.logdiff.samples.capture;

import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;
import java.util.concurrent.ExecutionException;
import org.apache.kafka.clients.admin.Admin;
import org.apache.kafka.clients.admin.AdminClientConfig;
import org.apache.kafka.clients.admin.AlterConfigOp;
import org.apache.kafka.clients.admin.ConfigEntry;
import org.apache.kafka.clients.admin.FinalizedVersionRange;
import org.apache.kafka.clients.admin.ListOffsetsOptions;
import org.apache.kafka.clients.admin.NewPartitionReassignment;
import org.apache.kafka.clients.admin.NewTopic;
import org.apache.kafka.clients.admin.OffsetSpec;
import org.apache.kafka.clients.admin.RecordsToDelete;
import org.apache.kafka.clients.consumer.OffsetAndMetadata;
import org.apache.kafka.common.ElectionType;
import org.apache.kafka.common.IsolationLevel;
import org.apache.kafka.common.Node;
import org.apache.kafka.common.TopicPartition;
import org.apache.kafka.common.TopicPartitionInfo;
import org.apache.kafka.common.config.ConfigResource;
import org.apache.kafka.common.errors.UnknownTopicOrPartitionException;

/** The administrator of a cluster, by Kafka's own admin client. */
final class Control {
  private static final long WAIT_MS = 60_000;

  private final Admin admin;

  Control(String bootstrapServers) {
    admin =
        Admin.create(
            Map.of(
                AdminClientConfig.BOOTSTRAP_SERVERS_CONFIG,
                bootstrapServers,
                AdminClientConfig.REQUEST_TIMEOUT_MS_CONFIG,
                5000,
                AdminClientConfig.DEFAULT_API_TIMEOUT_MS_CONFIG,
                30000));
  }

  boolean allBrokersUp() throws InterruptedException {
    try {
      return admin.describeCluster().nodes().get().size() == Cluster.BROKERS.size();
    } catch (ExecutionException e) {
      return false;
    }
  }

  /** The finalized level of {@code transaction.version}; 0 if the cluster has none. */
  int transactionVersion() throws Exception {
    FinalizedVersionRange range =
        admin
            .describeFeatures()
            .featureMetadata()
            .get()
            .finalizedFeatures()
            .get("transaction.version");
    return range == null ? 0 : range.maxVersionLevel();
  }

  void createTopic(String topic, int partitions, Map<String, String> config) throws Exception {
    Map<Integer, List<Integer>> assignment = new TreeMap<>();
    for (int partition = 0; partition < partitions; partition++) {
      assignment.put(partition, Cluster.BROKERS);
    }
    admin.createTopics(List.of(new NewTopic(topic, assignment).configs(config))).all().get();
  }

  void setTopic(String topic, String name, String value) throws Exception {
    ConfigResource resource = new ConfigResource(ConfigResource.Type.TOPIC, topic);
    AlterConfigOp set = new AlterConfigOp(new ConfigEntry(name, value), AlterConfigOp.OpType.SET);
    admin.incrementalAlterConfigs(Map.of(resource, List.of(set))).all().get();
  }

  void commitGroup(String group, TopicPartition partition, long offset) throws Exception {
    admin
        .alterConsumerGroupOffsets(group, Map.of(partition, new OffsetAndMetadata(offset)))
        .all()
        .get();
  }

  void deleteRecordsBefore(TopicPartition partition, long offset) throws Exception {
    admin.deleteRecords(Map.of(partition, RecordsToDelete.beforeOffset(offset))).all().get();
  }

  /** The node id of the leader; -1 if there is none. */
  int leader(TopicPartition partition) throws Exception {
    return Optional.ofNullable(describe(partition).leader()).map(Node::id).orElse(-1);
  }

  /** The node ids in sync, sorted; empty as long as the asked broker has not heard of the topic. */
  List<Integer> inSync(TopicPartition partition) throws Exception {
    try {
      return describe(partition).isr().stream().map(Node::id).sorted().toList();
    } catch (ExecutionException e) {
      if (e.getCause() instanceof UnknownTopicOrPartitionException) {
        return List.of();
      }
      throw e;
    }
  }

  private TopicPartitionInfo describe(TopicPartition partition) throws Exception {
    return admin
        .describeTopics(List.of(partition.topic()))
        .allTopicNames()
        .get()
        .get(partition.topic())
        .partitions()
        .get(partition.partition());
  }

  /** What a client of this isolation level is told to be the end. */
  long latestOffset(TopicPartition partition, String isolation) throws Exception {
    IsolationLevel level = IsolationLevel.valueOf(isolation.toUpperCase(Locale.ROOT));
    return admin
        .listOffsets(Map.of(partition, OffsetSpec.latest()), new ListOffsetsOptions(level))
        .partitionResult(partition)
        .get()
        .offset();
  }

  /** Puts the broker first among the replicas and has the preferred leader elected. */
  void makeLeader(TopicPartition partition, int broker) throws Exception {
    if (leader(partition) == broker) {
      return;
    }
    List<Integer> replicas = new ArrayList<>(List.of(broker));
    Cluster.BROKERS.stream().filter(other -> other != broker).forEach(replicas::add);
    admin
        .alterPartitionReassignments(
            Map.of(partition, Optional.of(new NewPartitionReassignment(replicas))))
        .all()
        .get();
    Waiting.until(
        "reassignment over",
        WAIT_MS,
        () -> admin.listPartitionReassignments(Set.of(partition)).reassignments().get().isEmpty());
    admin.electLeaders(ElectionType.PREFERRED, Set.of(partition)).partitions().get();
    Waiting.until(
        "broker " + broker + " leads " + partition, WAIT_MS, () -> leader(partition) == broker);
  }

  void close() {
    admin.close(Duration.ofSeconds(5));
  }
}
