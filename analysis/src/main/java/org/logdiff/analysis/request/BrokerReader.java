package org.logdiff.analysis.request;

import java.io.IOException;
import java.nio.file.AccessDeniedException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.logdiff.analysis.replica.LogDir;
import org.logdiff.format.disk.DirectoryEntry;
import org.logdiff.format.disk.ReadOnlyFile;
import org.logdiff.format.layout.LogDirectory;
import org.logdiff.format.layout.LogFileName;
import org.logdiff.format.layout.PartitionDirectoryName;

/** Finds out what a given directory is: a log dir, a partition directory, or something else. */
final class BrokerReader {
  private final List<String> failures;

  BrokerReader(List<String> failures) {
    this.failures = failures;
  }

  /** Reads one argument; empty if nothing of it can be used, which the failures then say. */
  Optional<Broker> read(String name, List<Path> paths) {
    List<Broker.OwnLogDir> logDirs = new ArrayList<>();
    List<Broker.OwnPartition> partitions = new ArrayList<>();
    for (Path path : paths) {
      try {
        read(path, logDirs, partitions);
      } catch (AccessDeniedException e) {
        failures.add(
            e.getFile() + ": may not be read; run as a user who can read the broker's files");
      } catch (IOException e) {
        failures.add(path + ": " + message(e));
      }
    }
    return logDirs.isEmpty() && partitions.isEmpty()
        ? Optional.empty()
        : Optional.of(new Broker(name, logDirs, partitions));
  }

  static String message(IOException e) {
    return e.getMessage() == null ? e.getClass().getSimpleName() : e.getMessage();
  }

  private void read(Path path, List<Broker.OwnLogDir> logDirs, List<Broker.OwnPartition> partitions)
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
      logDirs.add(new Broker.OwnLogDir(LogDir.read(listing), listing));
    } else if (hasLogs) {
      addPartition(path, partitions);
    } else {
      failures.add(path + ": is not a broker's log dir" + whatItLooksLike(entries));
    }
  }

  private static IOException vanished(Path path) {
    return new IOException(path + ": has vanished");
  }

  private void addPartition(Path path, List<Broker.OwnPartition> partitions) throws IOException {
    Path absolute = path.toAbsolutePath().normalize();
    Optional<PartitionDirectoryName> name =
        PartitionDirectoryName.parse(absolute.getFileName().toString());
    if (name.isEmpty()) {
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
            isLogDir ? LogDir.read(listing.get()) : LogDir.unknown(absolute), path));
  }

  private static String whatItLooksLike(List<DirectoryEntry> entries) throws IOException {
    List<String> inside = new ArrayList<>();
    for (DirectoryEntry entry : entries) {
      if (entry.isDirectory()
          && ReadOnlyFile.describe(entry.path().resolve("meta.properties")) != null) {
        inside.add(entry.name());
      }
    }
    return inside.isEmpty()
        ? ": no meta.properties and no partition directories"
        : "; it looks like the parent of some: " + String.join(", ", inside);
  }
}
