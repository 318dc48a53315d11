package org.logdiff.analysis.witness;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;
import static org.junit.jupiter.api.Assumptions.abort;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Stream;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import org.junit.jupiter.params.provider.ValueSource;
import org.logdiff.format.TopicPartition;
import org.logdiff.samples.Sample;
import org.logdiff.samples.Samples;

/** What real controllers wrote, against what the capture program did. */
class CapturedMetadataTest {
  private static final TopicPartition FOO = new TopicPartition("foo", 0);

  /** All but those of brokers with ZooKeeper. */
  static Stream<String> names() {
    return Samples.all().stream()
        .filter(
            sample -> Files.isDirectory(sample.brokers().get(0).resolve("__cluster_metadata-0")))
        .map(Sample::name);
  }

  @ParameterizedTest
  @MethodSource("names")
  void configurationAndReplicasOfTheSamples(String name) throws IOException {
    Sample sample = Samples.named(name);
    JsonNode truth = new ObjectMapper().readTree(sample.directory().resolve("truth.json").toFile());
    ClusterMetadataLog log = ClusterMetadataLog.read(sample.brokers(), Set.of("foo"));
    assertEquals(List.of(), log.notes());
    assertEquals(Set.of(1, 2, 3), Set.copyOf(log.replicas(FOO)));
    for (String config : List.of("cleanup.policy", "delete.retention.ms", "segment.bytes")) {
      JsonNode expected = truth.get("topics").get("foo").get(config);
      assertEquals(
          Optional.ofNullable(expected).map(JsonNode::asText),
          log.config("foo", config, 1).flatMap(ConfigSetting::value));
    }
  }

  @TempDir Path dir;

  /** Broker 2 left the ISR when it was killed or stopped, and rejoined after its start. */
  @ParameterizedTest
  @ValueSource(
      strings = {
        "healthy-after-outage",
        "lost-tombstone",
        "lost-abort-marker",
        "lost-commit-marker",
        "stuck-lso",
        "stuck-lso-gravestone",
        "last-surviving-tombstone"
      })
  void absencesOfBroker2AgreeWithTheTimeline(String name) throws Exception {
    Path archive = Captures.archive(name).orElse(null);
    if (archive == null) {
      abort("no archive " + name + " beside the checkout");
    }
    Path directory = Captures.unpack(archive, dir);
    ClusterMetadataLog log = ClusterMetadataLog.read(Captures.brokers(directory), Set.of("foo"));
    assertEquals(List.of(), log.notes());
    Absence absence = log.absences(FOO, 2).get(0);
    long killedMs = Captures.times(directory, "SIGKILL node 2").get(0);
    long outMs = Captures.times(directory, "ISR of foo-0 is [1, 3]").get(0);
    long backMs = Captures.times(directory, "ISR of foo-0 is [1, 2, 3]").get(0);
    assertTrue(killedMs <= absence.leftMs() && absence.leftMs() <= outMs, absence::toString);
    long rejoinedMs = absence.rejoinedMs().orElseThrow();
    assertTrue(backMs - 2_000 < rejoinedMs && rejoinedMs <= backMs, absence::toString);
    assertEquals(
        List.of(
            BrokerEvent.Kind.REGISTERED,
            BrokerEvent.Kind.UNFENCED,
            BrokerEvent.Kind.FENCED,
            BrokerEvent.Kind.REGISTERED,
            BrokerEvent.Kind.UNFENCED),
        log.brokerEvents(2).stream().map(BrokerEvent::kind).limit(5).toList());
  }
}
