package org.logdiff.analysis.check;

import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import org.logdiff.analysis.report.FindingKind;
import org.logdiff.format.Damage;
import org.logdiff.format.DamageKind;
import org.logdiff.format.TopicPartition;
import org.logdiff.format.checkpoint.MetaProperties;
import org.logdiff.format.checkpoint.OffsetCheckpoint;
import org.logdiff.format.layout.LogDirectory;
import org.logdiff.format.layout.PartitionDirectory;
import org.logdiff.format.layout.PartitionDirectoryName;

/** Checks the files of a broker's log dirs that belong to no partition, and the names in them. */
final class LogDirCheckup {
  private static final String META_EFFECT = "the broker does not start with it";
  private static final String META_REMEDY =
      "Write the file again: node.id and cluster.id are those of the broker's other log dirs, or of"
          + " its configuration and the other brokers; directory.id is in __cluster_metadata.";

  private final CheckContext context;
  private final List<FindingDraft> drafts = new ArrayList<>();

  LogDirCheckup(String name, Optional<Integer> nodeId) {
    context = CheckContext.ofLogDir(name, nodeId);
  }

  List<FindingDraft> drafts() {
    return drafts;
  }

  /**
   * Checks one log dir.
   *
   * @throws IOException if it cannot be read
   */
  void check(LogDirectory logDir) throws IOException {
    damaged(
        logDir.path().resolve(MetaProperties.FILE_NAME),
        logDir.metaProperties().damages(),
        FindingKind.DAMAGED_META_PROPERTIES,
        META_EFFECT,
        META_REMEDY);
    Optional<MetaProperties> meta = logDir.metaProperties().value();
    if (meta.isPresent()
        && meta.get().nodeId().isEmpty()
        && logDir.metaProperties().damages().isEmpty()) {
      damaged(
          logDir.path().resolve(MetaProperties.FILE_NAME),
          List.of(new Damage(DamageKind.FIELD, "node.id", 0, 0, "nothing", "a node's id")),
          FindingKind.DAMAGED_META_PROPERTIES,
          META_EFFECT,
          META_REMEDY);
    }
    for (OffsetCheckpoint.Kind kind : OffsetCheckpoint.Kind.values()) {
      damaged(
          logDir.path().resolve(kind.fileName()),
          logDir.offsetCheckpoint(kind).damages(),
          FindingKind.DAMAGED_CHECKPOINT,
          "a broker that starts takes it for empty, or does without it",
          "If the broker runs: nothing, it writes the file anew. If this is a copy, copy again.");
    }
    leftovers(logDir);
    topicIds(logDir);
  }

  private void damaged(
      Path file, List<Damage> damages, FindingKind kind, String effect, String remedy) {
    if (damages.isEmpty()) {
      return;
    }
    Damage first = damages.get(0);
    drafts.add(
        new FindingDraft(context, kind, "the file " + file.getFileName() + " is damaged")
            .about(file.getFileName().toString().hashCode())
            .observed(first + (damages.size() > 1 ? "; and " + (damages.size() - 1) + " more" : ""))
            .effect(effect)
            .exhibit(file, first.position(), first.length(), null, first.field())
            .remedy(remedy));
  }

  /** Directories of partitions that are not replicas in use. */
  private void leftovers(LogDirectory logDir) {
    for (PartitionDirectoryName name : logDir.partitions()) {
      String what =
          switch (name.state()) {
            case CURRENT -> null;
            case FUTURE -> "a copy in the making, to move the replica to another log dir";
            case DELETE -> "a replica that is about to be deleted";
            case STRAY -> "a replica that the cluster does not place on this broker";
          };
      if (what != null) {
        drafts.add(
            new FindingDraft(
                    context, FindingKind.LEFTOVER_FILES, "the directory " + name + " is left over")
                .about(name.name().hashCode())
                .observed("by its name it is " + what)
                .exhibit(logDir.path().resolve(name.name()), 0, 0, null, "the directory")
                .remedy(
                    "Nothing; but keep it as long as records are looked for: it may hold some that"
                        + " are gone elsewhere."));
      }
    }
  }

  /** All partitions of a topic have one topic id. */
  private void topicIds(LogDirectory logDir) throws IOException {
    Map<String, Map<String, TopicPartition>> byTopic = new TreeMap<>();
    for (PartitionDirectoryName name : logDir.partitions()) {
      if (name.state() == PartitionDirectoryName.State.CURRENT) {
        Optional<PartitionDirectory> directory = logDir.partition(name);
        if (directory.isPresent()) {
          directory
              .get()
              .partitionMetadata()
              .value()
              .ifPresent(
                  metadata ->
                      byTopic
                          .computeIfAbsent(name.partition().topic(), t -> new TreeMap<>())
                          .putIfAbsent(metadata.topicId().toString(), name.partition()));
        }
      }
    }
    byTopic.forEach(
        (topic, ids) -> {
          if (ids.size() > 1) {
            FindingDraft draft =
                new FindingDraft(
                        context,
                        FindingKind.TOPIC_ID_MISMATCH,
                        "partitions of " + topic + " have different topic ids")
                    .about(topic.hashCode())
                    .derived(
                        "all partitions of a topic have one id; one of these is of a topic of the"
                            + " same name that was deleted",
                        "1")
                    .effect("the broker refuses to serve the partition with the wrong id")
                    .remedy(
                        "Find out the topic's id with kafka-topics.sh --describe, and move the"
                            + " directory with the other id away.");
            ids.forEach(
                (id, partition) -> {
                  draft.observed(partition + " has topic id " + id);
                  draft.exhibit(
                      logDir.path().resolve(partition.toString()).resolve("partition.metadata"),
                      0,
                      0,
                      null,
                      "topic id " + id);
                });
            drafts.add(draft);
          }
        });
  }

  /** One broker has one directory in use for each partition. */
  void duplicates(List<LogDirectory> logDirs) {
    Map<TopicPartition, List<Path>> holders = new TreeMap<>();
    for (LogDirectory logDir : logDirs) {
      for (PartitionDirectoryName name : logDir.partitions()) {
        if (name.state() == PartitionDirectoryName.State.CURRENT) {
          holders
              .computeIfAbsent(name.partition(), p -> new ArrayList<>())
              .add(logDir.path().resolve(name.name()));
        }
      }
    }
    holders.forEach(
        (partition, paths) -> {
          if (paths.size() > 1) {
            FindingDraft draft =
                new FindingDraft(
                        context,
                        FindingKind.DUPLICATE_PARTITION_DIRECTORY,
                        "the broker has " + paths.size() + " directories of " + partition)
                    .about(partition.toString().hashCode())
                    .effect("the broker does not start with both")
                    .remedy(
                        "Find out which one was in use last, by the newest segment and the"
                            + " checkpoints, and move the other away.");
            for (Path path : paths) {
              draft.observed(path.toString()).exhibit(path, 0, 0, null, "one of them");
            }
            drafts.add(draft);
          }
        });
  }
}
