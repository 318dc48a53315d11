package org.logdiff.analysis.model;

import java.util.List;
import java.util.stream.Collectors;

/**
 * What happens to one partition. It can be written down in a small language:
 *
 * <pre>history("k=1 | away 2 | k=- | clean 1 3 | back 2 from 1")</pre>
 *
 * <p>Steps are separated by {@code |} or line breaks. Replicas are numbered from 1; replica 1 leads
 * first. Offsets count from 0: a record takes one, an end marker takes one.
 *
 * <table>
 *   <caption>Steps of producers; without a name in front, a producer without producer id</caption>
 *   <tr><td>{@code k=1 j=2}</td><td>two batches of one record each</td></tr>
 *   <tr><td>{@code [k=1 j=2] [a]zstd}</td><td>one batch of two records, and a compressed one</td></tr>
 *   <tr><td>{@code k=-}</td><td>a tombstone</td></tr>
 *   <tr><td>{@code =1}</td><td>a record without key</td></tr>
 *   <tr><td>{@code a}</td><td>the same as {@code a=a}</td></tr>
 *   <tr><td>{@code p1: k=1}</td><td>by an idempotent producer, or within its transaction; who has
 *       begun one writes in transactions only, as Kafka's clients do</td></tr>
 *   <tr><td>{@code p1: begin a b}</td><td>begins a transaction and writes to it</td></tr>
 *   <tr><td>{@code p1: commit}, {@code p1: abort}</td><td>its end marker; a lone one outside a
 *       transaction. Steps join: {@code p1: begin a b commit}</td></tr>
 *   <tr><td>{@code p1: fence}</td><td>the coordinator aborts at the next epoch</td></tr>
 *   <tr><td>{@code p1: protocol 1}</td><td>epochs stay at the end of a transaction; before its
 *       first record. Otherwise protocol 2 is spoken: each end bumps the epoch</td></tr>
 * </table>
 *
 * <table>
 *   <caption>Steps of the cluster; without numbers, every replica in sync</caption>
 *   <tr><td>{@code replicas 2}</td><td>how many there are, 3 by default</td></tr>
 *   <tr><td>{@code away 2}, {@code kill 2}, {@code cut 2}</td><td>stops replicating: stopped
 *       cleanly, killed, or off the network. If it led, the first one in sync leads</td></tr>
 *   <tr><td>{@code back 2 from 1}</td><td>copies what replica 1 has now, from its own log end on;
 *       replica 1 leads from then on. Without {@code from}: the leader</td></tr>
 *   <tr><td>{@code rebuild 2 from 1}</td><td>the same from the log start, with an empty disk</td></tr>
 *   <tr><td>{@code leader 3}</td><td>replica 3 leads</td></tr>
 *   <tr><td>{@code clean 1 3}</td><td>cleans until nothing is left to clean: rolls, makes a pass,
 *       waits until delete horizons are past, and so on. Needs no dirty records</td></tr>
 *   <tr><td>{@code pass 1}</td><td>one pass, if the broker would find something dirty</td></tr>
 *   <tr><td>{@code fullpass 1}</td><td>one pass, as after the loss of the checkpoint</td></tr>
 *   <tr><td>{@code roll 1}, {@code rollnext 1}</td><td>a new segment now, or with the next
 *       append</td></tr>
 *   <tr><td>{@code start 5}</td><td>the log start advances to offset 5</td></tr>
 *   <tr><td>{@code wait 1500}</td><td>milliseconds pass; each append takes one as well</td></tr>
 *   <tr><td>{@code expire 1}</td><td>forgets producers that have been idle too long</td></tr>
 *   <tr><td>{@code coordinator}</td><td>later markers have a higher coordinator epoch</td></tr>
 * </table>
 */
public record History(TopicConfig config, int replicas, List<Event> events) {

  public History {
    events = List.copyOf(events);
  }

  /**
   * Reads a history.
   *
   * @throws IllegalArgumentException naming the step that cannot be read
   */
  public static History history(String text) {
    return history(TopicConfig.standard(), text);
  }

  /**
   * Reads a history for a topic with these settings.
   *
   * @throws IllegalArgumentException naming the step that cannot be read
   */
  public static History history(TopicConfig config, String text) {
    return HistoryParser.parse(config, text);
  }

  /**
   * Lets it happen.
   *
   * @throws IllegalArgumentException naming the event that is not possible
   */
  public Aftermath replay() {
    Cluster cluster = new Cluster(config, replicas);
    for (int i = 0; i < events.size(); i++) {
      try {
        cluster.apply(events.get(i));
      } catch (IllegalArgumentException e) {
        throw new IllegalArgumentException(
            "event " + (i + 1) + " '" + events.get(i).text() + "': " + e.getMessage(), e);
      }
    }
    return cluster.aftermath();
  }

  /** In the language of histories. */
  public String text() {
    return "replicas "
        + replicas
        + events.stream().map(event -> " | " + event.text()).collect(Collectors.joining());
  }

  @Override
  public String toString() {
    return text();
  }
}
