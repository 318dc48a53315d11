package org.logdiff.samples.capture;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;

/** All that is known for certain about a capture, gathered while it happens. */
final class Truth {

  /** A record that a broker acknowledged. {@code transaction} is null outside of any. */
  record Produced(
      String partition,
      long offset,
      long timestampMs,
      String key,
      String value,
      String transaction) {}

  /** What a transaction wrote to one partition, and how it ended. */
  record Transaction(
      String name,
      String transactionalId,
      String partition,
      long producerId,
      int producerEpoch,
      long firstOffset,
      long lastOffset,
      String outcome,
      long markerOffset,
      int markerEpoch) {}

  /** One line of what happened. */
  record Event(long timeMs, String text) {}

  private final List<String> facts = new ArrayList<>();
  private final List<Map<String, Object>> findings = new ArrayList<>();
  private final List<Produced> produced = new ArrayList<>();
  private final List<Transaction> transactions = new ArrayList<>();
  private final List<Event> timeline = new ArrayList<>();
  private final List<ReplicaView> views = new ArrayList<>();
  private final Map<String, String> lastStop = new TreeMap<>();
  private final Map<String, Map<String, String>> topics = new LinkedHashMap<>();
  private final Map<String, List<String>> listings = new LinkedHashMap<>();
  private String verdict = "healthy";

  /** A sentence of the truth, in Markdown. */
  void fact(String sentence) {
    facts.add(sentence);
  }

  /** Says what kind of case this is: healthy, divergent, latent, ... */
  void verdict(String word) {
    verdict = word;
  }

  /**
   * A finding that must be made about this sample.
   *
   * @param exhibits pairs of a name and a value
   */
  void finding(String kind, int broker, Object... exhibits) {
    Map<String, Object> finding = new LinkedHashMap<>();
    finding.put("kind", kind);
    finding.put("broker", broker);
    for (int i = 0; i < exhibits.length; i += 2) {
      finding.put((String) exhibits[i], exhibits[i + 1]);
    }
    findings.add(finding);
  }

  void event(String text) {
    timeline.add(new Event(System.currentTimeMillis(), text));
    System.err.println(text);
  }

  void produced(Produced record) {
    produced.add(record);
  }

  void transaction(Transaction transaction) {
    transactions.add(transaction);
  }

  void view(ReplicaView view) {
    views.add(view);
  }

  void stopped(String node, String how) {
    lastStop.put(node, how);
  }

  void topic(String topic, Map<String, String> config) {
    topics.put(topic, config);
  }

  void listing(String title, List<String> lines) {
    listings.put(title, lines);
  }

  String verdict() {
    return verdict;
  }

  List<String> facts() {
    return facts;
  }

  List<Map<String, Object>> findings() {
    return findings;
  }

  List<Produced> produced() {
    return produced;
  }

  List<Transaction> transactions() {
    return transactions;
  }

  List<Event> timeline() {
    return timeline;
  }

  List<ReplicaView> views() {
    return views;
  }

  Map<String, String> lastStop() {
    return lastStop;
  }

  Map<String, Map<String, String>> topics() {
    return topics;
  }

  Map<String, List<String>> listings() {
    return listings;
  }

  /** The view of one replica. */
  ReplicaView view(String partition, int leader, String isolation) {
    return views.stream()
        .filter(view -> view.partition().equals(partition))
        .filter(view -> view.leader() == leader)
        .filter(view -> view.isolation().equals(isolation))
        .findFirst()
        .orElseThrow();
  }
}
