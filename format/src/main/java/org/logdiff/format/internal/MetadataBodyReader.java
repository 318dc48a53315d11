package org.logdiff.format.internal;

import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.logdiff.format.KafkaUuid;

/**
 * Reads the message of a metadata record. One method a kind; the order of the lines is that of the
 * fields in the file, and {@code version >= n} says from which version on a field is there.
 *
 * <p>Source: the message definitions of {@code org.apache.kafka.common.metadata}, Kafka 4.4.0.
 */
final class MetadataBodyReader {
  private static final int LEAST_ENDPOINT_BYTES = 7;
  private static final int LEAST_FEATURE_BYTES = 6;

  private final SchemaReader in;
  private final int version;
  private List<UnknownTaggedField> unknownTaggedFields = List.of();

  MetadataBodyReader(SchemaReader in, int version) {
    this.in = in;
    this.version = version;
  }

  /** What {@link #read} found and does not know. */
  List<UnknownTaggedField> unknownTaggedFields() {
    return unknownTaggedFields;
  }

  /** Reads the rest of the record. */
  MetadataBody read(Optional<MetadataRecordType> type) {
    if (type.isEmpty() || version > type.get().latestVersion()) {
      return undecoded();
    }
    MetadataBody body =
        switch (type.get()) {
          case REGISTER_BROKER_RECORD -> registerBroker();
          case UNREGISTER_BROKER_RECORD -> unregisterBroker();
          case TOPIC_RECORD -> topic();
          case PARTITION_RECORD -> partition();
          case CONFIG_RECORD -> config();
          case PARTITION_CHANGE_RECORD -> partitionChange();
          case FENCE_BROKER_RECORD -> fenceBroker();
          case UNFENCE_BROKER_RECORD -> unfenceBroker();
          case REMOVE_TOPIC_RECORD -> removeTopic();
          case FEATURE_LEVEL_RECORD -> featureLevel();
          case BROKER_REGISTRATION_CHANGE_RECORD -> brokerRegistrationChange();
          case BEGIN_TRANSACTION_RECORD -> new MetadataBody.BeginTransaction(taggedText());
          case END_TRANSACTION_RECORD -> endTransaction();
          case ABORT_TRANSACTION_RECORD -> new MetadataBody.AbortTransaction(taggedText());
          default -> undecoded();
        };
    if (!(body instanceof MetadataBody.Undecoded)) {
      in.endOf(type.get().toString());
    }
    return body;
  }

  private MetadataBody undecoded() {
    return new MetadataBody.Undecoded(in.remaining());
  }

  private void tags(SchemaReader.KnownTags known) {
    unknownTaggedFields = in.taggedFields(known);
  }

  private void noTags() {
    tags(SchemaReader.KnownTags.NONE);
  }

  private MetadataBody topic() {
    String name = in.compactString("name");
    KafkaUuid topicId = in.uuid("topicId");
    noTags();
    return new MetadataBody.Topic(name, topicId);
  }

  private MetadataBody removeTopic() {
    KafkaUuid topicId = in.uuid("topicId");
    noTags();
    return new MetadataBody.RemoveTopic(topicId);
  }

  private MetadataBody partition() {
    int partitionId = in.int32("partitionId");
    KafkaUuid topicId = in.uuid("topicId");
    List<Integer> replicas = in.compactInt32s("replicas");
    List<Integer> isr = in.compactInt32s("isr");
    List<Integer> removing = in.compactInt32s("removingReplicas");
    List<Integer> adding = in.compactInt32s("addingReplicas");
    int leader = in.int32("leader");
    int leaderEpoch = in.int32("leaderEpoch");
    int partitionEpoch = in.int32("partitionEpoch");
    List<KafkaUuid> directories = version >= 1 ? in.compactUuids("directories") : List.of();
    PartitionTags tags = new PartitionTags(version);
    tags(tags);
    return new MetadataBody.Partition(
        partitionId,
        topicId,
        replicas,
        isr,
        removing,
        adding,
        leader,
        tags.leaderRecoveryState,
        leaderEpoch,
        partitionEpoch,
        directories,
        tags.eligibleLeaderReplicas,
        tags.lastKnownElr);
  }

  private static final class PartitionTags implements SchemaReader.KnownTags {
    private final int version;
    private byte leaderRecoveryState = 0;
    private Optional<List<Integer>> eligibleLeaderReplicas = Optional.empty();
    private Optional<List<Integer>> lastKnownElr = Optional.empty();

    PartitionTags(int version) {
      this.version = version;
    }

    @Override
    public boolean read(int tag, SchemaReader value) {
      if (tag == 0) {
        leaderRecoveryState = value.int8("leaderRecoveryState");
      } else if ((tag == 1 || tag == 2) && version < 2) {
        value.rejectTag(tag, version);
      } else if (tag == 1) {
        eligibleLeaderReplicas = value.compactNullableInt32s("eligibleLeaderReplicas");
      } else if (tag == 2) {
        lastKnownElr = value.compactNullableInt32s("lastKnownElr");
      } else {
        return false;
      }
      return true;
    }
  }

  private MetadataBody partitionChange() {
    int partitionId = in.int32("partitionId");
    KafkaUuid topicId = in.uuid("topicId");
    ChangeTags tags = new ChangeTags(version);
    tags(tags);
    return new MetadataBody.PartitionChange(
        partitionId,
        topicId,
        tags.isr,
        tags.leader,
        tags.replicas,
        tags.removingReplicas,
        tags.addingReplicas,
        tags.leaderRecoveryState,
        tags.directories,
        tags.eligibleLeaderReplicas,
        tags.lastKnownElr);
  }

  private static final class ChangeTags implements SchemaReader.KnownTags {
    private final int version;
    private Optional<List<Integer>> isr = Optional.empty();
    private int leader = MetadataBody.PartitionChange.NO_LEADER_CHANGE;
    private Optional<List<Integer>> replicas = Optional.empty();
    private Optional<List<Integer>> removingReplicas = Optional.empty();
    private Optional<List<Integer>> addingReplicas = Optional.empty();
    private byte leaderRecoveryState = -1;
    private Optional<List<KafkaUuid>> directories = Optional.empty();
    private Optional<List<Integer>> eligibleLeaderReplicas = Optional.empty();
    private Optional<List<Integer>> lastKnownElr = Optional.empty();

    ChangeTags(int version) {
      this.version = version;
    }

    @Override
    public boolean read(int tag, SchemaReader value) {
      if (tag >= 6 && tag <= 8 && version < (tag == 8 ? 1 : 2)) {
        value.rejectTag(tag, version);
        return true;
      }
      switch (tag) {
        case 0 -> isr = value.compactNullableInt32s("isr");
        case 1 -> leader = value.int32("leader");
        case 2 -> replicas = value.compactNullableInt32s("replicas");
        case 3 -> removingReplicas = value.compactNullableInt32s("removingReplicas");
        case 4 -> addingReplicas = value.compactNullableInt32s("addingReplicas");
        case 5 -> leaderRecoveryState = value.int8("leaderRecoveryState");
        case 6 -> eligibleLeaderReplicas = value.compactNullableInt32s("eligibleLeaderReplicas");
        case 7 -> lastKnownElr = value.compactNullableInt32s("lastKnownElr");
        case 8 -> directories = value.compactNullableUuids("directories");
        default -> {
          return false;
        }
      }
      return true;
    }
  }

  private MetadataBody config() {
    byte resourceType = in.int8("resourceType");
    String resourceName = in.compactString("resourceName");
    String name = in.compactString("name");
    Optional<String> value = in.compactNullableString("value");
    noTags();
    return new MetadataBody.Config(resourceType, resourceName, name, value);
  }

  private MetadataBody registerBroker() {
    int brokerId = in.int32("brokerId");
    boolean isMigratingZkBroker = version >= 2 && in.bool("isMigratingZkBroker");
    KafkaUuid incarnationId = in.uuid("incarnationId");
    long brokerEpoch = in.int64("brokerEpoch");
    List<MetadataBody.RegisterBroker.Endpoint> endPoints = endPoints();
    List<MetadataBody.RegisterBroker.Feature> features = features();
    Optional<String> rack = in.compactNullableString("rack");
    boolean isFenced = in.bool("fenced");
    boolean isShuttingDown = version >= 1 && in.bool("inControlledShutdown");
    LogDirTags tags = new LogDirTags(version, 0, 3);
    tags(tags);
    return new MetadataBody.RegisterBroker(
        brokerId,
        isMigratingZkBroker,
        incarnationId,
        brokerEpoch,
        endPoints,
        features,
        rack,
        isFenced,
        isShuttingDown,
        tags.logDirs,
        tags.cordonedLogDirs);
  }

  private List<MetadataBody.RegisterBroker.Endpoint> endPoints() {
    int count = in.compactArrayLength("endPoints", LEAST_ENDPOINT_BYTES, false);
    List<MetadataBody.RegisterBroker.Endpoint> endPoints = new ArrayList<>();
    for (int i = 0; i < count && in.isIntact(); i++) {
      endPoints.add(
          new MetadataBody.RegisterBroker.Endpoint(
              in.compactString("endPoints.name"),
              in.compactString("endPoints.host"),
              in.uint16("endPoints.port"),
              in.int16("endPoints.securityProtocol")));
      in.taggedFields(SchemaReader.KnownTags.NONE);
    }
    return List.copyOf(endPoints);
  }

  private List<MetadataBody.RegisterBroker.Feature> features() {
    int count = in.compactArrayLength("features", LEAST_FEATURE_BYTES, false);
    List<MetadataBody.RegisterBroker.Feature> features = new ArrayList<>();
    for (int i = 0; i < count && in.isIntact(); i++) {
      features.add(
          new MetadataBody.RegisterBroker.Feature(
              in.compactString("features.name"),
              in.int16("features.minSupportedVersion"),
              in.int16("features.maxSupportedVersion")));
      in.taggedFields(SchemaReader.KnownTags.NONE);
    }
    return List.copyOf(features);
  }

  /** The two lists of log dirs: two tags in a row, each from its own version on. */
  private static final class LogDirTags implements SchemaReader.KnownTags {
    private final int version;
    private final int logDirsTag;
    private final int logDirsSince;
    private List<KafkaUuid> logDirs = List.of();
    private Optional<List<KafkaUuid>> cordonedLogDirs = Optional.empty();

    LogDirTags(int version, int logDirsTag, int logDirsSince) {
      this.version = version;
      this.logDirsTag = logDirsTag;
      this.logDirsSince = logDirsSince;
    }

    @Override
    public boolean read(int tag, SchemaReader value) {
      boolean isCordoned = tag == logDirsTag + 1;
      if (tag != logDirsTag && !isCordoned) {
        return false;
      }
      if (version < logDirsSince + (isCordoned ? 1 : 0)) {
        value.rejectTag(tag, version);
      } else if (isCordoned) {
        cordonedLogDirs = value.compactNullableUuids("cordonedLogDirs");
      } else {
        logDirs = value.compactUuids("logDirs");
      }
      return true;
    }
  }

  private MetadataBody unregisterBroker() {
    int brokerId = in.int32("brokerId");
    long brokerEpoch = in.int64("brokerEpoch");
    noTags();
    return new MetadataBody.UnregisterBroker(brokerId, brokerEpoch);
  }

  private MetadataBody fenceBroker() {
    int id = in.int32("id");
    long epoch = in.int64("epoch");
    noTags();
    return new MetadataBody.FenceBroker(id, epoch);
  }

  private MetadataBody unfenceBroker() {
    int id = in.int32("id");
    long epoch = in.int64("epoch");
    noTags();
    return new MetadataBody.UnfenceBroker(id, epoch);
  }

  private MetadataBody brokerRegistrationChange() {
    int brokerId = in.int32("brokerId");
    long brokerEpoch = in.int64("brokerEpoch");
    byte[] changes = new byte[2];
    LogDirTags logDirs = new LogDirTags(version, 2, 2);
    tags(
        (tag, value) -> {
          if (tag == 0) {
            changes[0] = value.int8("fenced");
          } else if (tag == 1 && version < 1) {
            value.rejectTag(tag, version);
          } else if (tag == 1) {
            changes[1] = value.int8("inControlledShutdown");
          } else {
            return logDirs.read(tag, value);
          }
          return true;
        });
    return new MetadataBody.BrokerRegistrationChange(
        brokerId, brokerEpoch, changes[0], changes[1], logDirs.logDirs, logDirs.cordonedLogDirs);
  }

  private MetadataBody featureLevel() {
    String name = in.compactString("name");
    short featureLevel = in.int16("featureLevel");
    noTags();
    return new MetadataBody.FeatureLevel(name, featureLevel);
  }

  private MetadataBody endTransaction() {
    noTags();
    return new MetadataBody.EndTransaction();
  }

  /** The one field of a begin or an abort, tag 0. */
  private Optional<String> taggedText() {
    List<String> text = new ArrayList<>();
    tags(
        (tag, value) -> {
          if (tag != 0) {
            return false;
          }
          value.compactNullableString("text").ifPresent(text::add);
          return true;
        });
    return text.stream().findFirst();
  }
}
