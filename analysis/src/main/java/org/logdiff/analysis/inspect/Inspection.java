package org.logdiff.analysis.inspect;

import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.OptionalLong;
import org.logdiff.analysis.replica.Unreadable;
import org.logdiff.format.disk.DirectoryEntry;
import org.logdiff.format.disk.ReadOnlyFile;
import org.logdiff.format.layout.LogDirectory;
import org.logdiff.format.layout.LogFile;
import org.logdiff.format.layout.LogFileName;
import org.logdiff.format.layout.PartitionDirectory;
import org.logdiff.format.layout.PartitionDirectoryName;
import org.logdiff.format.layout.SegmentFiles;
import org.logdiff.format.message.InternalTopic;

/** Shows what is in files and directories of a broker. Judges nothing. */
public final class Inspection {
  private final InspectionRequest request;
  private final InspectionListener listener;

  private Inspection(InspectionRequest request, InspectionListener listener) {
    this.request = request;
    this.listener = listener;
  }

  /** Shows all that is asked for; one path that cannot be read stops none of the others. */
  public static void run(InspectionRequest request, InspectionListener listener) {
    Inspection inspection = new Inspection(request, listener);
    for (String given : request.paths()) {
      if (listener.wantsMore()) {
        inspection.given(given);
      }
    }
  }

  private void given(String given) {
    try {
      List<Path> paths = PathPattern.expand(given);
      if (paths.isEmpty()) {
        listener.failed(given + ": no file or directory has such a name");
      }
      paths.forEach(this::path);
    } catch (IOException e) {
      listener.failed(Unreadable.why(e));
    }
  }

  private void path(Path path) {
    if (!listener.wantsMore()) {
      return;
    }
    try {
      DirectoryEntry entry = ReadOnlyFile.describe(path);
      if (entry == null) {
        listener.failed(path + ": there is no such file or directory");
      } else if (entry.isDirectory()) {
        directory(path);
      } else {
        file(path, entry.sizeBytes(), true);
      }
    } catch (IOException e) {
      listener.failed(Unreadable.why(e));
    }
  }

  private void directory(Path path) throws IOException {
    LogDirectory logDir = LogDirectory.list(path).orElse(null);
    PartitionDirectory partition = PartitionDirectory.list(path).orElse(null);
    if (logDir == null || partition == null) {
      listener.failed(path + ": there is no such directory");
    } else if (isPartition(partition, logDir)) {
      partition(partition);
    } else if (logDir.hasMetaProperties() || !logDir.partitions().isEmpty()) {
      logDir(logDir);
    } else {
      listener.failed(path + ": neither a log dir nor a partition directory");
    }
  }

  private static boolean isPartition(PartitionDirectory directory, LogDirectory logDir) {
    boolean hasSegments =
        !directory.segments().isEmpty()
            || !directory.leftoverSegments().isEmpty()
            || !directory.orphanIndexes().isEmpty();
    return hasSegments
        || !logDir.hasMetaProperties()
            && logDir.partitions().isEmpty()
            && directory.name().isPresent();
  }

  private void logDir(LogDirectory logDir) throws IOException {
    listener.found(new Item.DirectoryStart(logDir.path(), Optional.empty(), Optional.empty()));
    if (!request.selection().isNarrowed()) {
      for (DirectoryEntry entry : logDir.brokerFiles()) {
        if (entry.isBrokenLink()) {
          listener.failed(leadsNowhere(entry));
        } else if (!entry.isDirectory()) {
          file(entry.path(), entry.sizeBytes(), false);
        }
      }
    }
    for (PartitionDirectoryName name : logDir.partitions()) {
      if (!listener.wantsMore()) {
        return;
      }
      try {
        partitionOf(logDir, name);
      } catch (IOException e) {
        listener.failed(Unreadable.why(e));
      }
    }
  }

  private void partitionOf(LogDirectory logDir, PartitionDirectoryName name) throws IOException {
    Optional<PartitionDirectory> partition = logDir.partition(name);
    if (partition.isEmpty()) {
      return; // it has vanished
    }
    if (request.showsAllFiles() || request.selection().isNarrowed()) {
      partition(partition.get());
      return;
    }
    List<SegmentFiles> segments = partition.get().segments();
    listener.found(
        new Item.ListedPartition(
            partition.get().path(),
            name.name(),
            segments.size(),
            segments.stream().mapToLong(files -> files.log().sizeBytes()).sum()));
  }

  private void partition(PartitionDirectory directory) throws IOException {
    Optional<PartitionDirectoryName> name = directory.name();
    listener.found(
        new Item.DirectoryStart(
            directory.path(),
            name.map(n -> n.partition().toString()),
            name.flatMap(PartitionDirectoryName::uniqueId)
                .map(id -> name.get().state().suffix().substring(1))));
    for (DirectoryEntry entry : directory.unrecognised()) {
      if (entry.isDirectory() && isNameOfFile(entry.name())) {
        listener.failed(entry.path() + ": a directory, where a file belongs");
      }
    }
    if (!request.selection().isNarrowed()) {
      smallFiles(directory);
    }
    List<LogPart> parts = new ArrayList<>();
    List<SegmentFiles> segments = directory.segments();
    for (int i = 0; i < segments.size(); i++) {
      parts.add(part(segments.get(i), i + 1 < segments.size()));
    }
    log(parts, directory.path());
    if (request.showsAllFiles()) {
      for (SegmentFiles files : directory.leftoverSegments()) {
        log(List.of(part(files, false)), directory.path());
      }
      for (LogFile snapshot : directory.kraftSnapshots()) {
        file(snapshot.path(), snapshot.sizeBytes(), false);
      }
    }
  }

  private void smallFiles(PartitionDirectory directory) throws IOException {
    for (DirectoryEntry entry : directory.entries()) {
      FileKind kind = Recognition.ofName(entry.name()).kind();
      if (entry.isDirectory() || kind.isLog()) {
        continue;
      }
      if (entry.isBrokenLink()) {
        listener.failed(leadsNowhere(entry));
        continue;
      }
      if (request.showsAllFiles()
          || kind == FileKind.PARTITION_METADATA
          || kind == FileKind.LEADER_EPOCH_CHECKPOINT) {
        file(entry.path(), entry.sizeBytes(), false);
      } else {
        listener.found(new Item.Listed(entry.path(), kind, entry.sizeBytes(), OptionalInt.empty()));
      }
    }
  }

  private static boolean isNameOfFile(String name) {
    return LogFileName.parse(name).kind() != LogFileName.Kind.UNRECOGNISED;
  }

  private static String leadsNowhere(DirectoryEntry link) {
    return link.path() + ": a symbolic link that cannot be followed";
  }

  private static LogPart part(SegmentFiles files, boolean isClosed) {
    return new LogPart(
        files.log().path(),
        FileKind.LOG,
        OptionalLong.of(files.baseOffset()),
        files.offsetIndex().map(LogFile::path),
        files.timeIndex().map(LogFile::path),
        isClosed);
  }

  /**
   * One file.
   *
   * @param isGiven whether the user named it, so that not to recognise it is a failure
   */
  private void file(Path path, long sizeBytes, boolean isGiven) {
    try {
      Recognition what = isGiven ? Recognition.of(path) : Recognition.ofName(nameOf(path));
      if (what.kind().isLog()) {
        log(List.of(single(path, what)), path.toAbsolutePath().normalize().getParent());
      } else if (what.kind() == FileKind.UNRECOGNISED) {
        listener.found(new Item.Listed(path, what.kind(), sizeBytes, OptionalInt.empty()));
        if (isGiven) {
          listener.failed(path + ": no file of a broker, as far as its name and content tell");
        }
      } else {
        listener.found(
            new Item.FileStart(path, what.kind(), sizeBytes, what.offset(), what.isByContent()));
        SmallFileInspection.show(path, what, request.selection(), listener);
      }
    } catch (IOException e) {
      listener.failed(Unreadable.why(e));
    }
  }

  private static String nameOf(Path path) {
    return path.getFileName().toString();
  }

  /** A log by itself; the indexes of the same name are used if they are there. */
  private static LogPart single(Path path, Recognition what) throws IOException {
    boolean isSegment = what.kind() == FileKind.LOG;
    return new LogPart(
        path,
        what.kind(),
        isSegment ? what.offset() : OptionalLong.empty(),
        isSegment ? sibling(path, ".index") : Optional.empty(),
        isSegment ? sibling(path, ".timeindex") : Optional.empty(),
        false);
  }

  private static Optional<Path> sibling(Path log, String ending) throws IOException {
    String name = nameOf(log);
    int dot = name.indexOf(".log");
    if (dot < 0) {
      return Optional.empty();
    }
    Path index =
        log.resolveSibling(name.substring(0, dot) + ending + name.substring(dot + ".log".length()));
    return ReadOnlyFile.describe(index) == null ? Optional.empty() : Optional.of(index);
  }

  private void log(List<LogPart> parts, Path directory) {
    Optional<InternalTopic> topic =
        request.readsPayloads() ? topic(parts, directory) : Optional.empty();
    new LogInspection(request, topic, listener).show(parts);
  }

  private Optional<InternalTopic> topic(List<LogPart> parts, Path directory) {
    boolean isSnapshot = parts.stream().anyMatch(part -> part.kind() == FileKind.KRAFT_SNAPSHOT);
    return request
        .payload()
        .or(() -> isSnapshot ? Optional.of(InternalTopic.CLUSTER_METADATA) : topicOf(directory));
  }

  private static Optional<InternalTopic> topicOf(Path directory) {
    Path name = directory.toAbsolutePath().normalize().getFileName();
    return Optional.ofNullable(name)
        .flatMap(n -> PartitionDirectoryName.parse(n.toString()))
        .flatMap(n -> InternalTopic.of(n.partition().topic()));
  }
}
