package org.logdiff.format.layout;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;
import org.logdiff.format.TopicPartition;
import org.logdiff.format.layout.PartitionDirectoryName.State;

class PartitionDirectoryNameTest {
  private static final String ID = "0123456789abcdef0123456789abcdef";

  @ParameterizedTest
  @CsvSource({
    "foo-0, foo, 0, CURRENT,",
    "a-b.c-12, a-b.c, 12, CURRENT,",
    "a.b-c-2." + ID + "-future, a.b-c, 2, FUTURE, " + ID,
    "foo-0." + ID + "-delete, foo, 0, DELETE, " + ID,
    "foo-0." + ID + "-stray, foo, 0, STRAY, " + ID,
    "foo-delete-0, foo-delete, 0, CURRENT,",
    "a-1.x-y-7." + ID + "-delete, a-1.x-y, 7, DELETE, " + ID,
    "__cluster_metadata-0, __cluster_metadata, 0, CURRENT,",
  })
  void takesNamesApart(String name, String topic, int partition, State state, String uniqueId) {
    assertEquals(
        Optional.of(
            new PartitionDirectoryName(
                name, new TopicPartition(topic, partition), state, Optional.ofNullable(uniqueId))),
        PartitionDirectoryName.parse(name));
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "",
        "foo",
        "-0",
        "foo-",
        "lost+found",
        "remote-log-index-cache",
        "foo-0-delete",
        "foo-delete",
        "foo.x-delete",
        "foo-x.y-future",
        "foo-0.-stray"
      })
  void refusesOtherNames(String name) {
    assertEquals(Optional.empty(), PartitionDirectoryName.parse(name));
  }

  @Test
  void ordersByPartitionCurrentFirst() {
    List<String> sorted =
        Stream.of("foo-10", "foo-2." + ID + "-delete", "foo-2", "bar-3")
            .map(name -> PartitionDirectoryName.parse(name).orElseThrow())
            .sorted()
            .map(PartitionDirectoryName::toString)
            .toList();
    assertEquals(List.of("bar-3", "foo-2", "foo-2." + ID + "-delete", "foo-10"), sorted);
  }

  @Test
  void knowsWhenKafkaMayHaveCutTheTopic() {
    String suffix = "-0." + ID + "-delete";
    String longest = "t".repeat(255 - suffix.length()) + suffix;
    assertTrue(PartitionDirectoryName.parse(longest).orElseThrow().mayHaveCutTopic());
    assertFalse(PartitionDirectoryName.parse(longest.substring(1)).orElseThrow().mayHaveCutTopic());
    assertFalse(
        PartitionDirectoryName.parse("t".repeat(253) + "-0").orElseThrow().mayHaveCutTopic());
  }
}
