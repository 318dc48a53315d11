package org.logdiff.analysis.config;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.apache.kafka.common.Uuid;
import org.apache.kafka.common.metadata.ConfigRecord;
import org.apache.kafka.common.metadata.TopicRecord;
import org.apache.kafka.common.protocol.ApiMessage;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import org.logdiff.analysis.witness.ClusterMetadataLog;
import org.logdiff.analysis.witness.InternalLog;

class TopicConfigurationTest {
  private static final int TOPIC = 2;
  private static final int BROKER = 4;

  @TempDir Path dir;

  private static ConfigRecord set(int type, String resource, String name, String value) {
    return new ConfigRecord()
        .setResourceType((byte) type)
        .setResourceName(resource)
        .setName(name)
        .setValue(value);
  }

  /** Writes the metadata, a record every 10 ms from 1000 on; the topic is created first. */
  private ClusterMetadataLog metadata(List<ApiMessage> records) {
    InternalLog log = new InternalLog();
    List<ApiMessage> all = new ArrayList<>();
    all.add(new TopicRecord().setName("foo").setTopicId(new Uuid(1, 2)));
    all.addAll(records);
    for (int i = 0; i < all.size(); i++) {
      ApiMessage message = all.get(i);
      log.metadata(i, 1_000 + 10 * i, message, message.highestSupportedVersion());
    }
    log.writeTo(dir, "__cluster_metadata-0");
    return ClusterMetadataLog.read(List.of(dir), Set.of("foo"));
  }

  private TopicConfiguration configuration(GivenConfig given, ApiMessage... records) {
    ClusterMetadataLog metadata = metadata(List.of(records));
    return TopicConfiguration.of(given, metadata, metadata.topic("foo"));
  }

  /** Every key, and every set of places at which it is set. */
  static Stream<Arguments> places() {
    return Stream.of(ConfigKey.values())
        .flatMap(key -> IntStream.range(0, 16).mapToObj(set -> new Arguments(key, set)));
  }

  record Arguments(ConfigKey key, int set) {
    boolean has(ConfigOrigin origin) {
      return (set >> origin.ordinal() & 1) != 0;
    }
  }

  @ParameterizedTest
  @MethodSource("places")
  void theStrongestPlaceCounts(Arguments arguments) throws Exception {
    ConfigKey key = arguments.key();
    List<String> values = values(key);
    String atBroker = key.brokerNames().get(0);
    List<ApiMessage> records = new ArrayList<>();
    if (arguments.has(ConfigOrigin.CLUSTER)) {
      records.add(set(BROKER, "", atBroker, values.get(ConfigOrigin.CLUSTER.ordinal())));
    }
    if (arguments.has(ConfigOrigin.BROKER)) {
      records.add(set(BROKER, "2", atBroker, values.get(ConfigOrigin.BROKER.ordinal())));
    }
    if (arguments.has(ConfigOrigin.TOPIC) && key.isOfTopic()) {
      records.add(set(TOPIC, "foo", key.kafkaName(), values.get(ConfigOrigin.TOPIC.ordinal())));
    }
    GivenConfig given =
        arguments.has(ConfigOrigin.GIVEN)
            ? GivenConfig.of(List.of(key.kafkaName() + "=" + values.get(0)))
            : GivenConfig.NONE;
    TopicConfiguration configuration = configuration(given, records.toArray(ApiMessage[]::new));
    assertOrigin(configuration, arguments, Optional.of(2), true);
    assertOrigin(configuration, arguments, Optional.of(1), false);
    assertOrigin(configuration, arguments, Optional.empty(), false);
    assertEquals(List.of(), configuration.notes());
  }

  private static void assertOrigin(
      TopicConfiguration configuration,
      Arguments arguments,
      Optional<Integer> nodeId,
      boolean isThatBroker) {
    ConfigKey key = arguments.key();
    ConfigOrigin expected =
        Stream.of(ConfigOrigin.values())
            .filter(origin -> origin == ConfigOrigin.DEFAULT || arguments.has(origin))
            .filter(origin -> origin != ConfigOrigin.TOPIC || key.isOfTopic())
            .filter(origin -> origin != ConfigOrigin.BROKER || isThatBroker)
            .findFirst()
            .orElseThrow();
    ConfigValue value = configuration.last(nodeId).value(key);
    assertEquals(expected, value.origin());
    String text =
        expected == ConfigOrigin.DEFAULT ? key.defaultText() : values(key).get(expected.ordinal());
    assertEquals(text, value.text());
    boolean isOfMetadata = expected != ConfigOrigin.DEFAULT && expected != ConfigOrigin.GIVEN;
    assertEquals(isOfMetadata, value.setting().isPresent());
  }

  /** Another value for each place, none the default. */
  private static List<String> values(ConfigKey key) {
    if (key == ConfigKey.CLEANUP_POLICY) {
      return List.of("compact", "compact,delete", "delete,compact", "");
    }
    return key.defaultText().contains(".")
        ? List.of("0.1", "0.2", "0.3", "0.4")
        : List.of("101", "102", "103", "104");
  }

  @Test
  void theValueInForceAtATime() {
    TopicConfiguration configuration =
        configuration(
            GivenConfig.NONE,
            set(TOPIC, "foo", "segment.ms", "900"),
            set(TOPIC, "bar", "segment.ms", "1"),
            set(BROKER, "", "log.roll.ms", "77"),
            set(TOPIC, "foo", "segment.ms", "700"),
            set(BROKER, "3", "log.roll.ms", "33"),
            set(TOPIC, "foo", "segment.ms", null));
    assertEquals("604800000", segmentMs(configuration, 1, 1));
    assertEquals("604800000", segmentMs(configuration, 1, 1_009));
    assertEquals("900", segmentMs(configuration, 1, 1_010));
    assertEquals("900", segmentMs(configuration, 1, 1_039));
    assertEquals("700", segmentMs(configuration, 1, 1_040));
    assertEquals("77", segmentMs(configuration, 1, 1_060));
    assertEquals("33", segmentMs(configuration, 3, 1_060));
    assertEquals(
        List.of(
            "1000 Kafka's default",
            "1010 set for the topic",
            "1040 set for the topic",
            "1060 set for broker 3 as log.roll.ms"),
        history(configuration, 3));
    assertEquals(
        List.of(
            "1000 Kafka's default",
            "1010 set for the topic",
            "1040 set for the topic",
            "1060 set for all brokers as log.roll.ms"),
        history(configuration, 1));
  }

  private static List<String> history(TopicConfiguration configuration, int nodeId) {
    return configuration.history(ConfigKey.SEGMENT_MS, Optional.of(nodeId)).stream()
        .map(value -> value.fromMs() + " " + value.value().from())
        .toList();
  }

  private static String segmentMs(TopicConfiguration configuration, int nodeId, long timeMs) {
    return configuration.at(Optional.of(nodeId), timeMs).value(ConfigKey.SEGMENT_MS).text();
  }

  @Test
  void beforeTheTopicWasThereItIsWhatItWasCreatedWith() {
    InternalLog log =
        new InternalLog()
            .metadata(0, 2_000, new TopicRecord().setName("foo").setTopicId(new Uuid(1, 2)), 0)
            .metadata(1, 2_000, set(TOPIC, "foo", "segment.ms", "900"), 0);
    log.writeTo(dir, "__cluster_metadata-0");
    ClusterMetadataLog metadata = ClusterMetadataLog.read(List.of(dir), Set.of("foo"));
    TopicConfiguration configuration =
        TopicConfiguration.of(GivenConfig.NONE, metadata, metadata.topic("foo"));
    assertEquals("900", segmentMs(configuration, 1, 5));
    assertEquals(List.of("2000 set for the topic"), history(configuration, 1));
  }

  /** Nothing says when it was set, so it counts at all times. */
  @Test
  void settingsInASnapshotCountFromEver() {
    InternalLog snapshot =
        new InternalLog()
            .metadata(0, 2_000, new TopicRecord().setName("foo").setTopicId(new Uuid(1, 2)), 0)
            .metadata(1, 2_000, set(TOPIC, "foo", "segment.ms", "900"), 0);
    InternalLog log =
        new InternalLog().metadata(500, 3_000, set(TOPIC, "foo", "segment.ms", "700"), 0);
    String partition = "__cluster_metadata-0";
    log.write(dir, partition, "00000000000000000500.log", log.bytes());
    snapshot.write(dir, partition, "00000000000000000500-0000000003.checkpoint", snapshot.bytes());
    ClusterMetadataLog metadata = ClusterMetadataLog.read(List.of(dir), Set.of("foo"));
    TopicConfiguration configuration =
        TopicConfiguration.of(GivenConfig.NONE, metadata, metadata.topic("foo"));
    assertEquals("900", segmentMs(configuration, 1, 5));
    assertEquals("700", segmentMs(configuration, 1, 3_000));
    assertEquals(
        List.of(Long.MIN_VALUE + " set for the topic", "3000 set for the topic"),
        history(configuration, 1));
  }

  @Test
  void impossibleValuesArePassedOverAndTold() {
    TopicConfiguration configuration =
        configuration(
            GivenConfig.NONE,
            set(TOPIC, "foo", "delete.retention.ms", "soon"),
            set(BROKER, "", "log.cleaner.delete.retention.ms", "5"));
    ConfigValue value = configuration.last(Optional.of(1)).value(ConfigKey.DELETE_RETENTION_MS);
    assertEquals("5", value.text());
    assertEquals(
        List.of(
            "__cluster_metadata at offset 1: delete.retention.ms must be a whole number from 0 to"
                + " 9223372036854775807, but is \"soon\""),
        configuration.notes());
  }

  @Test
  void theInternalSegmentSizeIsStronger() {
    TopicConfiguration configuration =
        configuration(
            GivenConfig.NONE,
            set(TOPIC, "foo", "internal.segment.bytes", "1000"),
            set(TOPIC, "foo", "segment.bytes", "1048576"));
    assertEquals(1_000, configuration.last(Optional.of(1)).longValue(ConfigKey.SEGMENT_BYTES));
  }

  @Test
  void withoutMetadataAllIsKafkasDefault() {
    TopicConfiguration configuration = TopicConfiguration.of(GivenConfig.NONE);
    assertFalse(configuration.isMetadataRead());
    ReplicaConfig config = configuration.last(Optional.empty());
    assertEquals(ConfigKey.values().length, config.values().size());
    assertTrue(config.values().stream().allMatch(v -> v.origin() == ConfigOrigin.DEFAULT));
    assertFalse(config.isCompacted());
    assertTrue(config.isDeleted());
    assertEquals(0.9, config.doubleValue(ConfigKey.LOG_CLEANER_IO_BUFFER_LOAD_FACTOR));
  }
}
