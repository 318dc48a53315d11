package org.logdiff.analysis.check;

import java.io.IOException;
import java.nio.file.AccessDeniedException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.Set;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import org.logdiff.analysis.replica.LogDir;
import org.logdiff.analysis.replica.ReplicaSource;
import org.logdiff.analysis.replica.SmallFiles;
import org.logdiff.analysis.replica.Unreadable;
import org.logdiff.analysis.report.Finding;
import org.logdiff.format.TopicPartition;
import org.logdiff.format.disk.DirectoryEntry;
import org.logdiff.format.disk.ReadOnlyFile;
import org.logdiff.format.layout.LogDirectory;
import org.logdiff.format.layout.LogFileName;
import org.logdiff.format.layout.PartitionDirectoryName;

/** Finds out what the paths of a request are, and which replicas to check. */
final class CheckTargets {
  private final CheckRequest request;
  private final List<String> failures;
  private final List<Broker> brokers = new ArrayList<>();

  /**
   * What was given in one argument.
   *
   * @param whole log dirs to be checked as a whole
   * @param paths log dirs that may hold internal topics
   * @param fileNames if files of log dirs were given: only these
   */
  record Broker(
      String name,
      Optional<Integer> nodeId,
      List<LogDirectory> whole,
      List<Path> paths,
      List<CheckTarget> targets,
      Set<String> fileNames) {

    Set<String> topics() {
      return targets.stream()
          .map(target -> target.source().partition().topic())
          .collect(Collectors.toSet());
    }

    boolean isAsked(Finding finding) {
      return fileNames.isEmpty()
          || finding.exhibits().stream()
              .anyMatch(e -> fileNames.contains(e.file().getFileName().toString()));
    }
  }

  CheckTargets(CheckRequest request, List<String> failures) {
    this.request = request;
    this.failures = failures;
  }

  List<Broker> brokers() {
    return brokers;
  }

  void resolve() {
    for (List<Path> paths : request.paths()) {
      Argument argument = new Argument(paths);
      for (Path path : paths) {
        try {
          argument.read(path);
        } catch (AccessDeniedException e) {
          failures.add(Unreadable.why(e));
        } catch (IOException e) {
          failures.add(path + ": " + Unreadable.why(e));
        }
      }
      argument.broker().ifPresent(brokers::add);
    }
    complainAboutNames();
  }

  private void complainAboutNames() {
    List<TopicPartition> found =
        brokers.stream()
            .flatMap(broker -> broker.targets().stream())
            .map(target -> target.source().partition())
            .toList();
    for (String wanted : request.partitions()) {
      if (found.stream().noneMatch(partition -> partition.toString().equals(wanted))) {
        failures.add(wanted + ": nothing given holds such a partition");
      }
    }
    for (String glob : request.topicGlobs()) {
      Pattern pattern = TopicGlob.pattern(glob);
      if (found.stream().noneMatch(partition -> pattern.matcher(partition.topic()).matches())) {
        failures.add(glob + ": nothing given holds such a topic");
      }
    }
  }

  private boolean isWanted(TopicPartition partition) {
    return request.partitions().isEmpty() && request.topicGlobs().isEmpty()
        || request.partitions().contains(partition.toString())
        || request.topicGlobs().stream()
            .anyMatch(glob -> TopicGlob.pattern(glob).matcher(partition.topic()).matches());
  }

  /** One argument: what its paths hold. */
  private final class Argument {
    private final String name;
    private final List<LogDirectory> whole = new ArrayList<>();
    private final Set<Path> logDirs = new LinkedHashSet<>();
    private final Set<String> fileNames = new LinkedHashSet<>();
    private final List<CheckTarget> targets = new ArrayList<>();
    private Optional<Integer> nodeId = Optional.empty();

    Argument(List<Path> paths) {
      Path logDir = logDirOf(paths.get(0).toAbsolutePath().normalize());
      name = logDir.getFileName() == null ? logDir.toString() : logDir.getFileName().toString();
    }

    /** Where a path lies that may be a log dir, a partition directory or a file in either. */
    private static Path logDirOf(Path path) {
      Path directory = isFile(path) && path.getParent() != null ? path.getParent() : path;
      boolean isPartition =
          directory.getFileName() != null
              && PartitionDirectoryName.parse(directory.getFileName().toString()).isPresent();
      return isPartition && directory.getParent() != null ? directory.getParent() : directory;
    }

    private static boolean isFile(Path path) {
      try {
        DirectoryEntry entry = ReadOnlyFile.describe(path);
        return entry != null && !entry.isDirectory();
      } catch (IOException e) {
        return false; // reading it will say why
      }
    }

    Optional<Broker> broker() {
      return targets.isEmpty() && whole.isEmpty()
          ? Optional.empty()
          : Optional.of(new Broker(name, nodeId, whole, List.copyOf(logDirs), targets, fileNames));
    }

    void read(Path path) throws IOException {
      DirectoryEntry entry = ReadOnlyFile.describe(path);
      if (entry == null) {
        failures.add(path + ": does not exist");
      } else if (!entry.isDirectory()) {
        file(path.toAbsolutePath().normalize());
      } else {
        directory(path);
      }
    }

    private void directory(Path path) throws IOException {
      LogDirectory listing =
          LogDirectory.list(path).orElseThrow(() -> new IOException(path + ": has vanished"));
      boolean hasLogs =
          listing.entries().stream()
              .anyMatch(e -> LogFileName.parse(e.name()).kind() == LogFileName.Kind.LOG);
      if (listing.hasMetaProperties() || !hasLogs && !listing.partitions().isEmpty()) {
        logDir(listing);
      } else if (hasLogs) {
        partition(path, Optional.empty());
      } else {
        failures.add(path + ": is neither a broker's log dir nor a partition directory");
      }
    }

    private void logDir(LogDirectory listing) throws IOException {
      whole.add(listing);
      LogDir files = LogDir.read(listing, smallFiles());
      for (PartitionDirectoryName partition : listing.partitions()) {
        if (partition.state() == PartitionDirectoryName.State.CURRENT
            && isWanted(partition.partition())) {
          add(
              listing,
              files,
              listing.path().resolve(partition.name()),
              partition.partition(),
              Optional.empty());
        }
      }
    }

    private SmallFiles smallFiles() {
      return new SmallFiles(name, new ArrayList<>(), failures);
    }

    private void partition(Path path, Optional<Path> file) throws IOException {
      Path absolute = path.toAbsolutePath().normalize();
      Optional<PartitionDirectoryName> partition =
          Optional.ofNullable(absolute.getFileName())
              .flatMap(n -> PartitionDirectoryName.parse(n.toString()));
      if (partition.isEmpty()) {
        failures.add(
            path
                + ": holds segments, but its name is not that of a partition directory, as foo-0;"
                + " give a copy that name");
        return;
      }
      Optional<LogDirectory> parent =
          absolute.getParent() == null ? Optional.empty() : LogDirectory.list(absolute.getParent());
      boolean isLogDir = parent.isPresent() && parent.get().hasMetaProperties();
      LogDir files = isLogDir ? LogDir.read(parent.get(), smallFiles()) : LogDir.unknown(absolute);
      add(isLogDir ? parent.get() : null, files, path, partition.get().partition(), file);
    }

    private void file(Path path) throws IOException {
      Path directory = path.getParent();
      String fileName = path.getFileName().toString();
      boolean isOfLogDir =
          LogDirectory.list(directory).orElseThrow().brokerFiles().stream()
              .anyMatch(e -> e.name().equals(fileName));
      LogFileName kind = LogFileName.parse(fileName);
      if (isOfLogDir) {
        fileNames.add(fileName);
        whole.add(LogDirectory.list(directory).orElseThrow());
      } else if (kind.kind() == LogFileName.Kind.UNRECOGNISED || !kind.isInUse()) {
        failures.add(path + ": no file that a broker uses; look at it with logdiff inspect");
      } else {
        partition(directory, Optional.of(path));
      }
    }

    private void add(
        LogDirectory logDir,
        LogDir files,
        Path directory,
        TopicPartition partition,
        Optional<Path> file)
        throws IOException {
      if (logDir != null) {
        logDirs.add(logDir.path());
        files
            .meta()
            .filter(meta -> meta.nodeId().isPresent())
            .ifPresent(meta -> nodeId = Optional.of(meta.nodeId().getAsInt()));
      }
      targets.add(
          new CheckTarget(
              new ReplicaSource(name, files, directory, partition),
              stored(files, partition),
              file));
    }

    private static StoredOffsets stored(LogDir files, TopicPartition partition) {
      return new StoredOffsets(
          files.path(),
          files.logStartOffsets().map(c -> c.offset(partition)).orElse(OptionalLong.empty()));
    }
  }
}
