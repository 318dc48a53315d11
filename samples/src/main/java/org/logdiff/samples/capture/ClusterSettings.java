package org.logdiff.samples.capture;

import java.util.LinkedHashMap;
import java.util.Map;
import java.util.TreeMap;

/**
 * How a scenario's cluster is set up.
 *
 * @param oldRelease version of the brokers' Kafka if it is not this program's; else null
 * @param transactionVersion the feature level {@code transaction.version}: 2 or 0
 * @param all settings of all nodes
 * @param perBroker settings of single brokers, by node id
 */
record ClusterSettings(
    String oldRelease,
    int transactionVersion,
    Map<String, String> all,
    Map<Integer, Map<String, String>> perBroker) {

  /** Protocol 2, small internal topics, quick checkpoints, a cleaner that looks every 300 ms. */
  static ClusterSettings standard() {
    Map<String, String> all = new LinkedHashMap<>();
    all.put("offsets.topic.num.partitions", "2");
    all.put("offsets.topic.replication.factor", "3");
    all.put("transaction.state.log.num.partitions", "2");
    all.put("transaction.state.log.replication.factor", "3");
    all.put("transaction.state.log.min.isr", "1");
    all.put("min.insync.replicas", "1");
    all.put("default.replication.factor", "3");
    all.put("log.cleaner.backoff.ms", "300");
    all.put("log.cleaner.dedupe.buffer.size", "8388608");
    // Preallocated index files of a killed broker are evidence; they need not be large.
    all.put("log.index.size.max.bytes", "8192");
    all.put("log.initial.task.delay.ms", "500");
    all.put("log.flush.offset.checkpoint.interval.ms", "2000");
    all.put("log.flush.start.offset.checkpoint.interval.ms", "2000");
    all.put("replica.high.watermark.checkpoint.interval.ms", "1000");
    all.put("broker.heartbeat.interval.ms", "400");
    all.put("broker.session.timeout.ms", "3000");
    all.put("group.initial.rebalance.delay.ms", "0");
    all.put("auto.create.topics.enable", "false");
    all.put("auto.leader.rebalance.enable", "false");
    all.put("group.share.enable", "false");
    all.put("controlled.shutdown.enable", "true");
    return new ClusterSettings(null, 2, all, Map.of());
  }

  /** Brokers of 2.8.2 with ZooKeeper, the last release line that writes magic 0 and 1 as told. */
  static ClusterSettings before3() {
    return before3("2.8.2");
  }

  static ClusterSettings before3(String version) {
    ClusterSettings standard = standard();
    return new ClusterSettings(version, 0, standard.all, standard.perBroker)
        .with("zookeeper.session.timeout.ms", "3000");
  }

  KafkaRelease release() {
    return oldRelease == null ? KafkaRelease.current() : KafkaRelease.old(oldRelease);
  }

  ClusterSettings withTransactionVersion(int version) {
    return new ClusterSettings(oldRelease, version, all, perBroker);
  }

  ClusterSettings with(String setting, String value) {
    Map<String, String> more = new LinkedHashMap<>(all);
    more.put(setting, value);
    return new ClusterSettings(oldRelease, transactionVersion, more, perBroker);
  }

  ClusterSettings withBroker(int broker, String setting, String value) {
    Map<Integer, Map<String, String>> more = new TreeMap<>(perBroker);
    Map<String, String> own = new LinkedHashMap<>(more.getOrDefault(broker, Map.of()));
    own.put(setting, value);
    more.put(broker, own);
    return new ClusterSettings(oldRelease, transactionVersion, all, more);
  }

  /** Only the settings of the one broker that differ from those of all. */
  Map<String, String> ownOf(int node) {
    return perBroker.getOrDefault(node, Map.of());
  }
}
