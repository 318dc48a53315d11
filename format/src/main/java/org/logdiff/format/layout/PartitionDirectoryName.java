package org.logdiff.format.layout;

import java.util.Optional;
import java.util.regex.Pattern;
import org.logdiff.format.TopicPartition;

/**
 * The name of a partition directory in a log dir, taken apart.
 *
 * <table>
 * <caption>Names</caption>
 * <tr><th>state</th><th>name</th></tr>
 * <tr><td>CURRENT</td><td>{@code topic-partition}</td></tr>
 * <tr><td>FUTURE</td><td>{@code topic-partition.uniqueId-future}</td></tr>
 * <tr><td>DELETE</td><td>{@code topic-partition.uniqueId-delete}</td></tr>
 * <tr><td>STRAY</td><td>{@code topic-partition.uniqueId-stray}</td></tr>
 * </table>
 *
 * <p>Topics may contain dashes and dots. With one of the three endings, the last dot of the name
 * ends {@code topic-partition}; of that, the last dash separates topic and partition. So {@code
 * a.b-c-2} is partition 2 of {@code a.b-c}.
 *
 * <p>For DELETE and STRAY Kafka cuts the topic so that the whole name has at most 255 characters:
 * of such a name the topic may be only the beginning of the true one.
 *
 * <p>Source: {@code org.apache.kafka.storage.internals.log.LocalLog.parseTopicPartitionName},
 * {@code logDirNameWithSuffixCappedLength}, Kafka 4.4.0.
 *
 * @param name as it is
 * @param partition which partition it holds
 * @param uniqueId 32 hexadecimal digits as Kafka writes it; empty for CURRENT
 */
public record PartitionDirectoryName(
    String name, TopicPartition partition, State state, Optional<String> uniqueId)
    implements Comparable<PartitionDirectoryName> {

  /** What a partition directory is for. */
  public enum State {
    /** The replica of this broker. */
    CURRENT(""),
    /** A copy in the making, to replace the replica in another log dir of the broker. */
    FUTURE("-future"),
    /** About to be deleted. */
    DELETE("-delete"),
    /** Found at a start although the cluster's metadata does not place it here. */
    STRAY("-stray");

    private final String suffix;
    private final Pattern pattern;

    State(String suffix) {
      this.suffix = suffix;
      this.pattern = Pattern.compile("(\\S+)-(\\S+)\\.(\\S+)" + suffix);
    }

    public String suffix() {
      return suffix;
    }
  }

  /** Longest name that Kafka gives. */
  public static final int MAX_LENGTH = 255;

  /** Takes a name apart; empty if it is not that of a partition directory. */
  public static Optional<PartitionDirectoryName> parse(String name) {
    State state = stateOf(name);
    if (state == State.CURRENT) {
      return TopicPartition.parse(name)
          .map(partition -> new PartitionDirectoryName(name, partition, state, Optional.empty()));
    }
    if (!state.pattern.matcher(name).matches()) {
      return Optional.empty();
    }
    int dot = name.lastIndexOf('.');
    String uniqueId = name.substring(dot + 1, name.length() - state.suffix.length());
    return TopicPartition.parse(name.substring(0, dot))
        .map(
            partition -> new PartitionDirectoryName(name, partition, state, Optional.of(uniqueId)));
  }

  /** Whether Kafka may have cut the topic's name. */
  public boolean mayHaveCutTopic() {
    return (state == State.DELETE || state == State.STRAY) && name.length() >= MAX_LENGTH;
  }

  /** By partition, then by name, so that the current directory of a partition comes first. */
  @Override
  public int compareTo(PartitionDirectoryName that) {
    int byPartition = partition.compareTo(that.partition);
    return byPartition != 0 ? byPartition : name.compareTo(that.name);
  }

  @Override
  public String toString() {
    return name;
  }

  private static State stateOf(String name) {
    for (State state : State.values()) {
      if (state != State.CURRENT && name.endsWith(state.suffix)) {
        return state;
      }
    }
    return State.CURRENT;
  }
}
