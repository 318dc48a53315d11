package org.logdiff.analysis.request;

import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Collection;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.function.Predicate;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import org.logdiff.analysis.ComparisonRequest;
import org.logdiff.analysis.replica.LogDir;
import org.logdiff.analysis.replica.ReplicaSource;
import org.logdiff.analysis.report.NotExamined;
import org.logdiff.format.TopicPartition;
import org.logdiff.format.disk.DirectoryEntry;
import org.logdiff.format.disk.ReadOnlyFile;
import org.logdiff.format.layout.PartitionDirectoryName;

/** Finds out which replicas of which partitions a request means, and what is wrong with it. */
public final class RequestResolver {
  /** Whatever the order in which they were given, so that the answer is the same. */
  private static final Comparator<Broker> BY_NODE_ID =
      Comparator.comparing(Broker::nodeId, Comparator.comparing(id -> id.orElse(Integer.MAX_VALUE)))
          .thenComparing(Broker::name);

  private final ComparisonRequest request;
  private final List<String> failures = new ArrayList<>();
  private final List<NotExamined> notes = new ArrayList<>();
  private final SortedMap<TopicPartition, List<ReplicaSource>> sources = new TreeMap<>();
  private final SortedMap<TopicPartition, List<String>> impostors = new TreeMap<>();
  private final Set<Path> logDirs = new LinkedHashSet<>();

  public RequestResolver(ComparisonRequest request) {
    this.request = request;
  }

  /** What cannot be done, each with what, where and what to do. */
  public List<String> failures() {
    return List.copyOf(failures);
  }

  /** What is left aside without being asked for. */
  public List<NotExamined> notes() {
    return List.copyOf(notes);
  }

  /** The log dirs that were given or that partition directories given lie in. */
  public Set<Path> logDirs() {
    return logDirs;
  }

  /** The partitions to compare, each with at least two replicas; empty if nothing can be done. */
  public SortedMap<TopicPartition, List<ReplicaSource>> resolve() {
    if (isSameTwice()) {
      return new TreeMap<>();
    }
    List<Broker> brokers = joinNodes(readBrokers());
    if (brokers.size() < 2) {
      if (failures.isEmpty()) {
        failures.add(
            brokers
                    .get(0)
                    .nodeId()
                    .map(id -> "all that was given is of one broker, node " + id)
                    .orElse("all that was given is of one broker")
                + "; a comparison needs two");
      }
      return new TreeMap<>();
    }
    if (isOfSeveralClusters(brokers)) {
      return new TreeMap<>();
    }
    brokers.stream().sorted(BY_NODE_ID).forEach(this::collect);
    return select();
  }

  private boolean isSameTwice() {
    List<Path> all = request.directories().stream().flatMap(List::stream).toList();
    boolean isSame = false;
    for (int i = 0; i < all.size(); i++) {
      for (int j = i + 1; j < all.size(); j++) {
        try {
          if (ReadOnlyFile.describe(all.get(i)) != null
              && ReadOnlyFile.describe(all.get(j)) != null
              && ReadOnlyFile.isSame(all.get(i), all.get(j))) {
            failures.add(
                all.get(j)
                    + ": given twice"
                    + (all.get(i).equals(all.get(j)) ? "" : "; it is the same as " + all.get(i)));
            isSame = true;
          }
        } catch (IOException e) {
          // What cannot be read is reported when it is opened.
          continue;
        }
      }
    }
    return isSame;
  }

  private List<Broker> readBrokers() {
    List<String> names =
        DirectoryNames.of(request.directories().stream().map(list -> list.get(0)).toList());
    BrokerReader reader = new BrokerReader(notes, failures);
    List<Broker> brokers = new ArrayList<>();
    for (int i = 0; i < request.directories().size(); i++) {
      reader.read(names.get(i), request.directories().get(i)).ifPresent(brokers::add);
    }
    return brokers;
  }

  /** Directories of one node are one broker. */
  private List<Broker> joinNodes(List<Broker> brokers) {
    Map<String, Broker> joined = new LinkedHashMap<>();
    for (Broker broker : brokers) {
      String identity =
          broker
              .nodeId()
              .map(id -> broker.clusterId().orElse("") + " node " + id)
              .orElse("name " + broker.name());
      Broker known = joined.get(identity);
      if (known == null) {
        joined.put(identity, broker);
        continue;
      }
      notes.add(
          new NotExamined(
              broker.name(),
              "taken together with " + known.name(),
              "both are log dirs of node " + broker.nodeId().orElseThrow(),
              false));
      List<Broker.OwnLogDir> dirs = new ArrayList<>(known.logDirs());
      dirs.addAll(broker.logDirs());
      List<Broker.OwnPartition> partitions = new ArrayList<>(known.partitionDirectories());
      partitions.addAll(broker.partitionDirectories());
      joined.put(identity, new Broker(known.name(), dirs, partitions));
    }
    return List.copyOf(joined.values());
  }

  private boolean isOfSeveralClusters(List<Broker> brokers) {
    Map<String, List<String>> byCluster = new LinkedHashMap<>();
    for (Broker broker : brokers) {
      broker
          .clusterId()
          .ifPresent(
              id -> byCluster.computeIfAbsent(id, i -> new ArrayList<>()).add(broker.name()));
    }
    if (byCluster.size() < 2) {
      return false;
    }
    failures.add(
        "the directories belong to different clusters: "
            + byCluster.entrySet().stream()
                .map(e -> String.join(", ", e.getValue()) + " to cluster " + e.getKey())
                .collect(Collectors.joining("; ")));
    return true;
  }

  private void collect(Broker broker) {
    Map<TopicPartition, List<ReplicaSource>> own = new TreeMap<>();
    for (Broker.OwnLogDir dir : broker.logDirs()) {
      logDirs.add(dir.files().path());
      for (PartitionDirectoryName name : dir.listing().partitions()) {
        add(own, broker, dir.files(), dir.files().path().resolve(name.name()), name);
      }
      dir.listing().unrecognised().forEach(entry -> noteImpostor(broker, entry));
    }
    for (Broker.OwnPartition partition : broker.partitionDirectories()) {
      if (partition.parent().meta().isPresent()) {
        logDirs.add(partition.parent().path());
      }
      PartitionDirectoryName name =
          PartitionDirectoryName.parse(
                  partition.directory().toAbsolutePath().normalize().getFileName().toString())
              .orElseThrow();
      add(own, broker, partition.parent(), partition.directory(), name);
    }
    own.forEach(
        (partition, found) -> {
          if (found.size() > 1) {
            failures.add(
                broker.name()
                    + ": holds "
                    + partition
                    + " more than once: "
                    + found.stream()
                        .map(s -> s.directory().toString())
                        .collect(Collectors.joining(", "))
                    + "; give only the one that the broker uses");
          } else {
            sources.computeIfAbsent(partition, p -> new ArrayList<>()).add(found.get(0));
          }
        });
  }

  private void add(
      Map<TopicPartition, List<ReplicaSource>> own,
      Broker broker,
      LogDir logDir,
      Path directory,
      PartitionDirectoryName name) {
    if (name.state() != PartitionDirectoryName.State.CURRENT) {
      notes.add(
          new NotExamined(
              broker.name(),
              directory.getFileName().toString(),
              switch (name.state()) {
                case FUTURE -> "a copy in the making, to move the replica to another log dir";
                case DELETE -> "a replica that is about to be deleted";
                case STRAY -> "a replica that the cluster does not place on this broker";
                case CURRENT -> "";
              },
              false));
      return;
    }
    List<ReplicaSource> found = own.computeIfAbsent(name.partition(), p -> new ArrayList<>());
    if (found.stream().noneMatch(source -> isSame(source.directory(), directory))) {
      found.add(new ReplicaSource(broker.name(), logDir, directory, name.partition()));
    }
  }

  /** A partition directory that was given by itself may lie in a log dir that was given too. */
  private static boolean isSame(Path a, Path b) {
    try {
      return ReadOnlyFile.isSame(a, b);
    } catch (IOException e) {
      return false;
    }
  }

  /** What has a partition's name, and is a file or a link that leads nowhere. */
  private void noteImpostor(Broker broker, DirectoryEntry entry) {
    PartitionDirectoryName.parse(entry.name())
        .filter(name -> name.state() == PartitionDirectoryName.State.CURRENT)
        .ifPresent(
            name ->
                impostors
                    .computeIfAbsent(name.partition(), p -> new ArrayList<>())
                    .add(
                        broker.name()
                            + ": "
                            + entry.path()
                            + (entry.isBrokenLink()
                                ? ": a symbolic link that leads nowhere"
                                : ": a file, where a partition directory belongs")));
  }

  private SortedMap<TopicPartition, List<ReplicaSource>> select() {
    SortedMap<TopicPartition, List<ReplicaSource>> selected = new TreeMap<>();
    Set<TopicPartition> named = new LinkedHashSet<>();
    for (String wanted : request.partitions()) {
      Optional<TopicPartition> partition = TopicPartition.parse(wanted);
      if (partition.isEmpty() || !sources.containsKey(partition.get())) {
        List<String> nearest =
            NearestNames.to(wanted, sources.keySet().stream().map(Object::toString).toList());
        failures.add(
            wanted
                + ": no directory holds such a partition"
                + (nearest.isEmpty() ? "" : "; the nearest are " + String.join(", ", nearest)));
      } else {
        named.add(partition.get());
      }
    }
    List<Pattern> globs = request.topicGlobs().stream().map(RequestResolver::glob).toList();
    for (int i = 0; i < globs.size(); i++) {
      Pattern glob = globs.get(i);
      if (sources.keySet().stream().noneMatch(p -> glob.matcher(p.topic()).matches())) {
        Collection<String> topics =
            sources.keySet().stream().map(TopicPartition::topic).distinct().toList();
        failures.add(
            request.topicGlobs().get(i)
                + ": no directory holds such a topic; the nearest are "
                + String.join(", ", NearestNames.to(request.topicGlobs().get(i), topics)));
      }
    }
    boolean isAll = request.partitions().isEmpty() && request.topicGlobs().isEmpty();
    Predicate<TopicPartition> isWanted =
        partition ->
            isAll
                || named.contains(partition)
                || globs.stream().anyMatch(g -> g.matcher(partition.topic()).matches());
    impostors.forEach(
        (partition, messages) -> {
          if (isWanted.test(partition)) {
            failures.addAll(messages);
          }
        });
    sources.forEach(
        (partition, found) -> {
          boolean isNamed = named.contains(partition);
          if (!isWanted.test(partition)) {
            return;
          }
          if (found.size() >= 2) {
            selected.put(partition, found);
          } else if (isNamed) {
            failures.add(
                partition + ": only " + found.get(0).name() + " holds it; nothing to compare");
          } else {
            notes.add(
                new NotExamined(
                    found.get(0).name(),
                    partition.toString(),
                    "no other of the given directories holds it",
                    false));
          }
        });
    return selected;
  }

  private static Pattern glob(String glob) {
    StringBuilder regex = new StringBuilder();
    for (char c : glob.toCharArray()) {
      regex.append(
          switch (c) {
            case '*' -> ".*";
            case '?' -> ".";
            default -> Pattern.quote(String.valueOf(c));
          });
    }
    return Pattern.compile(regex.toString());
  }
}
