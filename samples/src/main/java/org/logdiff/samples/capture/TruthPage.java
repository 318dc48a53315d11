package org.logdiff.samples.capture;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Collectors;

/** {@code TRUTH.md}: the truth for people. */
final class TruthPage {
  private static final int LONGEST_LIST = 80;
  private static final int LONGEST_TEXT = 240;

  private final List<String> lines = new ArrayList<>();

  private TruthPage() {}

  static void write(Path sample, Scenario scenario, KafkaRelease release, Truth truth)
      throws IOException {
    TruthPage page = new TruthPage();
    page.head(scenario, release, truth);
    page.truth(truth);
    page.transactions(truth);
    page.produced(truth);
    page.listings(truth);
    page.views(truth);
    page.disks(sample, truth);
    page.timeline(truth);
    Files.writeString(sample.resolve("TRUTH.md"), String.join("\n", page.lines) + "\n");
  }

  private void head(Scenario scenario, KafkaRelease release, Truth truth) {
    lines.add("# " + scenario.name() + ": " + scenario.title());
    lines.add("");
    lines.add(
        release.needsZooKeeper()
            ? String.format("Kafka %s, ZooKeeper; brokers 1, 2, 3.", release.version())
            : String.format(
                "Kafka %s, KRaft; controller node 100 (own JVM), brokers 1, 2, 3;"
                    + " transaction.version=%d.",
                release.version(), scenario.settings().transactionVersion()));
    truth
        .topics()
        .forEach((topic, config) -> lines.add("Topic `" + topic + "`: `" + config + "`."));
    lines.add("Settings of every node: see `broker-conf/`. Last stop: " + truth.lastStop() + ".");
  }

  private void truth(Truth truth) {
    heading("Truth");
    lines.add("Verdict: **" + truth.verdict() + "**.");
    lines.add("");
    truth.facts().forEach(fact -> lines.add("- " + fact));
    truth.findings().forEach(finding -> lines.add("- finding: `" + finding + "`"));
  }

  private void transactions(Truth truth) {
    if (truth.transactions().isEmpty()) {
      return;
    }
    heading("Transactions");
    lines.add(
        "| name | transactional.id | partition | producer id | epoch | data | outcome | marker at | marker epoch |");
    lines.add("|---|---|---|---|---|---|---|---|---|");
    for (Truth.Transaction t : truth.transactions()) {
      lines.add(
          String.format(
              "| %s | %s | %s | %d | %d | %d to %d | %s | %d | %d |",
              t.name(),
              t.transactionalId(),
              t.partition(),
              t.producerId(),
              t.producerEpoch(),
              t.firstOffset(),
              t.lastOffset(),
              t.outcome(),
              t.markerOffset(),
              t.markerEpoch()));
    }
  }

  private void produced(Truth truth) {
    heading("Produced (fillers left out)");
    lines.add("| partition | offset | key | value | transaction |");
    lines.add("|---|---|---|---|---|");
    truth.produced().stream()
        .limit(LONGEST_LIST)
        .map(
            p ->
                String.format(
                    "| %s | %d | %s | %s | %s |",
                    p.partition(),
                    p.offset(),
                    p.key(),
                    shortened(p.value()),
                    p.transaction() == null ? "" : p.transaction()))
        .forEach(lines::add);
    more(truth.produced().size());
  }

  private void listings(Truth truth) {
    truth
        .listings()
        .forEach(
            (title, listing) -> {
              heading("foo-0 " + title);
              fenced(listing);
            });
  }

  private void views(Truth truth) {
    heading("What consumers saw from each replica (each leader in turn, from the beginning)");
    lines.add(
        "| partition | leader | isolation | records, fillers left out | fillers | HW | LSO | position |");
    lines.add("|---|---|---|---|---|---|---|---|");
    for (ReplicaView view : truth.views()) {
      List<ReplicaView.Seen> seen = view.withoutFiller();
      lines.add(
          String.format(
              "| %s | %d | %s | %s | %d | %d | %d | %d |",
              view.partition(),
              view.leader(),
              view.isolation(),
              seen.size() > LONGEST_LIST
                  ? seen.size() + " records, see the file"
                  : seen.stream()
                      .map(ReplicaView.Seen::toString)
                      .map(TruthPage::shortened)
                      .collect(Collectors.joining("; ")),
              view.records().size() - seen.size(),
              view.highWatermark(),
              view.lastStableOffset(),
              view.position()));
    }
  }

  private void disks(Path sample, Truth truth) throws IOException {
    for (Path broker : DataFiles.list(sample)) {
      if (broker.getFileName().toString().matches("kafka\\d+")) {
        for (Path partition : DataFiles.partitions(broker, truth.topics().keySet())) {
          disk(broker.getFileName().toString(), partition);
        }
        checkpoints(broker);
      }
    }
  }

  private void disk(String broker, Path partition) throws IOException {
    ReplicaLog log = ReplicaLog.read(partition);
    heading(
        "On disk: " + broker + "/" + partition.getFileName() + ", log end " + log.logEndOffset());
    List<String> batches =
        log.batches().stream()
            .filter(batch -> !isFiller(batch))
            .map(batch -> shortened(batch.toString()) + "  [" + batch.segment() + "]")
            .toList();
    fenced(batches);
    lines.add("");
    lines.add(
        "Files: "
            + DataFiles.list(partition).stream()
                .map(file -> file.getFileName().toString())
                .collect(Collectors.joining(" ")));
    Path leaderEpochs = partition.resolve("leader-epoch-checkpoint");
    if (Files.exists(leaderEpochs)) {
      lines.add("");
      lines.add(
          "leader-epoch-checkpoint: `" + String.join("|", Files.readAllLines(leaderEpochs)) + "`");
    }
  }

  private void checkpoints(Path broker) throws IOException {
    List<String> contents = new ArrayList<>();
    for (Path file : DataFiles.list(broker)) {
      if (file.toString().endsWith("-checkpoint")) {
        contents.add(file.getFileName() + ": " + String.join("|", Files.readAllLines(file)));
      }
    }
    lines.add("");
    fenced(contents);
  }

  private static boolean isFiller(ReplicaLog.Batch batch) {
    return !batch.records().isEmpty()
        && batch.records().stream()
            .allMatch(entry -> entry.key() != null && entry.key().startsWith(Stage.FILLER_KEY));
  }

  private void timeline(Truth truth) {
    heading("Timeline (epoch ms)");
    lines.add("```");
    truth.timeline().forEach(event -> lines.add(event.timeMs() + "  " + event.text()));
    lines.add("```");
  }

  private void heading(String text) {
    lines.add("");
    lines.add("## " + text);
    lines.add("");
  }

  private void fenced(List<String> text) {
    lines.add("```");
    text.stream().limit(LONGEST_LIST).forEach(lines::add);
    lines.add("```");
    more(text.size());
  }

  private void more(int size) {
    if (size > LONGEST_LIST) {
      lines.add("");
      lines.add("(and " + (size - LONGEST_LIST) + " more)");
    }
  }

  private static String shortened(String text) {
    return text == null || text.length() <= LONGEST_TEXT
        ? text
        : text.substring(0, LONGEST_TEXT) + "...";
  }
}
