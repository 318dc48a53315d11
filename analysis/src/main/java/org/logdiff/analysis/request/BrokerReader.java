package org.logdiff.analysis.request;

import java.io.IOException;
import java.nio.file.AccessDeniedException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Collectors;
import org.logdiff.analysis.replica.LogDir;
import org.logdiff.analysis.replica.SmallFiles;
import org.logdiff.analysis.replica.Unreadable;
import org.logdiff.analysis.report.NotExamined;
import org.logdiff.format.checkpoint.MetaProperties;
import org.logdiff.format.disk.DirectoryEntry;
import org.logdiff.format.disk.ReadOnlyFile;
import org.logdiff.format.layout.LogDirectory;
import org.logdiff.format.layout.LogFileName;
import org.logdiff.format.layout.PartitionDirectoryName;

/** Finds out what a given directory is: a log dir, a partition directory, or something else. */
final class BrokerReader {
  private final List<NotExamined> notes;
  private final List<String> failures;

  BrokerReader(List<NotExamined> notes, List<String> failures) {
    this.notes = notes;
    this.failures = failures;
  }

  /** Reads one argument; empty if nothing of it can be used, which the failures then say. */
  Optional<Broker> read(String name, List<Path> paths) {
    List<Broker.OwnLogDir> logDirs = new ArrayList<>();
    List<Broker.OwnPartition> partitions = new ArrayList<>();
    for (Path path : paths) {
      try {
        read(name, path, logDirs, partitions);
      } catch (AccessDeniedException e) {
        failures.add(Unreadable.why(e));
      } catch (IOException e) {
        failures.add(path + ": " + Unreadable.why(e));
      }
    }
    Broker broker = new Broker(name, logDirs, partitions);
    return (logDirs.isEmpty() && partitions.isEmpty()) || isOfSeveralNodes(broker)
        ? Optional.empty()
        : Optional.of(broker);
  }

  /** Joined by a comma are the log dirs of one broker only. */
  private boolean isOfSeveralNodes(Broker broker) {
    Map<String, List<String>> byNode = new LinkedHashMap<>();
    for (LogDir logDir : broker.files().toList()) {
      logDir
          .meta()
          .filter(meta -> meta.nodeId().isPresent())
          .ifPresent(
              meta ->
                  byNode
                      .computeIfAbsent(
                          "node "
                              + meta.nodeId().getAsInt()
                              + meta.clusterId().map(id -> " of cluster " + id).orElse(""),
                          node -> new ArrayList<>())
                      .add(logDir.path().toString()));
    }
    if (byNode.size() < 2) {
      return false;
    }
    failures.add(
        "joined by a comma, but not log dirs of one broker: "
            + byNode.entrySet().stream()
                .map(e -> String.join(", ", e.getValue()) + " of " + e.getKey())
                .collect(Collectors.joining("; "))
            + "; give the directories of different brokers apart");
    return true;
  }

  private void read(
      String name, Path path, List<Broker.OwnLogDir> logDirs, List<Broker.OwnPartition> partitions)
      throws IOException {
    DirectoryEntry entry = ReadOnlyFile.describe(path);
    if (entry == null) {
      failures.add(path + ": does not exist");
      return;
    }
    if (!entry.isDirectory()) {
      failures.add(
          path
              + ": is a file; give the broker's log dir (log.dirs), or a partition directory in it");
      return;
    }
    List<DirectoryEntry> entries = ReadOnlyFile.list(path);
    if (entries.isEmpty()) {
      failures.add(path + ": is empty");
      return;
    }
    boolean hasLogs =
        entries.stream().anyMatch(e -> LogFileName.parse(e.name()).kind() == LogFileName.Kind.LOG);
    LogDirectory listing = LogDirectory.list(path).orElseThrow(() -> vanished(path));
    if (listing.hasMetaProperties() || (!hasLogs && !listing.partitions().isEmpty())) {
      logDirs.add(new Broker.OwnLogDir(logDir(name, listing), listing));
    } else if (hasLogs) {
      addPartition(name, path, partitions);
    } else {
      failures.add(path + ": is not a broker's log dir" + whatItLooksLike(entries));
    }
  }

  private static IOException vanished(Path path) {
    return new IOException(path + ": has vanished");
  }

  private LogDir logDir(String name, LogDirectory listing) {
    LogDir logDir = LogDir.read(listing, new SmallFiles(name, notes, failures));
    if (logDir.meta().isPresent() && logDir.meta().get().nodeId().isEmpty()) {
      notes.add(
          new NotExamined(name, MetaProperties.FILE_NAME, "does not say which node it is", false));
    }
    return logDir;
  }

  private void addPartition(String name, Path path, List<Broker.OwnPartition> partitions)
      throws IOException {
    Path absolute = path.toAbsolutePath().normalize();
    Path fileName = absolute.getFileName();
    if (fileName == null || PartitionDirectoryName.parse(fileName.toString()).isEmpty()) {
      failures.add(
          path
              + ": holds segments, but its name is not that of a partition directory, as foo-0;"
              + " give a copy that name");
      return;
    }
    Path parent = absolute.getParent();
    Optional<LogDirectory> listing = parent == null ? Optional.empty() : LogDirectory.list(parent);
    boolean isLogDir = listing.isPresent() && listing.get().hasMetaProperties();
    partitions.add(
        new Broker.OwnPartition(
            isLogDir ? logDir(name, listing.get()) : LogDir.unknown(absolute), path));
  }

  private static String whatItLooksLike(List<DirectoryEntry> entries) {
    List<String> inside =
        entries.stream()
            .filter(entry -> entry.isDirectory() && isLogDir(entry.path()))
            .map(DirectoryEntry::name)
            .toList();
    return inside.isEmpty()
        ? ": no meta.properties and no partition directories"
        : "; it looks like the parent of some: " + String.join(", ", inside);
  }

  private static boolean isLogDir(Path directory) {
    try {
      return ReadOnlyFile.describe(directory.resolve(MetaProperties.FILE_NAME)) != null;
    } catch (IOException e) {
      return false; // what may not be looked at is not offered
    }
  }
}
