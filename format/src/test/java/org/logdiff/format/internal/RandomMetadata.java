package org.logdiff.format.internal;

import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import org.apache.kafka.common.Uuid;
import org.apache.kafka.common.metadata.AbortTransactionRecord;
import org.apache.kafka.common.metadata.BeginTransactionRecord;
import org.apache.kafka.common.metadata.BrokerRegistrationChangeRecord;
import org.apache.kafka.common.metadata.ConfigRecord;
import org.apache.kafka.common.metadata.FeatureLevelRecord;
import org.apache.kafka.common.metadata.FenceBrokerRecord;
import org.apache.kafka.common.metadata.MetadataRecordType;
import org.apache.kafka.common.metadata.PartitionChangeRecord;
import org.apache.kafka.common.metadata.PartitionRecord;
import org.apache.kafka.common.metadata.RegisterBrokerRecord;
import org.apache.kafka.common.metadata.RemoveTopicRecord;
import org.apache.kafka.common.metadata.TopicRecord;
import org.apache.kafka.common.metadata.UnfenceBrokerRecord;
import org.apache.kafka.common.metadata.UnregisterBrokerRecord;
import org.apache.kafka.common.protocol.ApiMessage;
import org.apache.kafka.common.protocol.types.RawTaggedField;

/** Kafka's messages with random values, each with all fields that its version has. */
final class RandomMetadata {
  private final Random random;

  RandomMetadata(long seed) {
    this.random = new Random(seed);
  }

  ApiMessage next(MetadataRecordType type, int version) {
    ApiMessage message =
        switch (type) {
          case REGISTER_BROKER_RECORD -> registerBroker(version);
          case UNREGISTER_BROKER_RECORD ->
              new UnregisterBrokerRecord().setBrokerId(int32()).setBrokerEpoch(int64());
          case TOPIC_RECORD -> new TopicRecord().setName(text()).setTopicId(uuid());
          case PARTITION_RECORD -> partition(version);
          case CONFIG_RECORD ->
              new ConfigRecord()
                  .setResourceType((byte) random.nextInt(5))
                  .setResourceName(text())
                  .setName(text())
                  .setValue(maybe() ? text() : null);
          case PARTITION_CHANGE_RECORD -> partitionChange(version);
          case FENCE_BROKER_RECORD -> new FenceBrokerRecord().setId(int32()).setEpoch(int64());
          case UNFENCE_BROKER_RECORD -> new UnfenceBrokerRecord().setId(int32()).setEpoch(int64());
          case REMOVE_TOPIC_RECORD -> new RemoveTopicRecord().setTopicId(uuid());
          case FEATURE_LEVEL_RECORD ->
              new FeatureLevelRecord().setName(text()).setFeatureLevel((short) int32());
          case BROKER_REGISTRATION_CHANGE_RECORD -> registrationChange(version);
          case BEGIN_TRANSACTION_RECORD ->
              new BeginTransactionRecord().setName(maybe() ? text() : null);
          case ABORT_TRANSACTION_RECORD ->
              new AbortTransactionRecord().setReason(maybe() ? text() : null);
          default -> type.newMetadataRecord();
        };
    if (random.nextInt(4) == 0) {
      message
          .unknownTaggedFields()
          .add(new RawTaggedField(9 + random.nextInt(1_000), text().getBytes()));
    }
    return message;
  }

  private ApiMessage registerBroker(int version) {
    RegisterBrokerRecord record =
        new RegisterBrokerRecord()
            .setBrokerId(int32())
            .setIncarnationId(uuid())
            .setBrokerEpoch(int64())
            .setRack(maybe() ? text() : null)
            .setFenced(maybe());
    for (int i = random.nextInt(3); i > 0; i--) {
      record
          .endPoints()
          .add(
              new RegisterBrokerRecord.BrokerEndpoint()
                  .setName(text() + i)
                  .setHost(text())
                  .setPort(random.nextInt(1 << 16))
                  .setSecurityProtocol((short) int32()));
      record
          .features()
          .add(
              new RegisterBrokerRecord.BrokerFeature()
                  .setName(text() + i)
                  .setMinSupportedVersion((short) int32())
                  .setMaxSupportedVersion((short) int32()));
    }
    if (version >= 1) {
      record.setInControlledShutdown(maybe());
    }
    if (version >= 2) {
      record.setIsMigratingZkBroker(maybe());
    }
    if (version >= 3) {
      record.setLogDirs(uuids());
    }
    if (version >= 4) {
      record.setCordonedLogDirs(maybe() ? uuids() : null);
    }
    return record;
  }

  private ApiMessage registrationChange(int version) {
    BrokerRegistrationChangeRecord record =
        new BrokerRegistrationChangeRecord()
            .setBrokerId(int32())
            .setBrokerEpoch(int64())
            .setFenced((byte) (random.nextInt(3) - 1));
    if (version >= 1) {
      record.setInControlledShutdown((byte) random.nextInt(2));
    }
    if (version >= 2) {
      record.setLogDirs(uuids());
    }
    if (version >= 3) {
      record.setCordonedLogDirs(maybe() ? uuids() : null);
    }
    return record;
  }

  private ApiMessage partition(int version) {
    PartitionRecord record =
        new PartitionRecord()
            .setPartitionId(int32())
            .setTopicId(uuid())
            .setReplicas(nodes())
            .setIsr(nodes())
            .setRemovingReplicas(nodes())
            .setAddingReplicas(nodes())
            .setLeader(int32())
            .setLeaderRecoveryState((byte) random.nextInt(2))
            .setLeaderEpoch(int32())
            .setPartitionEpoch(int32());
    if (version >= 1) {
      record.setDirectories(uuids());
    }
    if (version >= 2) {
      record.setEligibleLeaderReplicas(maybe() ? nodes() : null);
      record.setLastKnownElr(maybe() ? nodes() : null);
    }
    return record;
  }

  private ApiMessage partitionChange(int version) {
    PartitionChangeRecord record =
        new PartitionChangeRecord()
            .setPartitionId(int32())
            .setTopicId(uuid())
            .setIsr(maybe() ? nodes() : null)
            .setLeader(maybe() ? random.nextInt(5) - 2 : int32())
            .setReplicas(maybe() ? nodes() : null)
            .setRemovingReplicas(maybe() ? nodes() : null)
            .setAddingReplicas(maybe() ? nodes() : null)
            .setLeaderRecoveryState((byte) (random.nextInt(3) - 1));
    if (version >= 1) {
      record.setDirectories(maybe() ? uuids() : null);
    }
    if (version >= 2) {
      record.setEligibleLeaderReplicas(maybe() ? nodes() : null);
      record.setLastKnownElr(maybe() ? nodes() : null);
    }
    return record;
  }

  private boolean maybe() {
    return random.nextBoolean();
  }

  private int int32() {
    return random.nextInt() >> random.nextInt(32);
  }

  private long int64() {
    return random.nextLong() >> random.nextInt(64);
  }

  private String text() {
    return "é".repeat(random.nextInt(3)) + "name-" + random.nextInt(1_000);
  }

  private Uuid uuid() {
    return new Uuid(random.nextLong(), random.nextLong());
  }

  private List<Uuid> uuids() {
    List<Uuid> uuids = new ArrayList<>();
    for (int i = random.nextInt(4); i > 0; i--) {
      uuids.add(uuid());
    }
    return uuids;
  }

  private List<Integer> nodes() {
    List<Integer> nodes = new ArrayList<>();
    for (int i = random.nextInt(5); i > 0; i--) {
      nodes.add(int32());
    }
    return nodes;
  }
}
