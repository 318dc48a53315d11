package org.logdiff.analysis.config;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import java.io.IOException;
import java.nio.file.Files;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import org.logdiff.analysis.witness.ClusterMetadataLog;
import org.logdiff.samples.Sample;
import org.logdiff.samples.Samples;

/** The configuration of captured topics, against what the capture program set, and when. */
class CapturedConfigurationTest {
  private static final Pattern CHANGE =
      Pattern.compile("(\\d{13}) +topic (\\w+): segment\\.ms set to (\\d+)");
  private static final Pattern CREATION = Pattern.compile("(\\d{13}) +topic (\\w+) created");

  static Stream<String> names() {
    return Samples.all().stream().filter(CapturedConfigurationTest::hasMetadata).map(Sample::name);
  }

  /** Brokers before KRaft keep the configuration in ZooKeeper. */
  private static boolean hasMetadata(Sample sample) {
    return sample.brokers().stream()
        .anyMatch(broker -> Files.exists(broker.resolve("__cluster_metadata-0")));
  }

  @ParameterizedTest
  @MethodSource("names")
  void allThatTheTopicsWereCreatedWith(String name) throws IOException {
    Sample sample = Samples.named(name);
    JsonNode topics =
        new ObjectMapper()
            .readTree(sample.directory().resolve("truth.json").toFile())
            .get("topics");
    int compared = 0;
    for (Map.Entry<String, JsonNode> topic : topics.properties()) {
      TopicConfiguration configuration = configuration(sample, topic.getKey());
      assertTrue(configuration.isMetadataRead());
      assertEquals(List.of(), configuration.notes());
      for (int node = 1; node <= 3; node++) {
        ReplicaConfig config = configuration.at(Optional.of(node), created(sample, topic.getKey()));
        for (ConfigValue value : config.values()) {
          JsonNode expected = topic.getValue().get(value.key().kafkaName());
          if (expected == null) {
            assertEquals(ConfigOrigin.DEFAULT, value.origin(), value::toString);
          } else {
            assertEquals(expected.asText(), value.text());
            assertEquals(ConfigOrigin.TOPIC, value.origin());
            compared++;
          }
        }
      }
    }
    assertTrue(compared > 0);
  }

  /** The program writes a line after the controller has confirmed a change. */
  @ParameterizedTest
  @MethodSource("names")
  void whatWasInForceWhen(String name) throws IOException {
    Sample sample = Samples.named(name);
    List<Long> times = new ArrayList<>();
    List<String> values = new ArrayList<>();
    for (String line : Files.readAllLines(sample.directory().resolve("TRUTH.md"))) {
      Matcher change = CHANGE.matcher(line);
      if (change.lookingAt() && change.group(2).equals("foo")) {
        times.add(Long.parseLong(change.group(1)));
        values.add(change.group(3));
      }
    }
    TopicConfiguration configuration = configuration(sample, "foo");
    for (int i = 0; i < times.size(); i++) {
      long time = times.get(i);
      ConfigValue value = configuration.at(Optional.of(1), time).value(ConfigKey.SEGMENT_MS);
      assertEquals(values.get(i), value.text(), () -> name + " at " + time);
    }
  }

  private static long created(Sample sample, String topic) throws IOException {
    for (String line : Files.readAllLines(sample.directory().resolve("TRUTH.md"))) {
      Matcher creation = CREATION.matcher(line);
      if (creation.lookingAt() && creation.group(2).equals(topic)) {
        return Long.parseLong(creation.group(1));
      }
    }
    throw new AssertionError("no line tells when " + topic + " was created");
  }

  private static TopicConfiguration configuration(Sample sample, String topic) {
    ClusterMetadataLog metadata = ClusterMetadataLog.read(sample.brokers(), Set.of(topic));
    return TopicConfiguration.of(GivenConfig.NONE, metadata, metadata.topic(topic));
  }
}
