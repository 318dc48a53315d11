package org.logdiff.analysis.witness;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.Set;
import java.util.TreeMap;
import org.apache.kafka.common.Uuid;
import org.apache.kafka.common.metadata.AbortTransactionRecord;
import org.apache.kafka.common.metadata.BeginTransactionRecord;
import org.apache.kafka.common.metadata.BrokerRegistrationChangeRecord;
import org.apache.kafka.common.metadata.ConfigRecord;
import org.apache.kafka.common.metadata.EndTransactionRecord;
import org.apache.kafka.common.metadata.FenceBrokerRecord;
import org.apache.kafka.common.metadata.NoOpRecord;
import org.apache.kafka.common.metadata.PartitionChangeRecord;
import org.apache.kafka.common.metadata.PartitionRecord;
import org.apache.kafka.common.metadata.RegisterBrokerRecord;
import org.apache.kafka.common.metadata.RemoveTopicRecord;
import org.apache.kafka.common.metadata.TopicRecord;
import org.apache.kafka.common.metadata.UnregisterBrokerRecord;
import org.apache.kafka.common.protocol.ApiMessage;
import org.apache.kafka.server.config.ServerTopicConfigSynonyms;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.logdiff.format.TopicPartition;

class ClusterMetadataLogTest {
  private static final String PARTITION = "__cluster_metadata-0";
  private static final TopicPartition FOO = new TopicPartition("foo", 0);
  private static final Uuid ID = new Uuid(1, 2);
  private static final Uuid OTHER_ID = new Uuid(3, 4);

  @TempDir Path dir;

  /** Writes records with a new offset each, at 1000 ms and on, 10 ms apart. */
  private static final class Writer {
    private final InternalLog log = new InternalLog();
    private long offset;

    Writer(long firstOffset) {
      offset = firstOffset;
    }

    Writer write(ApiMessage... messages) {
      for (ApiMessage message : messages) {
        log.metadata(offset, 1_000 + 10 * offset, message, message.highestSupportedVersion());
        offset++;
      }
      return this;
    }
  }

  private static PartitionRecord partition(Uuid topicId) {
    return new PartitionRecord()
        .setTopicId(topicId)
        .setPartitionId(0)
        .setReplicas(List.of(1, 2, 3))
        .setIsr(List.of(1, 2, 3))
        .setLeader(1)
        .setLeaderEpoch(5)
        .setDirectories(List.of(Uuid.ZERO_UUID, Uuid.ZERO_UUID, Uuid.ZERO_UUID));
  }

  private static PartitionChangeRecord change() {
    return new PartitionChangeRecord().setTopicId(ID).setPartitionId(0);
  }

  private static PartitionChangeRecord isr(Integer... nodes) {
    return change().setIsr(List.of(nodes));
  }

  private static ConfigRecord config(int type, String resource, String name, String value) {
    return new ConfigRecord()
        .setResourceType((byte) type)
        .setResourceName(resource)
        .setName(name)
        .setValue(value);
  }

  private static TopicRecord topic(String name, Uuid topicId) {
    return new TopicRecord().setName(name).setTopicId(topicId);
  }

  private static Writer withTopic() {
    return new Writer(0).write(topic("foo", ID), partition(ID));
  }

  private ClusterMetadataLog read(Writer writer) {
    writer.log.writeTo(dir.resolve("kafka1"), PARTITION);
    return read();
  }

  private ClusterMetadataLog read() {
    return ClusterMetadataLog.read(
        List.of(dir.resolve("kafka1"), dir.resolve("kafka2")), Set.of("foo"));
  }

  @Test
  void leadersAndInSyncReplicasOverTime() {
    ClusterMetadataLog log =
        read(
            withTopic()
                .write(new NoOpRecord(), isr(1, 3), isr(1, 2, 3))
                .write(change().setLeader(3).setLeaderRecoveryState((byte) 1))
                .write(change().setReplicas(List.of(3, 2)).setIsr(List.of(3))));
    List<PartitionEvent> events = log.partition(FOO).orElseThrow().events();
    assertEquals(
        List.of(
            "CREATED 1010 1@5 [1, 2, 3] [1, 2, 3] false",
            "CHANGED 1030 1@5 [1, 2, 3] [1, 3] false",
            "CHANGED 1040 1@5 [1, 2, 3] [1, 2, 3] false",
            "CHANGED 1050 3@6 [1, 2, 3] [1, 2, 3] true",
            "CHANGED 1060 3@6 [3, 2] [3] true"),
        events.stream()
            .map(
                event ->
                    event.kind()
                        + " "
                        + event.timestampMs()
                        + " "
                        + event.leader()
                        + "@"
                        + event.leaderEpoch()
                        + " "
                        + event.replicas()
                        + " "
                        + event.isr()
                        + " "
                        + event.isUnclean())
            .toList());
    assertEquals(List.of(3, 2), log.replicas(FOO));
    assertEquals(List.of(), log.notes());
    assertFalse(log.isSilent());
    Sighting place = events.get(1).at().sighting();
    assertEquals(dir.resolve("kafka1"), place.logDir());
    assertTrue(place.position() > 0);
  }

  @Test
  void absences() {
    ClusterMetadataLog log =
        read(withTopic().write(isr(1, 3), isr(1), isr(1, 2), isr(1, 2, 3), isr(1, 3)));
    List<Absence> ofTwo = log.absences(FOO, 2);
    assertEquals(2, ofTwo.size());
    assertEquals(1_020, ofTwo.get(0).leftMs());
    assertEquals(OptionalLong.of(1_040), ofTwo.get(0).rejoinedMs());
    assertFalse(ofTwo.get(0).isLeftBefore());
    assertEquals(1_060, ofTwo.get(1).leftMs());
    assertEquals(OptionalLong.empty(), ofTwo.get(1).rejoinedMs());
    assertEquals(1, log.absences(FOO, 3).size());
    assertEquals(List.of(), log.absences(FOO, 1));
    assertEquals(List.of(), log.absences(FOO, 4), "not a replica");
  }

  @Test
  void brokers() {
    BrokerRegistrationChangeRecord change = new BrokerRegistrationChangeRecord().setBrokerId(2);
    ClusterMetadataLog log =
        read(
            new Writer(0)
                .write(
                    new RegisterBrokerRecord().setBrokerId(2),
                    new RegisterBrokerRecord().setBrokerId(1).setFenced(false),
                    change.duplicate().setFenced((byte) -1),
                    change.duplicate().setInControlledShutdown((byte) 1),
                    change.duplicate().setFenced((byte) 1),
                    new FenceBrokerRecord().setId(1),
                    new UnregisterBrokerRecord().setBrokerId(2)));
    assertEquals(
        List.of(
            "REGISTERED 1000",
            "UNFENCED 1020",
            "CONTROLLED_SHUTDOWN 1030",
            "FENCED 1040",
            "UNREGISTERED 1060"),
        log.brokerEvents(2).stream().map(e -> e.kind() + " " + e.timestampMs()).toList());
    assertEquals(
        List.of("REGISTERED 1010", "UNFENCED 1010", "FENCED 1050"),
        log.brokerEvents(1).stream().map(e -> e.kind() + " " + e.timestampMs()).toList());
  }

  @Test
  void theStrongestConfigurationCounts() {
    ClusterMetadataLog log =
        read(
            withTopic()
                .write(
                    config(2, "foo", "segment.ms", "600000"),
                    config(2, "foo", "segment.ms", "700"),
                    config(2, "foo", "retention.ms", "5"),
                    config(2, "foo", "retention.ms", null),
                    config(2, "bar", "delete.retention.ms", "9"),
                    config(4, "", "log.cleaner.delete.retention.ms", "1"),
                    config(4, "2", "log.cleaner.delete.retention.ms", "2"),
                    config(4, "", "log.roll.ms", "3"),
                    config(4, "", "min.insync.replicas", "2")));
    assertEquals(Set.of("segment.ms"), log.topic("foo").orElseThrow().config().keySet());
    ConfigSetting segmentMs = log.config("foo", "segment.ms", 2).orElseThrow();
    assertEquals(ConfigSetting.Source.TOPIC, segmentMs.source());
    assertEquals(Optional.of("700"), segmentMs.value());
    assertEquals(1_030, segmentMs.at().timestampMs());
    ConfigSetting ofTwo = log.config("foo", "delete.retention.ms", 2).orElseThrow();
    assertEquals(ConfigSetting.Source.BROKER, ofTwo.source());
    assertEquals(Optional.of("2"), ofTwo.value());
    ConfigSetting ofOne = log.config("foo", "delete.retention.ms", 1).orElseThrow();
    assertEquals(ConfigSetting.Source.CLUSTER, ofOne.source());
    assertEquals("log.cleaner.delete.retention.ms", ofOne.name());
    assertEquals(
        Optional.of("2"), log.config("foo", "min.insync.replicas", 1).orElseThrow().value());
    assertEquals(Optional.empty(), log.config("foo", "cleanup.policy", 1));
    assertEquals(4, log.topic("foo").orElseThrow().configChanges().size());
  }

  @Test
  void weKnowTheSynonymsThatKafkaKnows() {
    Map<String, List<String>> kafka = new TreeMap<>();
    Map<String, List<String>> ours = new TreeMap<>();
    ServerTopicConfigSynonyms.ALL_TOPIC_CONFIG_SYNONYMS.forEach(
        (name, synonyms) -> {
          kafka.put(name, synonyms.stream().map(synonym -> synonym.name()).toList());
          ours.put(name, TopicConfigSynonyms.of(name));
        });
    assertEquals(kafka, ours);
  }

  @Test
  void aTopicCreatedAnewIsAnotherOne() {
    ClusterMetadataLog log =
        read(
            withTopic()
                .write(
                    config(2, "foo", "segment.ms", "1"),
                    new RemoveTopicRecord().setTopicId(ID),
                    topic("foo", OTHER_ID),
                    partition(OTHER_ID).setIsr(List.of(1, 2)),
                    isr(3)));
    assertEquals(2, log.topics().size());
    TopicHistory first = log.topics().get(0);
    assertEquals(
        OptionalLong.of(1_030), OptionalLong.of(first.removed().orElseThrow().timestampMs()));
    assertEquals(1, first.config().size());
    TopicHistory second = log.topic("foo").orElseThrow();
    assertEquals(OTHER_ID.toString(), second.topicId().toString());
    assertEquals(Map.of(), second.config());
    assertEquals(List.of(1, 2), second.partitions().get(0).last().isr());
    assertEquals(Optional.of(first), log.topic(first.topicId()));
  }

  @Test
  void otherTopicsAreNotKept() {
    ClusterMetadataLog log = read(withTopic().write(topic("bar", OTHER_ID), partition(OTHER_ID)));
    assertEquals(1, log.topics().size());
    assertEquals(Optional.empty(), log.topic("bar"));
  }

  @Test
  void anAbortedMetadataTransactionDidNotHappen() {
    ClusterMetadataLog log =
        read(
            withTopic()
                .write(new BeginTransactionRecord(), isr(1), new AbortTransactionRecord())
                .write(new BeginTransactionRecord(), isr(1, 2), new EndTransactionRecord())
                .write(new BeginTransactionRecord(), isr(2)));
    assertEquals(
        List.of(List.of(1, 2, 3), List.of(1, 2)),
        log.partition(FOO).orElseThrow().events().stream().map(PartitionEvent::isr).toList());
  }

  @Test
  void aLogWhoseBeginningIsGoneStartsFromItsSnapshot() {
    Writer snapshot =
        new Writer(0)
            .write(topic("foo", ID), config(2, "foo", "segment.ms", "7"))
            .write(partition(ID).setIsr(List.of(1, 3)));
    Writer log = new Writer(40).write(isr(2)).write(isr(1, 2, 3)).write(isr(1, 2));
    Path broker = dir.resolve("kafka1");
    log.log.write(broker, PARTITION, "00000000000000000040.log", log.log.bytes());
    log.log.write(
        broker, PARTITION, "00000000000000000041-0000000001.checkpoint", snapshot.log.bytes());
    log.log.write(broker, PARTITION, "00000000000000000043-0000000001.checkpoint", new byte[0]);
    ClusterMetadataLog read = read();
    assertEquals(List.of(), read.notes());
    PartitionHistory history = read.partition(FOO).orElseThrow();
    assertEquals(
        List.of(List.of(1, 3), List.of(1, 2, 3), List.of(1, 2)),
        history.events().stream().map(PartitionEvent::isr).toList());
    assertEquals(PartitionEvent.Kind.SNAPSHOT, history.events().get(0).kind());
    assertEquals(41, history.events().get(0).at().offset());
    assertTrue(history.absences(2).get(0).isLeftBefore());
    assertEquals(Optional.of("7"), read.config("foo", "segment.ms", 1).orElseThrow().value());
  }

  @Test
  void aLogWhoseBeginningIsGoneWithoutASnapshotIsSilent() {
    Writer log = new Writer(40).write(isr(2));
    log.log.write(dir.resolve("kafka1"), PARTITION, "00000000000000000040.log", log.log.bytes());
    ClusterMetadataLog read = read();
    assertTrue(read.isSilent());
    assertEquals(1, read.notes().size());
    assertTrue(read.notes().get(0).why().contains("without a snapshot"));
  }

  @Test
  void missingOffsetsSilenceIt() {
    Writer log = withTopic().write(isr(1, 2));
    log.offset += 2;
    ClusterMetadataLog read = read(log.write(isr(1)));
    assertEquals(List.of(1, 2), read.partition(FOO).orElseThrow().last().isr());
    assertEquals("__cluster_metadata-0 from offset 3 on", read.notes().get(0).what());
    assertEquals("offsets 3 to 4 are missing", read.notes().get(0).why());
  }

  @Test
  void aVersionThatIsNotKnownSilencesItOnlyWhereItMatters() {
    Writer log = withTopic();
    log.log.record(2, 1, null, new byte[] {1, 20, 9});
    log.log.record(3, 1, null, new byte[] {1, 99, 0});
    log.offset = 4;
    assertEquals(List.of(), read(log.write(isr(1, 2))).notes());
    log.log.record(5, 1, null, new byte[] {1, 5, 9});
    log.offset = 6;
    ClusterMetadataLog read = read(log.write(isr(1)));
    assertEquals(List.of(1, 2), read.partition(FOO).orElseThrow().last().isr());
    assertEquals("__cluster_metadata-0 from offset 5 on", read.notes().get(0).what());
  }

  @Test
  void theCopyThatGoesFurthestIsHeard() {
    withTopic().write(isr(1)).log.writeTo(dir.resolve("kafka1"), PARTITION);
    withTopic().write(isr(1), isr(1, 3)).log.writeTo(dir.resolve("kafka2"), PARTITION);
    ClusterMetadataLog read = read();
    assertEquals(List.of(1, 3), read.partition(FOO).orElseThrow().last().isr());
    assertEquals(
        dir.resolve("kafka2"), read.partition(FOO).orElseThrow().last().at().sighting().logDir());
  }

  @Test
  void ifTheLongestCopyIsDamagedAnotherGoesOn() {
    Writer longest = withTopic().write(isr(1), isr(1, 3));
    byte[] damaged = longest.log.bytes();
    damaged[damaged.length / 2] ^= 1;
    longest.log.write(dir.resolve("kafka2"), PARTITION, "00000000000000000000.log", damaged);
    withTopic().write(isr(1)).log.writeTo(dir.resolve("kafka1"), PARTITION);
    ClusterMetadataLog read = read();
    assertEquals(List.of(1), read.partition(FOO).orElseThrow().last().isr());
    assertEquals(1, read.notes().size());
  }

  @Test
  void nothingIsKnownWithoutTheLog() {
    ClusterMetadataLog read = read();
    assertTrue(read.isSilent());
    assertEquals(List.of(), read.notes());
    assertEquals(List.of(), read.absences(FOO, 1));
    assertEquals(List.of(), read.replicas(FOO));
  }

  /** Whatever happens to the file: no exception, and what is said is a beginning of the truth. */
  @Test
  void damageLeavesABeginningOfTheTruth() {
    Writer writer = withTopic().write(isr(1, 3), isr(1), isr(1, 2));
    byte[] bytes = writer.log.bytes();
    List<PartitionEvent> truth = read(writer).partition(FOO).orElseThrow().events();
    for (int at = 0; at < bytes.length; at += 5) {
      byte[] flipped = bytes.clone();
      flipped[at] ^= 0x10;
      for (byte[] mutant : List.of(flipped, Arrays.copyOf(bytes, at))) {
        writer.log.write(dir.resolve("kafka1"), PARTITION, "00000000000000000000.log", mutant);
        List<PartitionEvent> said =
            read().partition(FOO).map(PartitionHistory::events).orElse(List.of());
        assertTrue(said.size() <= truth.size());
        assertEquals(truth.subList(0, said.size()), said);
      }
    }
  }
}
