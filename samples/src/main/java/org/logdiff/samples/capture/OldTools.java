package org.logdiff.samples.capture;

import java.io.IOException;
import java.io.OutputStream;
import java.net.Socket;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;

/** The tools and clients of an old release, each run in a process of its own. */
final class OldTools {
  private static final String NULL = "\\N";

  private final KafkaRelease release;
  private final String zooKeeper;
  private final String bootstrapServers;

  OldTools(Cluster cluster) {
    release = cluster.release();
    zooKeeper = cluster.zooKeeperConnect();
    bootstrapServers = cluster.bootstrapServers();
  }

  /** A topic with replicas on brokers 1, 2 and 3, led by broker 1. */
  void createTopic(String topic, Map<String, String> config) throws Exception {
    List<String> arguments = new ArrayList<>(List.of("--zookeeper", zooKeeper, "--create"));
    arguments.addAll(List.of("--topic", topic, "--replica-assignment", "1:2:3"));
    config.forEach((name, value) -> arguments.addAll(List.of("--config", name + "=" + value)));
    run("", "kafka.admin.TopicCommand", arguments);
  }

  void setTopic(String topic, String name, String value) throws Exception {
    run(
        "",
        "kafka.admin.ConfigCommand",
        List.of(
            "--zookeeper",
            zooKeeper,
            "--alter",
            "--entity-type",
            "topics",
            "--entity-name",
            topic,
            "--add-config",
            name + "=" + value));
  }

  /** Whether all brokers take connections. */
  boolean areBrokersUp() {
    return Stream.of(bootstrapServers.split(",")).allMatch(OldTools::takesConnections);
  }

  private static boolean takesConnections(String address) {
    int colon = address.indexOf(':');
    int port = Integer.parseInt(address.substring(colon + 1));
    try (Socket socket = new Socket(address.substring(0, colon), port)) {
      return socket.isConnected();
    } catch (IOException e) {
      return false;
    }
  }

  /** Writes a batch to partition 0 of each topic; returns the offsets in this order. */
  List<Long> produce(Map<String, List<KeyValue>> batches) throws Exception {
    StringBuilder lines = new StringBuilder();
    batches.forEach(
        (topic, records) -> {
          for (KeyValue record : records) {
            String value = record.value() == null ? NULL : record.value();
            lines.append(String.join("\t", topic, record.key(), value)).append('\n');
          }
          lines.append('\n');
        });
    return client(lines.toString(), List.of("produce", bootstrapServers)).stream()
        .map(Long::valueOf)
        .toList();
  }

  List<ReplicaView.Seen> consume(String topic, long end) throws Exception {
    List<String> arguments = List.of("consume", bootstrapServers, topic, Long.toString(end));
    return client("", arguments).stream().map(OldTools::seen).toList();
  }

  private static ReplicaView.Seen seen(String line) {
    String[] fields = line.split("\t", -1);
    return new ReplicaView.Seen(
        Long.parseLong(fields[0]), Long.parseLong(fields[1]), text(fields[2]), text(fields[3]));
  }

  private static String text(String field) {
    return field.equals(NULL) ? null : field;
  }

  private List<String> client(String input, List<String> arguments) throws Exception {
    return run(input, OldClient.class.getName(), arguments)
        .lines()
        .filter(line -> Character.isDigit(line.isEmpty() ? ' ' : line.charAt(0)))
        .toList();
  }

  private String run(String input, String mainClass, List<String> arguments) throws Exception {
    List<String> command = new ArrayList<>();
    command.add(Path.of(System.getProperty("java.home"), "bin", "java").toString());
    command.addAll(List.of("-Xmx128m", "-XX:TieredStopAtLevel=1", "-cp"));
    // Our classes come first on this program's class path, then today's jars, which must not be
    // seen.
    String ours = System.getProperty("java.class.path").split(":")[0];
    command.add(ours + ":" + release.classPath());
    command.add(mainClass);
    command.addAll(arguments);
    Process process =
        new ProcessBuilder(command).redirectError(ProcessBuilder.Redirect.DISCARD).start();
    try (OutputStream in = process.getOutputStream()) {
      in.write(input.getBytes(StandardCharsets.UTF_8));
    }
    String said = new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
    if (process.waitFor() != 0) {
      throw new IOException(mainClass + " " + arguments + " failed: " + said);
    }
    return said;
  }
}
