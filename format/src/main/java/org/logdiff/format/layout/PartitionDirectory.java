package org.logdiff.format.layout;

import java.io.IOException;
import java.nio.file.NoSuchFileException;
import java.nio.file.NotDirectoryException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.logdiff.format.checkpoint.LeaderEpochCheckpoint;
import org.logdiff.format.checkpoint.PartitionMetadata;
import org.logdiff.format.disk.DirectoryEntry;
import org.logdiff.format.disk.ReadOnlyFile;
import org.logdiff.format.index.TransactionIndex;
import org.logdiff.format.snapshot.ProducerSnapshot;

/**
 * A partition directory as it was when it was listed, sorted by what the files are for. Names only;
 * the small files are read when asked for, and every time, so a caller keeps what it needs twice.
 * Logs and indexes are not opened.
 *
 * <p>Each entry of the listing is in exactly one of {@link #segments()}, {@link
 * #leftoverSegments()}, {@link #producerSnapshots()}, {@link #kraftSnapshots()}, {@link
 * #stateFiles()}, {@link #orphanIndexes()}, {@link #leftoverFiles()} and {@link #unrecognised()}.
 *
 * <p>A broker at work may remove a file between the listing and its opening; {@link LogFile#open()}
 * and {@link SmallFile} say so as a value. {@link #list} again and {@link #isSameListing} tell
 * whether the set changed.
 */
public final class PartitionDirectory {
  private final Path path;
  private final List<DirectoryEntry> entries;
  private final List<SegmentFiles> segments;
  private final List<SegmentFiles> leftoverSegments;
  private final List<LogFile> producerSnapshots;
  private final List<LogFile> kraftSnapshots;
  private final List<LogFile> stateFiles;
  private final List<LogFile> orphanIndexes;
  private final List<LogFile> leftoverFiles;
  private final List<DirectoryEntry> unrecognised;

  private PartitionDirectory(Path path, List<DirectoryEntry> entries) {
    this.path = path;
    this.entries = entries;
    Sorter sorter = new Sorter(entries);
    this.segments = sorter.segments(false);
    this.leftoverSegments = sorter.segments(true);
    this.producerSnapshots = sorter.inUse(LogFileName.Kind.PRODUCER_SNAPSHOT);
    this.kraftSnapshots = sorter.inUse(LogFileName.Kind.KRAFT_SNAPSHOT);
    this.stateFiles =
        sorter.inUse(
            LogFileName.Kind.LEADER_EPOCH_CHECKPOINT,
            LogFileName.Kind.PARTITION_METADATA,
            LogFileName.Kind.QUORUM_STATE);
    this.orphanIndexes = sorter.orphanIndexes();
    this.leftoverFiles = sorter.leftoverFiles();
    this.unrecognised = List.copyOf(sorter.unrecognised);
  }

  /**
   * Lists a directory; empty if there is none (any more).
   *
   * @throws IOException if it cannot be listed
   */
  public static Optional<PartitionDirectory> list(Path path) throws IOException {
    try {
      return Optional.of(new PartitionDirectory(path, ReadOnlyFile.list(path)));
    } catch (NoSuchFileException | NotDirectoryException e) {
      return Optional.empty();
    }
  }

  public Path path() {
    return path;
  }

  /** The directory's name taken apart; empty if it was copied to a name that no broker gives. */
  public Optional<PartitionDirectoryName> name() {
    return Optional.ofNullable(path.getFileName())
        .flatMap(name -> PartitionDirectoryName.parse(name.toString()));
  }

  /** All that was listed, by name. */
  public List<DirectoryEntry> entries() {
    return entries;
  }

  /** The segments in use, by base offset. */
  public List<SegmentFiles> segments() {
    return segments;
  }

  /** Segments with a leftover's suffix, by suffix and base offset. */
  public List<SegmentFiles> leftoverSegments() {
    return leftoverSegments;
  }

  /** Producer snapshots in use, by offset. */
  public List<LogFile> producerSnapshots() {
    return producerSnapshots;
  }

  /** KRaft snapshots in use, by offset and epoch. */
  public List<LogFile> kraftSnapshots() {
    return kraftSnapshots;
  }

  /** {@code leader-epoch-checkpoint}, {@code partition.metadata}, {@code quorum-state}. */
  public List<LogFile> stateFiles() {
    return stateFiles;
  }

  /** Indexes in use without a log beside them; a broker removes them when it starts. */
  public List<LogFile> orphanIndexes() {
    return orphanIndexes;
  }

  /** Files with a leftover's suffix that belong to no leftover segment, by name. */
  public List<LogFile> leftoverFiles() {
    return leftoverFiles;
  }

  /** Entries that no broker puts here, directories among them, by name. */
  public List<DirectoryEntry> unrecognised() {
    return unrecognised;
  }

  /**
   * Reads {@code partition.metadata}, which has the topic id.
   *
   * @throws IOException if it cannot be read
   */
  public SmallFile<PartitionMetadata> partitionMetadata() throws IOException {
    return read(
        LogFileName.Kind.PARTITION_METADATA, PartitionMetadata.FILE_NAME, PartitionMetadata::read);
  }

  /**
   * Reads {@code leader-epoch-checkpoint}.
   *
   * @throws IOException if it cannot be read
   */
  public SmallFile<LeaderEpochCheckpoint> leaderEpochs() throws IOException {
    return read(
        LogFileName.Kind.LEADER_EPOCH_CHECKPOINT,
        LeaderEpochCheckpoint.FILE_NAME,
        LeaderEpochCheckpoint::read);
  }

  /**
   * Reads one of {@link #producerSnapshots()}.
   *
   * @throws IOException if it cannot be read
   */
  public static SmallFile<ProducerSnapshot> readProducerSnapshot(LogFile file) throws IOException {
    return SmallFile.read(file.path(), ProducerSnapshot::read);
  }

  /**
   * Reads the {@code .txnindex} of a segment.
   *
   * @throws IOException if it cannot be read
   */
  public static SmallFile<TransactionIndex> readTransactionIndex(LogFile file) throws IOException {
    return SmallFile.read(file.path(), TransactionIndex::read);
  }

  /**
   * Whether another listing of this directory shows the same files: the same names, each still the
   * same file of the same size.
   */
  public boolean isSameListing(PartitionDirectory later) {
    return fingerprints().equals(later.fingerprints());
  }

  private List<String> fingerprints() {
    return entries.stream()
        .map(entry -> entry.name() + "/" + entry.fileKey() + "/" + entry.sizeBytes())
        .toList();
  }

  private <T> SmallFile<T> read(LogFileName.Kind kind, String fileName, SmallFile.Reader<T> reader)
      throws IOException {
    boolean isListed = stateFiles.stream().anyMatch(file -> file.name().kind() == kind);
    Path file = path.resolve(fileName);
    return isListed ? SmallFile.read(file, reader) : SmallFile.absent(file);
  }

  @Override
  public String toString() {
    return path.toString();
  }

  /** Puts each entry of a listing where it belongs. */
  private static final class Sorter {
    private static final Comparator<LogFile> BY_OFFSET =
        Comparator.<LogFile>comparingLong(file -> file.name().offset().orElse(-1))
            .thenComparing(LogFile::name);
    private static final Comparator<SegmentFiles> BY_SUFFIX_AND_OFFSET =
        Comparator.<SegmentFiles>comparingInt(
                segment -> segment.leftover().map(LeftoverSuffix::ordinal).orElse(-1))
            .thenComparingLong(SegmentFiles::baseOffset);

    private final List<LogFile> files = new ArrayList<>();
    private final List<DirectoryEntry> unrecognised = new ArrayList<>();
    private final Map<Slot, LogFile> segmentFiles = new HashMap<>();

    /** What is unique among the files of segments. */
    private record Slot(long offset, Optional<LeftoverSuffix> leftover, LogFileName.Kind kind) {
      static Slot of(LogFileName name, LogFileName.Kind kind) {
        return new Slot(name.offset().getAsLong(), name.leftover(), kind);
      }
    }

    Sorter(List<DirectoryEntry> entries) {
      for (DirectoryEntry entry : entries) {
        LogFileName name = LogFileName.parse(entry.name());
        if (entry.isDirectory() || name.kind() == LogFileName.Kind.UNRECOGNISED) {
          unrecognised.add(entry);
        } else {
          LogFile file = new LogFile(name, entry);
          files.add(file);
          if (name.kind().isOfSegment()) {
            segmentFiles.put(Slot.of(name, name.kind()), file);
          }
        }
      }
    }

    List<SegmentFiles> segments(boolean areLeftovers) {
      return files.stream()
          .filter(file -> file.name().kind() == LogFileName.Kind.LOG)
          .filter(file -> file.name().leftover().isPresent() == areLeftovers)
          .map(this::segment)
          .sorted(BY_SUFFIX_AND_OFFSET)
          .toList();
    }

    private SegmentFiles segment(LogFile log) {
      return new SegmentFiles(
          log.name().offset().getAsLong(),
          log.name().leftover(),
          log,
          sibling(log, LogFileName.Kind.OFFSET_INDEX),
          sibling(log, LogFileName.Kind.TIME_INDEX),
          sibling(log, LogFileName.Kind.TRANSACTION_INDEX));
    }

    private Optional<LogFile> sibling(LogFile file, LogFileName.Kind kind) {
      return Optional.ofNullable(segmentFiles.get(Slot.of(file.name(), kind)));
    }

    List<LogFile> inUse(LogFileName.Kind... kinds) {
      List<LogFileName.Kind> wanted = List.of(kinds);
      return files.stream()
          .filter(file -> file.name().isInUse() && wanted.contains(file.name().kind()))
          .sorted(BY_OFFSET)
          .toList();
    }

    List<LogFile> orphanIndexes() {
      return files.stream()
          .filter(file -> file.name().isInUse() && isIndexWithoutLog(file))
          .sorted(BY_OFFSET)
          .toList();
    }

    List<LogFile> leftoverFiles() {
      return files.stream()
          .filter(file -> !file.name().isInUse())
          .filter(file -> !file.name().kind().isOfSegment() || isIndexWithoutLog(file))
          .toList();
    }

    private boolean isIndexWithoutLog(LogFile file) {
      return file.name().kind().isIndex() && sibling(file, LogFileName.Kind.LOG).isEmpty();
    }
  }
}
