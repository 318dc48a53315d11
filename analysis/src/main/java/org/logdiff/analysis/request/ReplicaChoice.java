package org.logdiff.analysis.request;

import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.TreeMap;
import java.util.stream.Collectors;
import org.logdiff.analysis.replica.LogDir;
import org.logdiff.analysis.replica.ReplicaSource;
import org.logdiff.analysis.report.NotExamined;
import org.logdiff.format.TopicPartition;
import org.logdiff.format.disk.ReadOnlyFile;
import org.logdiff.format.layout.PartitionDirectoryName;

/**
 * The one replica that somebody means who names the directories of one broker, and perhaps a
 * partition.
 *
 * @param logDirs the broker's log dirs, as far as given or known from a partition directory
 */
public record ReplicaChoice(ReplicaSource source, List<Path> logDirs) {
  private static final int NAMED = 8;
  private static final String INTERNAL_PREFIX = "__";

  public ReplicaChoice {
    logDirs = List.copyOf(logDirs);
  }

  /**
   * Chooses a replica.
   *
   * @param directories log dirs of one broker, or a partition directory
   * @param partition as in {@code foo-0}; empty for the only one that is not internal
   * @param notes takes what was not examined
   * @param failures takes why nothing can be chosen
   */
  public static Optional<ReplicaChoice> of(
      List<Path> directories,
      Optional<String> partition,
      List<NotExamined> notes,
      List<String> failures) {
    Optional<Broker> broker =
        new BrokerReader(notes, failures).read(nameOf(directories.get(0)), directories);
    if (broker.isEmpty()) {
      return Optional.empty();
    }
    TreeMap<TopicPartition, List<ReplicaSource>> held = held(broker.get());
    Optional<TopicPartition> wanted =
        partition.isPresent()
            ? named(partition.get(), held, failures)
            : only(broker.get(), held, failures);
    return wanted
        .flatMap(which -> source(which, held.get(which), failures))
        .map(source -> new ReplicaChoice(source, logDirs(broker.get())));
  }

  /** A partition directory has the name of what it lies in. */
  private static String nameOf(Path directory) {
    Path absolute = directory.toAbsolutePath().normalize();
    boolean isPartition =
        absolute.getFileName() != null
            && PartitionDirectoryName.parse(absolute.getFileName().toString()).isPresent();
    Path named = isPartition && absolute.getParent() != null ? absolute.getParent() : absolute;
    return named.getFileName() == null ? named.toString() : named.getFileName().toString();
  }

  private static List<Path> logDirs(Broker broker) {
    return broker.files().filter(files -> files.meta().isPresent()).map(LogDir::path).toList();
  }

  private static TreeMap<TopicPartition, List<ReplicaSource>> held(Broker broker) {
    TreeMap<TopicPartition, List<ReplicaSource>> held = new TreeMap<>();
    for (Broker.OwnLogDir dir : broker.logDirs()) {
      for (PartitionDirectoryName name : dir.listing().partitions()) {
        add(held, broker, dir.files(), dir.files().path().resolve(name.name()), name);
      }
    }
    for (Broker.OwnPartition own : broker.partitionDirectories()) {
      Path absolute = own.directory().toAbsolutePath().normalize();
      PartitionDirectoryName.parse(absolute.getFileName().toString())
          .ifPresent(name -> add(held, broker, own.parent(), own.directory(), name));
    }
    return held;
  }

  private static void add(
      TreeMap<TopicPartition, List<ReplicaSource>> held,
      Broker broker,
      LogDir logDir,
      Path directory,
      PartitionDirectoryName name) {
    boolean isGiven =
        broker.partitionDirectories().stream().anyMatch(own -> own.directory().equals(directory));
    if (name.state() != PartitionDirectoryName.State.CURRENT && !isGiven) {
      return;
    }
    List<ReplicaSource> found = held.computeIfAbsent(name.partition(), p -> new ArrayList<>());
    if (found.stream().noneMatch(source -> isSame(source.directory(), directory))) {
      found.add(new ReplicaSource(broker.name(), logDir, directory, name.partition()));
    }
  }

  private static boolean isSame(Path a, Path b) {
    try {
      return ReadOnlyFile.isSame(a, b);
    } catch (IOException e) {
      return false; // what cannot be read is reported when it is opened
    }
  }

  private static Optional<TopicPartition> named(
      String wanted, TreeMap<TopicPartition, List<ReplicaSource>> held, List<String> failures) {
    Optional<TopicPartition> partition = TopicPartition.parse(wanted).filter(held::containsKey);
    if (partition.isEmpty()) {
      List<String> nearest =
          NearestNames.to(wanted, held.keySet().stream().map(Object::toString).toList());
      failures.add(
          wanted
              + ": the directory holds no such partition"
              + (nearest.isEmpty() ? "" : "; the nearest are " + String.join(", ", nearest)));
    }
    return partition;
  }

  private static Optional<TopicPartition> only(
      Broker broker, TreeMap<TopicPartition, List<ReplicaSource>> held, List<String> failures) {
    List<TopicPartition> candidates =
        held.keySet().stream()
            .filter(
                partition ->
                    broker.logDirs().isEmpty() || !partition.topic().startsWith(INTERNAL_PREFIX))
            .toList();
    if (candidates.size() == 1) {
      return Optional.of(candidates.get(0));
    }
    if (held.isEmpty()) {
      failures.add(broker.name() + ": holds no partition");
    } else if (candidates.isEmpty()) {
      failures.add(
          broker.name()
              + ": holds only internal topics; name a partition with --partition, as "
              + held.firstKey());
    } else {
      failures.add(
          broker.name()
              + ": holds "
              + candidates.size()
              + " partitions; choose one with --partition: "
              + candidates.stream()
                  .limit(NAMED)
                  .map(Object::toString)
                  .collect(Collectors.joining(", "))
              + (candidates.size() > NAMED ? " and more" : ""));
    }
    return Optional.empty();
  }

  private static Optional<ReplicaSource> source(
      TopicPartition partition, List<ReplicaSource> found, List<String> failures) {
    if (found.size() == 1) {
      return Optional.of(found.get(0));
    }
    failures.add(
        partition
            + ": there more than once: "
            + found.stream().map(s -> s.directory().toString()).collect(Collectors.joining(", "))
            + "; give only the one that the broker uses");
    return Optional.empty();
  }
}
