package org.logdiff.samples.capture;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import java.util.function.Predicate;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import java.util.stream.LongStream;
import org.apache.kafka.clients.producer.ProducerConfig;
import org.apache.kafka.common.TopicPartition;

/**
 * The language in which scenarios are written: topics, producers, transactions, brokers that die
 * and come back, and cleaners that do their work. Offsets are of foo-0 where nothing else is said.
 */
final class Stage implements AutoCloseable {
  static final TopicPartition FOO_0 = new TopicPartition("foo", 0);

  /** Records with keys that begin so only make segments roll. */
  static final String FILLER_KEY = "filler-";

  private static final int FILLER_KEYS = 5;
  private static final long FILLER_PAUSE_MS = 120;
  private static final long WAIT_MS = 60_000;
  private static final long QUIET_MS = 3000;
  private static final String SLOW_SEGMENT_MS = "600000";
  private static final String QUICK_SEGMENT_MS = "700";

  private final Cluster cluster;
  private final Truth truth;
  private final Control control;
  private final Map<String, Writer> writers = new LinkedHashMap<>();
  private final Map<TopicPartition, Integer> fillers = new HashMap<>();

  Stage(Cluster cluster, Truth truth) {
    this.cluster = cluster;
    this.truth = truth;
    this.control = new Control(cluster.bootstrapServers());
  }

  Truth truth() {
    return truth;
  }

  KafkaRelease release() {
    return cluster.release();
  }

  String bootstrapServers() {
    return cluster.bootstrapServers();
  }

  /** Waits until all brokers are there. */
  void awaitCluster() throws Exception {
    Waiting.until("all brokers up", 2 * WAIT_MS, control::allBrokersUp);
    truth.event(
        release().needsZooKeeper()
            ? "cluster up: 3 brokers"
            : "cluster up: 3 brokers, transaction.version=" + control.transactionVersion());
  }

  // Topics

  /** The configuration of a topic whose tombstones are gone soon after a segment rolled. */
  static Map<String, String> compacted() {
    Map<String, String> config = new LinkedHashMap<>();
    config.put("cleanup.policy", "compact");
    config.put("delete.retention.ms", "1500");
    config.put("min.cleanable.dirty.ratio", "0.001");
    config.put("segment.ms", SLOW_SEGMENT_MS);
    config.put("segment.bytes", "1048576");
    config.put("segment.index.bytes", "8192");
    config.put("file.delete.delay.ms", "1000");
    config.put("min.insync.replicas", "1");
    return config;
  }

  /** Topic foo with one partition, compacted, led by broker 1. */
  void createFoo() throws Exception {
    createFoo(Map.of());
  }

  /** As {@link #createFoo()}, with more configuration. */
  void createFoo(Map<String, String> more) throws Exception {
    Map<String, String> config = compacted();
    config.putAll(more);
    createTopic("foo", 1, config);
  }

  /** A topic with replicas on brokers 1, 2 and 3, led by broker 1. */
  void createTopic(String topic, int partitions, Map<String, String> config) throws Exception {
    control.createTopic(topic, partitions, config);
    truth.topic(topic, config);
    for (int partition = 0; partition < partitions; partition++) {
      TopicPartition created = new TopicPartition(topic, partition);
      awaitIsr(created, 1, 2, 3);
      // The controller has decided; the brokers follow a moment later.
      for (int broker : Cluster.BROKERS) {
        Waiting.until(
            "directory of " + created + " on broker " + broker,
            WAIT_MS,
            () -> Files.isDirectory(directory(created, broker)));
      }
    }
    truth.event("topic " + topic + " created");
  }

  void setTopic(String topic, String name, String value) throws Exception {
    control.setTopic(topic, name, value);
    truth.event("topic " + topic + ": " + name + " set to " + value);
  }

  // Producers

  /** A producer by name; the same name gives the same producer. Idempotent unless changed. */
  Writer writer(String name, Map<String, Object> config) {
    return writers.computeIfAbsent(name, n -> new Writer(this, config));
  }

  /** Writes one record outside of any transaction. */
  long write(String key, String value) throws Exception {
    long offset = writer("plain", Map.of()).write(key, value);
    truth.event("produced " + key + "=" + value + " -> offset " + offset);
    return offset;
  }

  /** Writes a tombstone outside of any transaction. */
  long delete(String key) throws Exception {
    return write(key, null);
  }

  OpenTransaction begin(String name, String transactionalId) {
    Writer writer =
        writer(transactionalId, Map.of(ProducerConfig.TRANSACTIONAL_ID_CONFIG, transactionalId));
    truth.event(name + " of " + transactionalId + " begins");
    return new OpenTransaction(this, writer, name);
  }

  /** Writes one record that only makes segments roll. */
  void fill(TopicPartition partition) throws Exception {
    int n = fillers.merge(partition, 1, Integer::sum) - 1;
    writer("filler", Map.of())
        .write(partition, List.of(KeyValue.of(FILLER_KEY + n % FILLER_KEYS, "f" + n)));
  }

  /** Makes the next record go to a new segment of foo-0, on every replica. */
  void roll() throws Exception {
    setTopic("foo", "segment.ms", QUICK_SEGMENT_MS);
    fill(FOO_0);
    Thread.sleep(Long.parseLong(QUICK_SEGMENT_MS) + 300);
    fill(FOO_0);
    setTopic("foo", "segment.ms", SLOW_SEGMENT_MS);
  }

  /** A consumer group that has read everything so far, for {@code __consumer_offsets}. */
  void commitGroup(String group) throws Exception {
    long offset = leaderLog(FOO_0).logEndOffset();
    control.commitGroup(group, FOO_0, offset);
    truth.event("group " + group + " committed offset " + offset + " of " + FOO_0);
  }

  // Brokers

  /** SIGKILL, once everything written so far has reached its replicas. */
  void kill(int broker) throws Exception {
    truth.event("SIGKILL broker " + broker);
    cluster.node(broker).kill();
    truth.stopped(cluster.node(broker).name(), "SIGKILL");
  }

  /** A clean stop by SIGTERM. */
  void stop(int broker) throws Exception {
    truth.event("SIGTERM broker " + broker);
    cluster.node(broker).stop();
    truth.stopped(cluster.node(broker).name(), "SIGTERM");
    truth.event("broker " + broker + " exited");
  }

  /** SIGSTOP: the broker stands still until {@link #resume}, and is not missed for a moment. */
  void pause(int broker) throws Exception {
    cluster.node(broker).signal("STOP");
    truth.event("SIGSTOP broker " + broker);
  }

  void resume(int broker) throws Exception {
    cluster.node(broker).signal("CONT");
    truth.event("SIGCONT broker " + broker);
  }

  void start(int broker) throws Exception {
    start(broker, Map.of());
  }

  /** Starts a broker with changed settings and waits until it is up; it may not be in sync yet. */
  void start(int broker, Map<String, String> settings) throws Exception {
    cluster.node(broker).set(settings);
    truth.event("start broker " + broker + (settings.isEmpty() ? "" : " with " + settings));
    cluster.node(broker).start();
  }

  /** Starts a broker whose cleaner is off. */
  void startWithoutCleaner(int broker) throws Exception {
    start(broker, Map.of("log.cleaner.enable", "false"));
  }

  void awaitIsr(int... brokers) throws Exception {
    awaitIsr(FOO_0, brokers);
  }

  void awaitIsr(TopicPartition partition, int... brokers) throws Exception {
    List<Integer> expected = IntStream.of(brokers).sorted().boxed().toList();
    Waiting.until(
        "ISR of " + partition + " " + expected,
        WAIT_MS,
        () -> control.inSync(partition).equals(expected));
    truth.event("ISR of " + partition + " is " + expected);
  }

  /** Makes a broker the leader of foo-0. */
  void lead(int broker) throws Exception {
    control.makeLeader(FOO_0, broker);
    truth.event("leader of " + FOO_0 + " is now " + broker);
  }

  /** Deletes the replica of foo-0 of a stopped broker, as if its disk had been lost. */
  void deleteReplica(int broker) throws IOException {
    SampleStore.delete(directory(FOO_0, broker));
    truth.event("replica of " + FOO_0 + " on broker " + broker + " deleted");
  }

  /** Has the cleaner of this program's Kafka make a pass over a replica of a stopped broker. */
  void cleanOffline(TopicPartition partition, int broker) throws Exception {
    OfflineCleaner.clean(cluster.node(broker).dataDirectory(), partition);
    truth.event(
        "the cleaner of Kafka "
            + KafkaRelease.current().version()
            + " made a pass over "
            + partition
            + " of broker "
            + broker);
  }

  void awaitLeader(int broker) throws Exception {
    Waiting.until("broker " + broker + " leads", WAIT_MS, () -> control.leader(FOO_0) == broker);
    truth.event("leader of " + FOO_0 + " is " + broker);
  }

  /** Waits until the broker has stored this high watermark of foo-0. */
  void awaitHighWatermarkOnDisk(int broker, long highWatermark) throws Exception {
    Path checkpoint = cluster.node(broker).dataDirectory().resolve("replication-offset-checkpoint");
    String line = FOO_0.topic() + " " + FOO_0.partition() + " " + highWatermark;
    Waiting.until(
        "high watermark " + highWatermark + " on disk of broker " + broker,
        WAIT_MS,
        () -> Files.readAllLines(checkpoint).contains(line));
    truth.event("broker " + broker + " has stored the high watermark " + highWatermark);
  }

  /** Has all records before an offset deleted, and waits until every broker has stored that. */
  void deleteRecordsBefore(TopicPartition partition, long offset) throws Exception {
    control.deleteRecordsBefore(partition, offset);
    String line = partition.topic() + " " + partition.partition() + " " + offset;
    for (Node node : cluster.brokers()) {
      Path checkpoint = node.dataDirectory().resolve("log-start-offset-checkpoint");
      Waiting.until(
          "log start " + offset + " on disk of " + node.name(),
          WAIT_MS,
          () -> Files.readAllLines(checkpoint).contains(line));
    }
    truth.event("records of " + partition + " before " + offset + " deleted");
  }

  /** Waits until these brokers have on disk everything that the leader has. */
  void awaitReplicated(int... brokers) throws Exception {
    awaitReplicated(FOO_0, brokers);
  }

  void awaitReplicated(TopicPartition partition, int... brokers) throws Exception {
    long end = leaderLog(partition).logEndOffset();
    for (int broker : brokers) {
      Waiting.until(
          "broker " + broker + " has all of " + partition,
          WAIT_MS,
          () -> log(partition, broker).logEndOffset() >= end);
    }
    truth.event("brokers " + Arrays.toString(brokers) + " have " + partition + " up to " + end);
  }

  // What is on disk

  ReplicaLog log(int broker) throws IOException {
    return log(FOO_0, broker);
  }

  ReplicaLog log(TopicPartition partition, int broker) throws IOException {
    return ReplicaLog.read(directory(partition, broker));
  }

  ReplicaLog leaderLog(TopicPartition partition) throws Exception {
    return log(partition, control.leader(partition));
  }

  Path directory(TopicPartition partition, int broker) {
    return cluster.node(broker).dataDirectory().resolve(partition.toString());
  }

  ReplicaLog.Batch awaitBatchAt(TopicPartition partition, long offset) throws Exception {
    List<ReplicaLog.Batch> found = new ArrayList<>();
    Waiting.until(
        "batch at " + offset,
        WAIT_MS,
        () -> leaderLog(partition).batchAt(offset).map(found::add).orElse(false));
    return found.get(0);
  }

  ReplicaLog.Batch awaitMarker(TopicPartition partition, long producerId, long after)
      throws Exception {
    List<ReplicaLog.Batch> found = new ArrayList<>();
    Waiting.until(
        "marker of producer " + producerId,
        WAIT_MS,
        () ->
            leaderLog(partition).batches().stream()
                .filter(batch -> batch.producerId() == producerId && batch.control() != null)
                .filter(batch -> batch.baseOffset() > after)
                .findFirst()
                .map(found::add)
                .orElse(false));
    return found.get(0);
  }

  /** Keeps what lies on these brokers' disks now as a listing in the truth. */
  void list(String title, int... brokers) throws IOException {
    for (int broker : brokers) {
      List<String> lines = log(broker).batches().stream().map(ReplicaLog.Batch::toString).toList();
      truth.listing(title + ", broker " + broker, lines);
    }
  }

  // Cleaners

  /**
   * Lets segments roll quickly until the cleaners of all these brokers have brought their replica
   * of foo-0 to the wanted state.
   *
   * @param watched offsets whose way to that state is told in the timeline
   */
  void cleanUntil(String what, long[] watched, Predicate<ReplicaLog> reached, int... brokers)
      throws Exception {
    setTopic("foo", "segment.ms", QUICK_SEGMENT_MS);
    Map<Integer, String> seen = new TreeMap<>();
    Waiting.until(
        what,
        2 * WAIT_MS,
        () -> {
          fill(FOO_0);
          Thread.sleep(FILLER_PAUSE_MS);
          boolean all = true;
          for (int broker : brokers) {
            ReplicaLog log = log(broker);
            tellStage(broker, log, watched, seen);
            all &= reached.test(log);
          }
          return all;
        });
    truth.event("brokers " + Arrays.toString(brokers) + ": " + what);
    setTopic("foo", "segment.ms", SLOW_SEGMENT_MS);
  }

  /**
   * Waits until the running cleaners have brought foo-0 to the wanted state, and writes nothing.
   */
  void awaitUntil(String what, Predicate<ReplicaLog> reached, int... brokers) throws Exception {
    for (int broker : brokers) {
      Waiting.until(what, WAIT_MS, () -> reached.test(log(broker)));
    }
    truth.event("brokers " + Arrays.toString(brokers) + ": " + what);
  }

  private void tellStage(int broker, ReplicaLog log, long[] watched, Map<Integer, String> seen) {
    String now =
        LongStream.of(watched)
            .mapToObj(log::batchAt)
            .flatMap(Optional::stream)
            .distinct()
            .map(ReplicaLog.Batch::toString)
            .collect(Collectors.joining(" | "));
    if (!now.equals(seen.put(broker, now))) {
      truth.event(
          "stage, broker "
              + broker
              + ": "
              + (now.isEmpty() ? "nothing left at these offsets" : now));
    }
  }

  /** Lets the running cleaners come to rest: from here on no data file changes any more. */
  void settle() throws Exception {
    for (String topic : truth.topics().keySet()) {
      setTopic(topic, "segment.ms", SLOW_SEGMENT_MS);
    }
    long[] quietSinceMs = {System.currentTimeMillis()};
    List<Map<String, String>> last = new ArrayList<>(List.of(Map.of()));
    Waiting.until(
        "cleaners at rest",
        2 * WAIT_MS,
        () -> {
          Map<String, String> now = dataFiles();
          if (!now.equals(last.set(0, now))) {
            quietSinceMs[0] = System.currentTimeMillis();
          }
          return System.currentTimeMillis() - quietSinceMs[0] >= QUIET_MS;
        });
    truth.event("cleaners at rest");
  }

  /** The digests of all log segments of all topics of the scenario, on all brokers. */
  Map<String, String> dataFiles() throws IOException {
    for (int attempt = 1; ; attempt++) {
      try {
        return DataFiles.digests(cluster.brokers(), truth.topics().keySet());
      } catch (NoSuchFileException e) {
        if (attempt == 20) {
          throw e;
        }
      }
    }
  }

  // Consumers

  /** All partitions of the scenario's topics. */
  List<TopicPartition> partitions() throws IOException {
    List<TopicPartition> partitions = new ArrayList<>();
    for (Path directory :
        DataFiles.partitions(cluster.node(1).dataDirectory(), truth.topics().keySet())) {
      String name = directory.getFileName().toString();
      int dash = name.lastIndexOf('-');
      partitions.add(
          new TopicPartition(name.substring(0, dash), Integer.parseInt(name.substring(dash + 1))));
    }
    return partitions;
  }

  /** Makes every running broker leader in turn and reads each partition from the beginning. */
  void view(TopicPartition partition) throws Exception {
    for (Node node : cluster.brokers()) {
      if (node.isRunning()) {
        control.makeLeader(partition, node.id());
        truth.event("leader of " + partition + " is now " + node.id());
        for (String isolation : Viewer.ISOLATIONS) {
          ReplicaView view =
              new Viewer(bootstrapServers(), control).view(partition, node.id(), isolation);
          truth.view(view);
          truth.event(
              String.format(
                  "consumer of %s, leader %d, %s: %d records, HW %d, LSO %d",
                  partition,
                  node.id(),
                  isolation,
                  view.records().size(),
                  view.highWatermark(),
                  view.lastStableOffset()));
        }
      }
    }
  }

  void closeWriters() {
    writers.values().forEach(Writer::close);
    writers.clear();
  }

  @Override
  public void close() {
    closeWriters();
    control.close();
  }
}
