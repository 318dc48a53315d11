package org.logdiff.format;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

class TopicPartitionTest {
  @Test
  void theLastDashCounts() {
    assertEquals(Optional.of(new TopicPartition("foo", 0)), TopicPartition.parse("foo-0"));
    assertEquals(Optional.of(new TopicPartition("a-b.c", 12)), TopicPartition.parse("a-b.c-12"));
    assertEquals(Optional.of(new TopicPartition("a-", 1)), TopicPartition.parse("a--1"));
  }

  @Test
  void refusesWhatIsNone() {
    for (String text : List.of("", "foo", "-0", "foo-", "foo-x", "foo-0x", "foo-2147483648")) {
      assertEquals(Optional.empty(), TopicPartition.parse(text), text);
    }
  }

  @Test
  void ordersByTopicThenNumber() {
    List<String> sorted =
        Stream.of("foo-10", "foo-9", "bar-2", "foo-a-1")
            .map(text -> TopicPartition.parse(text).orElseThrow())
            .sorted()
            .map(TopicPartition::toString)
            .toList();
    assertEquals(List.of("bar-2", "foo-9", "foo-10", "foo-a-1"), sorted);
  }

  @Test
  void knowsLegalTopics() {
    assertTrue(TopicPartition.isLegalTopic("a.b-c_D9"));
    assertTrue(TopicPartition.isLegalTopic("a".repeat(249)));
    for (String topic : List.of("", ".", "..", "a b", "ä", "a/b", "a".repeat(250))) {
      assertFalse(TopicPartition.isLegalTopic(topic), topic);
    }
  }
}
