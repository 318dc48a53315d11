package org.logdiff.samples.capture;

import java.io.IOException;
import java.io.InputStream;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Properties;
import java.util.TreeMap;
import java.util.stream.Collectors;
import org.apache.kafka.common.Uuid;

/**
 * One controller, or ZooKeeper, and three brokers on the loopback interface, each a process of its
 * own.
 */
final class Cluster implements AutoCloseable {
  static final int CONTROLLER = 100;
  static final List<Integer> BROKERS = List.of(1, 2, 3);
  static final String LOG4J_FILE = "log4j2.properties";

  private static final String LOOPBACK = "127.0.0.1";

  private final Path workDirectory;
  private final ClusterSettings settings;
  private final KafkaRelease release;
  private final String formattedId = Uuid.randomUuid().toString();
  private final Map<Integer, Integer> ports = new TreeMap<>();
  private final Map<Integer, Node> nodes = new TreeMap<>();

  Cluster(Path workDirectory, ClusterSettings settings) throws IOException {
    this.workDirectory = workDirectory;
    this.settings = settings;
    release = settings.release();
    writeLog4j();
    choosePorts();
    for (int id : ports.keySet()) {
      boolean isZooKeeper = release.needsZooKeeper() && id == CONTROLLER;
      Map<String, String> own = isZooKeeper ? zooKeeper() : settingsOf(id);
      nodes.put(id, new Node(id, workDirectory, own, release, isZooKeeper));
    }
  }

  /** As a broker has stored it; a cluster with ZooKeeper gets its id at the first start. */
  String clusterId() throws IOException {
    Properties stored = new Properties();
    try (InputStream in =
        Files.newInputStream(brokers().get(0).dataDirectory().resolve("meta.properties"))) {
      stored.load(in);
    }
    return stored.getProperty("cluster.id");
  }

  KafkaRelease release() {
    return release;
  }

  ClusterSettings settings() {
    return settings;
  }

  Node node(int id) {
    return nodes.get(id);
  }

  List<Node> brokers() {
    return BROKERS.stream().map(nodes::get).toList();
  }

  List<Node> allNodes() {
    return List.copyOf(nodes.values());
  }

  String zooKeeperConnect() {
    return address(CONTROLLER);
  }

  String bootstrapServers() {
    return BROKERS.stream().map(this::address).collect(Collectors.joining(","));
  }

  void formatAndStart() throws IOException {
    for (Node node : nodes.values()) {
      if (!release.needsZooKeeper()) {
        node.format(formattedId, settings.transactionVersion());
      }
    }
    // A broker gives up if ZooKeeper does not answer.
    nodes.get(CONTROLLER).start();
    for (Node broker : brokers()) {
      broker.start();
    }
  }

  /** Kills whatever still runs, so that a failed capture leaves no process behind. */
  @Override
  public void close() throws IOException {
    for (Node node : nodes.values()) {
      if (node.isRunning()) {
        try {
          node.kill();
        } catch (InterruptedException e) {
          Thread.currentThread().interrupt();
        }
      }
    }
  }

  private Map<String, String> settingsOf(int id) {
    Map<String, String> own = release.needsZooKeeper() ? brokerOfZooKeeper(id) : kraft(id);
    own.putAll(settings.all());
    own.putAll(settings.ownOf(id));
    return own;
  }

  private Map<String, String> zooKeeper() {
    Map<String, String> own = new LinkedHashMap<>();
    own.put("dataDir", "");
    own.put("clientPort", Integer.toString(ports.get(CONTROLLER)));
    own.put("clientPortAddress", LOOPBACK);
    own.put("tickTime", "500");
    own.put("admin.enableServer", "false");
    return own;
  }

  private Map<String, String> brokerOfZooKeeper(int id) {
    Map<String, String> own = new LinkedHashMap<>();
    own.put("broker.id", Integer.toString(id));
    own.put("log.dirs", "");
    own.put("zookeeper.connect", address(CONTROLLER));
    own.put("listeners", "PLAINTEXT://" + address(id));
    own.put("advertised.listeners", "PLAINTEXT://" + address(id));
    return own;
  }

  private Map<String, String> kraft(int id) {
    Map<String, String> own = new LinkedHashMap<>();
    own.put("node.id", Integer.toString(id));
    own.put("log.dirs", "");
    own.put("controller.quorum.voters", CONTROLLER + "@" + address(CONTROLLER));
    own.put("controller.listener.names", "CONTROLLER");
    own.put("listener.security.protocol.map", "CONTROLLER:PLAINTEXT,PLAINTEXT:PLAINTEXT");
    if (id == CONTROLLER) {
      own.put("process.roles", "controller");
      own.put("listeners", "CONTROLLER://" + address(id));
    } else {
      own.put("process.roles", "broker");
      own.put("listeners", "PLAINTEXT://" + address(id));
      own.put("advertised.listeners", "PLAINTEXT://" + address(id));
    }
    return own;
  }

  private String address(int id) {
    return LOOPBACK + ":" + ports.get(id);
  }

  private void choosePorts() throws IOException {
    Map<Integer, ServerSocket> held = new TreeMap<>();
    try {
      held.put(CONTROLLER, new ServerSocket(0, 1, InetAddress.getByName(LOOPBACK)));
      for (int broker : BROKERS) {
        held.put(broker, new ServerSocket(0, 1, InetAddress.getByName(LOOPBACK)));
      }
      held.forEach((id, socket) -> ports.put(id, socket.getLocalPort()));
    } finally {
      for (ServerSocket socket : held.values()) {
        socket.close();
      }
    }
  }

  private void writeLog4j() throws IOException {
    Files.write(
        workDirectory.resolve(LOG4J_FILE),
        List.of(
            "appender.out.type=Console",
            "appender.out.name=out",
            "appender.out.layout.type=PatternLayout",
            "appender.out.layout.pattern=[%d] %p %m (%c)%n",
            "rootLogger.level=INFO",
            "rootLogger.appenderRef.out.ref=out"));
  }
}
