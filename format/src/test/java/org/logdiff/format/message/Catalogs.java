package org.logdiff.format.message;

import com.fasterxml.jackson.databind.JsonNode;
import java.io.IOException;
import java.util.List;
import org.apache.kafka.common.message.LeaderChangeMessage;
import org.apache.kafka.common.metadata.TopicRecord;
import org.apache.kafka.coordinator.group.generated.OffsetCommitKey;
import org.apache.kafka.coordinator.share.generated.ShareSnapshotKey;
import org.apache.kafka.coordinator.transaction.generated.TransactionLogKey;
import org.apache.kafka.server.log.remote.metadata.storage.generated.RemoteLogSegmentMetadataRecord;

/** Our files of schemas, each with the package of Kafka's classes that it stands for. */
enum Catalogs {
  CONSUMER_OFFSETS(InternalTopic.CONSUMER_OFFSETS.catalog(), OffsetCommitKey.class),
  TRANSACTION_STATE(InternalTopic.TRANSACTION_STATE.catalog(), TransactionLogKey.class),
  SHARE_GROUP_STATE(InternalTopic.SHARE_GROUP_STATE.catalog(), ShareSnapshotKey.class),
  CLUSTER_METADATA(InternalTopic.CLUSTER_METADATA.catalog(), TopicRecord.class),
  REMOTE_LOG_METADATA(
      InternalTopic.REMOTE_LOG_METADATA.catalog(), RemoteLogSegmentMetadataRecord.class),
  CONTROL(SchemaCatalog.load("control.schema"), LeaderChangeMessage.class);

  /** Kinds that Kafka had once and 4.4 has not. */
  static final List<String> FORMER =
      List.of(
          "ShareGroupPartitionMetadataKey",
          "ShareGroupPartitionMetadataValue",
          "StreamsGroupPartitionMetadataKey",
          "StreamsGroupPartitionMetadataValue",
          "RemoveFeatureLevelRecord");

  final SchemaCatalog catalog;
  private final Class<?> neighbour;

  Catalogs(SchemaCatalog catalog, Class<?> neighbour) {
    this.catalog = catalog;
    this.neighbour = neighbour;
  }

  /** Those that Kafka 4.4 has. */
  List<MessageSchema> schemas() {
    return catalog.schemas().stream().filter(schema -> !FORMER.contains(schema.name())).toList();
  }

  /** Kafka's definitions of the same kinds. */
  List<JsonNode> definitions() throws IOException {
    return KafkaDefinitions.of(neighbour, "coordinator-key", "coordinator-value", "metadata");
  }

  /** Kafka's class of a message, or its converter to JSON. */
  Class<?> kafkaClass(MessageSchema schema, String suffix) throws ClassNotFoundException {
    String home =
        schema.role() == MessageSchema.Role.MESSAGE
            ? LeaderChangeMessage.class.getPackageName()
            : neighbour.getPackageName();
    return Class.forName(home + "." + schema.name() + suffix);
  }
}
