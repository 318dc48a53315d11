package org.logdiff.samples.capture;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.apache.kafka.common.TopicPartition;
import org.logdiff.samples.Samples;

/**
 * Captures the named scenarios, or all: starts a cluster for each, plays it, looks at every replica
 * through real consumers, stops the brokers cleanly and stores what is left.
 */
public final class CaptureSamples {
  private static final int ATTEMPTS = 2;

  private CaptureSamples() {}

  /**
   * Runs the program. Exits with 1 if a scenario could not be captured.
   *
   * @param arguments names of scenarios; {@code --list} prints all names; none captures all
   */
  public static void main(String[] arguments) throws Exception {
    if (List.of(arguments).contains("--list")) {
      Scenarios.all().forEach(scenario -> System.out.println(scenario.name()));
      return;
    }
    List<Scenario> wanted =
        arguments.length == 0
            ? Scenarios.all()
            : List.of(arguments).stream().map(Scenarios::named).toList();
    List<String> failed = new ArrayList<>();
    for (Scenario scenario : wanted) {
      if (!captured(scenario)) {
        failed.add(scenario.name());
      }
    }
    if (!failed.isEmpty()) {
      System.err.println("not captured: " + failed);
      System.exit(1);
    }
  }

  /** Timing decides what cleaners do; one that came too early or too late gets a second chance. */
  private static boolean captured(Scenario scenario) throws InterruptedException {
    for (int attempt = 1; attempt <= ATTEMPTS; attempt++) {
      System.err.println("=== " + scenario.name() + ", attempt " + attempt);
      try {
        capture(scenario);
        return true;
      } catch (InterruptedException e) {
        throw e;
      } catch (Exception e) {
        e.printStackTrace();
      }
    }
    return false;
  }

  private static void capture(Scenario scenario) throws Exception {
    Path work = Files.createTempDirectory("capture-" + scenario.name() + "-");
    Truth truth = new Truth();
    boolean done = false;
    try (Cluster cluster = new Cluster(work, scenario.settings())) {
      Thread killer = new Thread(() -> closeQuietly(cluster));
      Runtime.getRuntime().addShutdownHook(killer);
      cluster.formatAndStart();
      if (scenario instanceof MessageFormatsOf010 old) {
        old.play(cluster, truth);
        stopAll(cluster, truth);
      } else {
        play(scenario, cluster, truth);
      }
      new SampleStore(Samples.directory(), work).store(scenario, cluster, truth);
      Runtime.getRuntime().removeShutdownHook(killer);
      done = true;
    } finally {
      if (done) {
        SampleStore.delete(work);
      } else {
        System.err.println("left for inspection: " + work);
      }
    }
  }

  private static void play(Scenario scenario, Cluster cluster, Truth truth) throws Exception {
    try (Stage stage = new Stage(cluster, truth)) {
      stage.awaitCluster();
      scenario.play(stage);
      observe(stage, truth);
      scenario.confirm(truth);
      stopAll(cluster, truth);
    }
  }

  /**
   * The consumers' views are of exactly the bytes that are stored: nothing may change meanwhile.
   */
  private static void observe(Stage stage, Truth truth) throws Exception {
    stage.closeWriters();
    stage.settle();
    Map<String, String> before = stage.dataFiles();
    for (TopicPartition partition : stage.partitions()) {
      stage.view(partition);
    }
    if (!before.equals(stage.dataFiles())) {
      throw new IllegalStateException("segments changed while consumers were looking");
    }
    truth.event("segments unchanged since before the consumers looked");
  }

  private static void stopAll(Cluster cluster, Truth truth) throws Exception {
    Set<String> topics = truth.topics().keySet();
    Map<String, String> before = DataFiles.digests(cluster.brokers(), topics);
    for (int id : List.of(3, 2, 1, Cluster.CONTROLLER)) {
      Node node = cluster.node(id);
      if (node.isRunning()) {
        truth.event("SIGTERM " + node.name());
        node.stop();
        truth.stopped(node.name(), "SIGTERM");
      }
    }
    if (!before.equals(DataFiles.digests(cluster.brokers(), topics))) {
      throw new IllegalStateException("segments changed while the brokers stopped");
    }
  }

  private static void closeQuietly(Cluster cluster) {
    try {
      cluster.close();
    } catch (IOException e) {
      System.err.println("could not stop a node: " + e);
    }
  }
}
