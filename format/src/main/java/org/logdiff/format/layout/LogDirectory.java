package org.logdiff.format.layout;

import java.io.IOException;
import java.nio.file.NoSuchFileException;
import java.nio.file.NotDirectoryException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import org.logdiff.format.TopicPartition;
import org.logdiff.format.checkpoint.CleanShutdownMarker;
import org.logdiff.format.checkpoint.MetaProperties;
import org.logdiff.format.checkpoint.OffsetCheckpoint;
import org.logdiff.format.disk.DirectoryEntry;
import org.logdiff.format.disk.ReadOnlyFile;

/**
 * A log dir of a broker ({@code log.dirs}) as it was when it was listed. Its partitions are known
 * by name; a partition directory is listed, and a small file read, only when asked for, and every
 * time, so a caller keeps what it needs twice.
 *
 * <p>Each entry of the listing is in exactly one of {@link #partitions()}, {@link #brokerFiles()}
 * and {@link #unrecognised()}.
 *
 * <p>Source: {@code org.apache.kafka.storage.internals.log.LogManager}, Kafka 4.4.0.
 */
public final class LogDirectory {
  /** Where tiered storage keeps indexes of remote segments; holds no partitions. */
  public static final String REMOTE_LOG_INDEX_CACHE = "remote-log-index-cache";

  /** Held by a running broker and left behind by it, without content. */
  public static final String LOCK_FILE_NAME = ".lock";

  /** First records of {@code __cluster_metadata}, written when the log dir was formatted. */
  public static final String BOOTSTRAP_CHECKPOINT_FILE_NAME = "bootstrap.checkpoint";

  private final Path path;
  private final List<DirectoryEntry> entries;
  private final List<PartitionDirectoryName> partitions;
  private final List<DirectoryEntry> brokerFiles;
  private final List<DirectoryEntry> unrecognised;

  private LogDirectory(Path path, List<DirectoryEntry> entries) {
    List<PartitionDirectoryName> partitionNames = new ArrayList<>();
    List<DirectoryEntry> ofBroker = new ArrayList<>();
    List<DirectoryEntry> others = new ArrayList<>();
    Set<String> brokerFileNames = brokerFileNames();
    for (DirectoryEntry entry : entries) {
      Optional<PartitionDirectoryName> partition =
          entry.isDirectory() ? PartitionDirectoryName.parse(entry.name()) : Optional.empty();
      if (partition.isPresent()) {
        partitionNames.add(partition.get());
      } else if (isOfBroker(entry, brokerFileNames)) {
        ofBroker.add(entry);
      } else {
        others.add(entry);
      }
    }
    this.path = path;
    this.entries = entries;
    this.partitions = partitionNames.stream().sorted().toList();
    this.brokerFiles = List.copyOf(ofBroker);
    this.unrecognised = List.copyOf(others);
  }

  /**
   * Lists a log dir; empty if there is none.
   *
   * @throws IOException if it cannot be listed
   */
  public static Optional<LogDirectory> list(Path path) throws IOException {
    try {
      return Optional.of(new LogDirectory(path, ReadOnlyFile.list(path)));
    } catch (NoSuchFileException | NotDirectoryException e) {
      return Optional.empty();
    }
  }

  public Path path() {
    return path;
  }

  /** All that was listed, by name. */
  public List<DirectoryEntry> entries() {
    return entries;
  }

  /** The partition directories, by topic, partition and name. */
  public List<PartitionDirectoryName> partitions() {
    return partitions;
  }

  /** The directories of one partition: the current one first, then those in another state. */
  public List<PartitionDirectoryName> partitions(TopicPartition partition) {
    return partitions.stream().filter(name -> name.partition().equals(partition)).toList();
  }

  /**
   * Lists a partition directory; empty if it has vanished since.
   *
   * @throws IOException if it cannot be listed
   */
  public Optional<PartitionDirectory> partition(PartitionDirectoryName name) throws IOException {
    return PartitionDirectory.list(path.resolve(name.name()));
  }

  /** The broker's own files and directories that are not partitions, by name. */
  public List<DirectoryEntry> brokerFiles() {
    return brokerFiles;
  }

  /** Entries that no broker puts here, by name. */
  public List<DirectoryEntry> unrecognised() {
    return unrecognised;
  }

  /** Whether this looks like a log dir: it has {@code meta.properties}. */
  public boolean hasMetaProperties() {
    return isListed(MetaProperties.FILE_NAME);
  }

  /**
   * Reads {@code meta.properties}.
   *
   * @throws IOException if it cannot be read
   */
  public SmallFile<MetaProperties> metaProperties() throws IOException {
    return read(MetaProperties.FILE_NAME, MetaProperties::read);
  }

  /**
   * Reads a checkpoint.
   *
   * @throws IOException if it cannot be read
   */
  public SmallFile<OffsetCheckpoint> offsetCheckpoint(OffsetCheckpoint.Kind kind)
      throws IOException {
    return read(kind.fileName(), OffsetCheckpoint::read);
  }

  /**
   * Reads {@code .kafka_cleanshutdown}; absent from a log dir of a broker that runs or crashed.
   *
   * @throws IOException if it cannot be read
   */
  public SmallFile<CleanShutdownMarker> cleanShutdownMarker() throws IOException {
    return read(CleanShutdownMarker.FILE_NAME, CleanShutdownMarker::read);
  }

  /**
   * Whether the broker stopped cleanly: {@code .kafka_cleanshutdown} is there, which is all that it
   * asks itself at its start. Empty if recovery points are not there either, as in a copy of
   * partition directories only.
   */
  public Optional<Boolean> stoppedCleanly() {
    boolean hasMarker = isListed(CleanShutdownMarker.FILE_NAME);
    return hasMarker || isListed(OffsetCheckpoint.Kind.RECOVERY_POINT.fileName())
        ? Optional.of(hasMarker)
        : Optional.empty();
  }

  private <T> SmallFile<T> read(String fileName, SmallFile.Reader<T> reader) throws IOException {
    Path file = path.resolve(fileName);
    return isListed(fileName) ? SmallFile.read(file, reader) : SmallFile.absent(file);
  }

  private boolean isListed(String fileName) {
    return brokerFiles.stream().anyMatch(entry -> entry.name().equals(fileName));
  }

  private static boolean isOfBroker(DirectoryEntry entry, Set<String> brokerFileNames) {
    if (entry.isDirectory()) {
      return entry.name().equals(REMOTE_LOG_INDEX_CACHE);
    }
    String name = entry.name();
    String tmp = LeftoverSuffix.TMP.suffix();
    return brokerFileNames.contains(
        name.endsWith(tmp) ? name.substring(0, name.length() - tmp.length()) : name);
  }

  private static Set<String> brokerFileNames() {
    Set<String> names = new HashSet<>();
    names.add(MetaProperties.FILE_NAME);
    names.add(CleanShutdownMarker.FILE_NAME);
    names.add(LOCK_FILE_NAME);
    names.add(BOOTSTRAP_CHECKPOINT_FILE_NAME);
    for (OffsetCheckpoint.Kind kind : OffsetCheckpoint.Kind.values()) {
      names.add(kind.fileName());
    }
    return names;
  }

  @Override
  public String toString() {
    return path.toString();
  }
}
