package org.logdiff.format;

import java.util.Comparator;
import java.util.Optional;
import java.util.regex.Pattern;

/**
 * A partition of a topic, written {@code foo-0}. Ordered by topic, then by the partition's number.
 */
public record TopicPartition(String topic, int partition) implements Comparable<TopicPartition> {
  /** Longest topic name ({@code org.apache.kafka.common.internals.Topic}). */
  public static final int MAX_TOPIC_LENGTH = 249;

  private static final Pattern LEGAL_TOPIC = Pattern.compile("[a-zA-Z0-9._-]+");
  private static final Comparator<TopicPartition> ORDER =
      Comparator.comparing(TopicPartition::topic).thenComparingInt(TopicPartition::partition);

  /**
   * Reads {@code topic-partition}. The last dash is the one that counts, as in {@code
   * org.apache.kafka.storage.internals.log.LocalLog}: topics may contain dashes, so {@code a-b-3}
   * is partition 3 of {@code a-b}.
   *
   * @return empty if there is no dash, no topic before it or no number after it
   */
  public static Optional<TopicPartition> parse(String text) {
    int dash = text.lastIndexOf('-');
    if (dash <= 0) {
      return Optional.empty();
    }
    try {
      return Optional.of(
          new TopicPartition(text.substring(0, dash), Integer.parseInt(text.substring(dash + 1))));
    } catch (NumberFormatException e) {
      return Optional.empty();
    }
  }

  /** Whether Kafka would let a topic have this name. */
  public static boolean isLegalTopic(String topic) {
    return topic.length() <= MAX_TOPIC_LENGTH
        && !topic.equals(".")
        && !topic.equals("..")
        && LEGAL_TOPIC.matcher(topic).matches();
  }

  @Override
  public int compareTo(TopicPartition that) {
    return ORDER.compare(this, that);
  }

  @Override
  public String toString() {
    return topic + "-" + partition;
  }
}
