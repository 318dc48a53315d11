package org.logdiff.samples.capture;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;

/**
 * One node of a cluster: a JVM of its own that runs Kafka's main class, or ZooKeeper's, and its
 * data directory.
 */
final class Node {
  private static final long STOP_TIMEOUT_SECONDS = 60;

  private final int id;
  private final Path workDirectory;
  private final Map<String, String> settings;
  private final KafkaRelease release;
  private final boolean isZooKeeper;
  private Process process;

  Node(
      int id,
      Path workDirectory,
      Map<String, String> settings,
      KafkaRelease release,
      boolean isZooKeeper) {
    this.id = id;
    this.workDirectory = workDirectory;
    this.release = release;
    this.isZooKeeper = isZooKeeper;
    this.settings = new LinkedHashMap<>(settings);
    this.settings.put(dataDirectorySetting(), dataDirectory().toString());
  }

  private String dataDirectorySetting() {
    return isZooKeeper ? "dataDir" : "log.dirs";
  }

  int id() {
    return id;
  }

  /** Such as {@code kafka1}. */
  String name() {
    return isZooKeeper ? "zookeeper" : "kafka" + id;
  }

  Path dataDirectory() {
    return workDirectory.resolve(name());
  }

  boolean isRunning() {
    return process != null && process.isAlive();
  }

  void set(Map<String, String> changed) {
    settings.putAll(changed);
  }

  /** Formats the data directory with Kafka's own tool. */
  void format(String clusterId, int transactionVersion) throws IOException {
    writeSettings(settingsFile(), settings);
    ByteArrayOutputStream said = new ByteArrayOutputStream();
    int status =
        kafka.tools.StorageTool.execute(
            new String[] {
              "format",
              "--config",
              settingsFile().toString(),
              "--cluster-id",
              clusterId,
              "--feature",
              "transaction.version=" + transactionVersion
            },
            new PrintStream(said, true, StandardCharsets.UTF_8));
    if (status != 0) {
      throw new IOException(name() + " could not be formatted: " + said);
    }
  }

  void start() throws IOException {
    writeSettings(settingsFile(), settings);
    List<String> command = new ArrayList<>(javaCommand());
    command.add(isZooKeeper ? "org.apache.zookeeper.server.quorum.QuorumPeerMain" : "kafka.Kafka");
    command.add(settingsFile().toString());
    process =
        new ProcessBuilder(command)
            .redirectErrorStream(true)
            .redirectOutput(
                ProcessBuilder.Redirect.appendTo(workDirectory.resolve(name() + ".out").toFile()))
            .start();
  }

  /** SIGKILL: the node gets no chance to write anything. */
  void kill() throws IOException, InterruptedException {
    process.destroyForcibly();
    awaitExit();
  }

  /** SIGTERM: a clean stop. */
  void stop() throws IOException, InterruptedException {
    process.destroy();
    awaitExit();
  }

  /** Sends a signal by name, such as STOP, which the JVM itself cannot send. */
  void signal(String name) throws IOException, InterruptedException {
    int status =
        new ProcessBuilder("kill", "-" + name, Long.toString(process.pid())).start().waitFor();
    if (status != 0) {
      throw new IOException("kill -" + name + " " + name() + " failed");
    }
  }

  /** The settings as they are stored with the sample: no path of this machine. */
  Map<String, String> storedSettings() {
    Map<String, String> stored = new LinkedHashMap<>(settings);
    stored.put(dataDirectorySetting(), "/var/lib/" + name());
    return stored;
  }

  private void awaitExit() throws IOException, InterruptedException {
    if (!process.waitFor(STOP_TIMEOUT_SECONDS, TimeUnit.SECONDS)) {
      process.destroyForcibly();
      throw new IOException(name() + " did not stop within " + STOP_TIMEOUT_SECONDS + " s");
    }
  }

  private List<String> javaCommand() {
    return List.of(
        Path.of(System.getProperty("java.home"), "bin", "java").toString(),
        "-Xmx256m",
        "-XX:+UseSerialGC",
        "-XX:TieredStopAtLevel=1",
        "-Dlog4j2.configurationFile=" + workDirectory.resolve(Cluster.LOG4J_FILE),
        "-cp",
        release.classPath());
  }

  private Path settingsFile() {
    return workDirectory.resolve(name() + ".properties");
  }

  static void writeSettings(Path file, Map<String, String> settings) throws IOException {
    List<String> lines =
        settings.entrySet().stream().map(entry -> entry.getKey() + "=" + entry.getValue()).toList();
    Files.write(file, lines);
  }
}
