package org.logdiff.cli.oracle;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import org.apache.kafka.clients.consumer.ConsumerPartitionAssignor.Assignment;
import org.apache.kafka.clients.consumer.ConsumerPartitionAssignor.Subscription;
import org.apache.kafka.clients.consumer.internals.ConsumerProtocol;
import org.apache.kafka.common.TopicIdPartition;
import org.apache.kafka.common.TopicPartition;
import org.apache.kafka.common.Uuid;
import org.apache.kafka.common.compress.Compression;
import org.apache.kafka.common.message.KRaftVersionRecord;
import org.apache.kafka.common.message.SnapshotFooterRecord;
import org.apache.kafka.common.message.SnapshotHeaderRecord;
import org.apache.kafka.common.message.VotersRecord;
import org.apache.kafka.common.metadata.TopicRecord;
import org.apache.kafka.common.protocol.ApiMessage;
import org.apache.kafka.common.protocol.ByteBufferAccessor;
import org.apache.kafka.common.protocol.MessageUtil;
import org.apache.kafka.common.protocol.ObjectSerializationCache;
import org.apache.kafka.common.record.internal.MemoryRecords;
import org.apache.kafka.common.record.internal.SimpleRecord;
import org.apache.kafka.coordinator.group.generated.CoordinatorRecordType;
import org.apache.kafka.coordinator.group.generated.GroupMetadataKey;
import org.apache.kafka.coordinator.group.generated.GroupMetadataValue;
import org.apache.kafka.coordinator.group.generated.OffsetCommitKey;
import org.apache.kafka.coordinator.group.generated.OffsetCommitValue;
import org.apache.kafka.coordinator.share.generated.ShareSnapshotKey;
import org.apache.kafka.coordinator.share.generated.ShareSnapshotValue;
import org.apache.kafka.coordinator.share.generated.ShareUpdateKey;
import org.apache.kafka.coordinator.share.generated.ShareUpdateValue;
import org.apache.kafka.metadata.MetadataRecordSerde;
import org.apache.kafka.server.common.ApiMessageAndVersion;
import org.apache.kafka.server.log.remote.metadata.storage.serialization.RemoteLogMetadataSerde;
import org.apache.kafka.server.log.remote.storage.RemoteLogSegmentId;
import org.apache.kafka.server.log.remote.storage.RemoteLogSegmentMetadata;
import org.apache.kafka.server.log.remote.storage.RemoteLogSegmentMetadataUpdate;
import org.apache.kafka.server.log.remote.storage.RemoteLogSegmentState;
import org.apache.kafka.server.log.remote.storage.RemotePartitionDeleteMetadata;
import org.apache.kafka.server.log.remote.storage.RemotePartitionDeleteState;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.api.parallel.ResourceLock;
import org.junit.jupiter.api.parallel.Resources;

/** Internal topics of which the samples have no records: shown as Kafka's decoders show them. */
@ResourceLock(Resources.SYSTEM_OUT)
class InternalTopicsDumpTest {
  private static final Uuid TOPIC_ID = new Uuid(17, 4);

  @TempDir Path scratch;
  private final List<SimpleRecord> records = new ArrayList<>();

  @Test
  void everyKindOfConsumerOffsets() throws IOException {
    for (CoordinatorRecordType kind : CoordinatorRecordType.values()) {
      ApiMessage value = kind.newRecordValue();
      for (int version = value.lowestSupportedVersion();
          version <= value.highestSupportedVersion();
          version++) {
        add(kind.id(), kind.newRecordKey(), value, version);
      }
      records.add(new SimpleRecord(framed(kind.id(), kind.newRecordKey(), 0), null));
    }
    compare("__consumer_offsets", "--offsets-decoder");
  }

  @Test
  void consumerGroups() throws IOException {
    List<TopicPartition> owned = List.of(new TopicPartition("foo", 1));
    Subscription subscription = new Subscription(List.of("foo", "bar"), null, owned);
    for (int version = 0; version <= 4; version++) {
      GroupMetadataValue.MemberMetadata member =
          new GroupMetadataValue.MemberMetadata()
              .setMemberId("m-" + version)
              .setClientId("client")
              .setClientHost("/127.0.0.1")
              .setSubscription(
                  array(
                      ConsumerProtocol.serializeSubscription(
                          subscription, (short) Math.min(version, 3))))
              .setAssignment(array(ConsumerProtocol.serializeAssignment(new Assignment(owned))));
      add(
          CoordinatorRecordType.GROUP_METADATA.id(),
          new GroupMetadataKey().setGroup("g"),
          new GroupMetadataValue()
              .setProtocolType("consumer")
              .setGeneration(3)
              .setProtocol("range")
              .setLeader("m")
              .setMembers(List.of(member)),
          version);
    }
    add(
        CoordinatorRecordType.OFFSET_COMMIT.id(),
        new OffsetCommitKey().setGroup("g").setTopic("foo").setPartition(2),
        new OffsetCommitValue().setOffset(12).setMetadata("\u00e9\u0007").setLeaderEpoch(1),
        3);
    compare("__consumer_offsets", "--offsets-decoder");
  }

  @Test
  void shareGroups() throws IOException {
    add(
        0,
        new ShareSnapshotKey().setGroupId("s").setTopicId(TOPIC_ID).setPartition(1),
        new ShareSnapshotValue()
            .setSnapshotEpoch(2)
            .setStartOffset(10)
            .setDeliveryCompleteCount(5)
            .setStateBatches(
                List.of(
                    new ShareSnapshotValue.StateBatch()
                        .setFirstOffset(10)
                        .setLastOffset(12)
                        .setDeliveryState((byte) 2)
                        .setDeliveryCount((short) 1))),
        0);
    add(
        1,
        new ShareUpdateKey().setGroupId("s").setTopicId(TOPIC_ID).setPartition(1),
        new ShareUpdateValue().setSnapshotEpoch(2).setLeaderEpoch(4),
        0);
    compare("__share_group_state", "--share-group-state-decoder");
  }

  private void compare(String topic, String decoder) throws IOException {
    KafkaDumpTest.compare(List.of(log(topic)), true, decoder);
  }

  @Test
  void snapshotsOfKraft() throws IOException {
    ByteBuffer snapshot = ByteBuffer.allocate(4096);
    ByteBuffer work = ByteBuffer.allocate(1024);
    append(
        snapshot,
        MemoryRecords.withSnapshotHeaderRecord(
            0, 5, 1, work, new SnapshotHeaderRecord().setLastContainedLogTimestamp(4)));
    append(
        snapshot,
        MemoryRecords.withKRaftVersionRecord(
            1, 5, 1, work.clear(), new KRaftVersionRecord().setKRaftVersion((short) 1)));
    VotersRecord.Endpoint endpoint =
        new VotersRecord.Endpoint().setName("CONTROLLER").setHost("h").setPort(9093);
    append(
        snapshot,
        MemoryRecords.withVotersRecord(
            2,
            5,
            1,
            work.clear(),
            new VotersRecord()
                .setVoters(
                    List.of(
                        new VotersRecord.Voter()
                            .setVoterId(100)
                            .setVoterDirectoryId(TOPIC_ID)
                            .setEndpoints(
                                new VotersRecord.EndpointCollection(List.of(endpoint).iterator()))
                            .setKRaftVersionFeature(
                                new VotersRecord.KRaftVersionFeature()
                                    .setMaxSupportedVersion((short) 1))))));
    append(
        snapshot,
        MemoryRecords.withRecords(
            3, Compression.NONE, metadata(new TopicRecord().setName("foo").setTopicId(TOPIC_ID))));
    append(
        snapshot,
        MemoryRecords.withSnapshotFooterRecord(4, 5, 1, work.clear(), new SnapshotFooterRecord()));
    Path file = scratch.resolve("00000000000000000004-0000000001.checkpoint");
    Files.write(file, Arrays.copyOf(snapshot.array(), snapshot.position()));
    KafkaDumpTest.compare(List.of(file), true, "--cluster-metadata-decoder");
  }

  private static void append(ByteBuffer to, MemoryRecords records) {
    to.put(records.buffer().duplicate());
  }

  private static SimpleRecord metadata(ApiMessage message) {
    ApiMessageAndVersion record = new ApiMessageAndVersion(message, (short) 0);
    ObjectSerializationCache cache = new ObjectSerializationCache();
    ByteBuffer value = ByteBuffer.allocate(MetadataRecordSerde.INSTANCE.recordSize(record, cache));
    MetadataRecordSerde.INSTANCE.write(record, cache, new ByteBufferAccessor(value));
    return new SimpleRecord(5, null, value.array());
  }

  @Test
  void tieredStorage() throws IOException {
    TopicIdPartition partition = new TopicIdPartition(TOPIC_ID, new TopicPartition("foo", 0));
    RemoteLogSegmentId id = new RemoteLogSegmentId(partition, new Uuid(1, 2));
    RemoteLogMetadataSerde serde = new RemoteLogMetadataSerde();
    for (byte[] value :
        List.of(
            serde.serialize(
                new RemoteLogSegmentMetadata(id, 0, 99, 5, 1, 6, 1000, Map.of(0, 0L, 2, 50L))),
            serde.serialize(
                new RemoteLogSegmentMetadataUpdate(
                    id,
                    7,
                    java.util.Optional.empty(),
                    RemoteLogSegmentState.COPY_SEGMENT_FINISHED,
                    1)),
            serde.serialize(
                new RemotePartitionDeleteMetadata(
                    partition, RemotePartitionDeleteState.DELETE_PARTITION_MARKED, 8, 1)))) {
      records.add(new SimpleRecord(5, null, value));
    }
    TieredLines.compare(log("__remote_log_metadata"));
  }

  private void add(int kind, ApiMessage key, ApiMessage value, int version) {
    records.add(new SimpleRecord(5, framed(kind, key, 0), framed(version, value, version)));
  }

  private static byte[] framed(int head, ApiMessage message, int version) {
    ByteBuffer written =
        MessageUtil.toVersionPrefixedByteBuffer((short) version, message).duplicate();
    return array(written.putShort(0, (short) head));
  }

  private static byte[] array(ByteBuffer buffer) {
    return Arrays.copyOfRange(
        buffer.array(), buffer.arrayOffset(), buffer.arrayOffset() + buffer.limit());
  }

  private Path log(String topic) throws IOException {
    MemoryRecords log =
        MemoryRecords.withRecords(0, Compression.NONE, records.toArray(SimpleRecord[]::new));
    Path partition = Files.createDirectories(scratch.resolve(topic + "-0"));
    ByteBuffer buffer = log.buffer();
    byte[] bytes = new byte[buffer.remaining()];
    buffer.duplicate().get(bytes);
    return Files.write(partition.resolve("%020d.log".formatted(0)), bytes);
  }
}
