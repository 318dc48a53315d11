package org.logdiff.analysis.request;

import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;
import org.logdiff.analysis.replica.LogDir;
import org.logdiff.format.layout.LogDirectory;

/**
 * What was given of one broker.
 *
 * @param name to be shown
 * @param logDirs its log dirs
 * @param partitionDirectories partition directories that were given by themselves
 */
record Broker(String name, List<OwnLogDir> logDirs, List<OwnPartition> partitionDirectories) {
  Broker {
    logDirs = List.copyOf(logDirs);
    partitionDirectories = List.copyOf(partitionDirectories);
  }

  /** A log dir with its listing. */
  record OwnLogDir(LogDir files, LogDirectory listing) {}

  /**
   * A partition directory that was given by itself, with its parent's files where there are such.
   */
  record OwnPartition(LogDir parent, Path directory) {}

  Optional<Integer> nodeId() {
    return files()
        .flatMap(f -> f.meta().stream())
        .filter(m -> m.nodeId().isPresent())
        .map(m -> m.nodeId().getAsInt())
        .findFirst();
  }

  Optional<String> clusterId() {
    return files().flatMap(f -> f.meta().stream()).flatMap(m -> m.clusterId().stream()).findFirst();
  }

  /** The files of its log dirs, and of those that partition directories lie in. */
  Stream<LogDir> files() {
    return Stream.concat(
        logDirs.stream().map(OwnLogDir::files),
        partitionDirectories.stream().map(OwnPartition::parent));
  }
}
