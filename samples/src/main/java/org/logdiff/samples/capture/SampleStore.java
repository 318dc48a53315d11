package org.logdiff.samples.capture;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Comparator;
import java.util.List;
import java.util.stream.Stream;

/** Writes one sample: evidence, dumps, views, truth, manifest. */
final class SampleStore {
  private final Path captured;
  private final Path workDirectory;

  SampleStore(Path captured, Path workDirectory) {
    this.captured = captured;
    this.workDirectory = workDirectory;
  }

  /** Stores the sample of a stopped cluster in place of an older one of the same name. */
  void store(Scenario scenario, Cluster cluster, Truth truth)
      throws IOException, InterruptedException {
    Path sample = Files.createDirectories(workDirectory.resolve("sample"));
    EvidenceCopy evidence = new EvidenceCopy(sample);
    for (Node broker : cluster.brokers()) {
      evidence.add(broker, !(scenario.keepsMetadataIndexes() && broker.id() == 1));
    }
    dump(sample, cluster, truth);
    for (ReplicaView view : truth.views()) {
      writeView(sample, view);
    }
    Path conf = Files.createDirectories(sample.resolve("broker-conf"));
    for (Node node : cluster.allNodes()) {
      Node.writeSettings(conf.resolve(node.name() + ".properties"), node.storedSettings());
    }
    TruthPage.write(sample, scenario, cluster.release(), truth);
    TruthJson.write(sample.resolve("truth.json"), scenario, cluster, truth);
    Manifest.write(sample, scenario.name(), cluster.release(), evidence.sizesBeforeCut());
    Path target = captured.resolve(scenario.name());
    delete(target);
    EvidenceCopy.copyTree(sample, target);
  }

  private void dump(Path sample, Cluster cluster, Truth truth)
      throws IOException, InterruptedException {
    Path copies = Files.createDirectories(workDirectory.resolve("dumped"));
    KafkaDump dump = new KafkaDump(copies, cluster.release());
    for (Node broker : cluster.brokers()) {
      EvidenceCopy.copyTree(broker.dataDirectory(), copies.resolve(broker.name()));
      dump.dump(
          broker.name(), truth.topics().keySet(), sample.resolve("dump-" + broker.name() + ".txt"));
    }
  }

  private static void writeView(Path sample, ReplicaView view) throws IOException {
    String partition =
        view.partition().equals(Stage.FOO_0.toString()) ? "" : view.partition() + "-";
    String name = "consume-kafka" + view.leader() + "-" + partition + view.isolation() + ".tsv";
    List<String> lines =
        view.records().stream()
            .map(
                seen ->
                    String.join(
                        "\t",
                        Long.toString(seen.offset()),
                        Long.toString(seen.timestampMs()),
                        escaped(seen.key()),
                        escaped(seen.value())))
            .toList();
    Files.write(sample.resolve(name), lines);
  }

  /** Null is {@code \N}; backslash, tab and line ends get a backslash. */
  private static String escaped(String text) {
    if (text == null) {
      return "\\N";
    }
    return text.replace("\\", "\\\\")
        .replace("\t", "\\t")
        .replace("\n", "\\n")
        .replace("\r", "\\r");
  }

  static void delete(Path directory) throws IOException {
    if (!Files.exists(directory)) {
      return;
    }
    try (Stream<Path> walk = Files.walk(directory)) {
      for (Path path : walk.sorted(Comparator.reverseOrder()).toList()) {
        Files.delete(path);
      }
    }
  }
}
