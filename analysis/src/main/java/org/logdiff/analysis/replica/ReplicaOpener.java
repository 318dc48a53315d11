package org.logdiff.analysis.replica;

import java.io.IOException;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;
import java.util.OptionalLong;
import org.logdiff.analysis.report.NotExamined;
import org.logdiff.format.Decoded;
import org.logdiff.format.checkpoint.LeaderEpochCheckpoint;
import org.logdiff.format.disk.ReadOnlyFile;
import org.logdiff.format.index.OffsetIndexLookup;
import org.logdiff.format.index.TransactionIndex;
import org.logdiff.format.layout.LeftoverSuffix;
import org.logdiff.format.layout.LogFile;
import org.logdiff.format.layout.LogFileName;
import org.logdiff.format.layout.PartitionDirectory;
import org.logdiff.format.layout.SegmentFiles;
import org.logdiff.format.layout.SmallFile;
import org.logdiff.format.snapshot.ProducerSnapshot;

/**
 * Opens a replica: all segments first, then the directory is listed again. If a broker has changed
 * the set of segments meanwhile, it is opened anew, up to three times.
 */
public final class ReplicaOpener {
  static final int TRIES = 3;

  private ReplicaOpener() {}

  /**
   * Opens a replica.
   *
   * @param notes takes what was not examined or could not be read
   * @return empty if there is nothing to open; the notes say why
   * @throws IOException if the medium fails or files may not be read
   */
  public static Optional<Replica> open(ReplicaSource source, List<NotExamined> notes)
      throws IOException {
    for (int attempt = 1; ; attempt++) {
      List<NotExamined> found = new ArrayList<>();
      Optional<PartitionDirectory> directory = PartitionDirectory.list(source.directory());
      if (directory.isEmpty()) {
        notes.add(open(source, source.directory().toString(), "the directory has vanished"));
        return Optional.empty();
      }
      List<Segment> segments = new ArrayList<>();
      try {
        boolean isWhole = openSegments(directory.get(), segments);
        Optional<PartitionDirectory> again = PartitionDirectory.list(source.directory());
        boolean isSame =
            isWhole && again.isPresent() && hasSameSegments(directory.get(), again.get());
        if (isSame || attempt == TRIES) {
          if (!isSame) {
            found.add(
                open(
                    source,
                    "segments that came or went while they were opened",
                    "a broker is changing "
                        + source.directory()
                        + "; read a copy, or stop the broker"));
          }
          if (segments.isEmpty()) {
            found.add(open(source, source.directory().toString(), "holds no .log file"));
            notes.addAll(found);
            return Optional.empty();
          }
          Replica replica = describe(source, directory.get(), segments, found);
          notes.addAll(found);
          return Optional.of(replica);
        }
      } catch (IOException | RuntimeException e) {
        close(segments);
        throw e;
      }
      close(segments);
    }
  }

  private static NotExamined open(ReplicaSource source, String what, String why) {
    return new NotExamined(source.name(), what, why, true);
  }

  private static void close(List<Segment> segments) throws IOException {
    for (Segment segment : segments) {
      segment.close();
    }
  }

  private static boolean openSegments(PartitionDirectory directory, List<Segment> into)
      throws IOException {
    boolean isWhole = true;
    for (SegmentFiles files : directory.segments()) {
      Optional<ReadOnlyFile> log = files.log().open();
      if (log.isEmpty()) {
        isWhole = false;
        continue;
      }
      into.add(new Segment(files.baseOffset(), log.get(), index(files)));
    }
    into.sort(Comparator.comparingLong(Segment::baseOffset));
    return isWhole;
  }

  /** An index that cannot be opened costs speed, not truth: it only says where to start reading. */
  private static Optional<OffsetIndexLookup> index(SegmentFiles files) {
    if (files.offsetIndex().isEmpty() || files.offsetIndex().get().sizeBytes() == 0) {
      return Optional.empty();
    }
    try {
      return Optional.of(OffsetIndexLookup.open(files.offsetIndex().get().path()));
    } catch (IOException e) {
      return Optional.empty();
    }
  }

  private static boolean hasSameSegments(PartitionDirectory a, PartitionDirectory b) {
    return keys(a).equals(keys(b));
  }

  private static List<String> keys(PartitionDirectory directory) {
    return directory.segments().stream()
        .map(s -> s.log().path().getFileName() + " " + s.log().entry().fileKey())
        .toList();
  }

  private static Replica describe(
      ReplicaSource source,
      PartitionDirectory directory,
      List<Segment> segments,
      List<NotExamined> notes)
      throws IOException {
    noteLeftovers(source, directory, notes);
    LogDir logDir = source.logDir();
    long firstOffset = segments.get(0).baseOffset();
    OptionalLong start = LogDir.entry(logDir.logStartOffsets(), source.partition());
    long logStart = Math.max(firstOffset, start.orElse(firstOffset));
    return new Replica(
        source.name(),
        source.directory(),
        logDir
            .meta()
            .flatMap(
                m ->
                    m.nodeId().isPresent() ? Optional.of(m.nodeId().getAsInt()) : Optional.empty()),
        segments,
        logStart,
        Math.max(logStart, LogEnd.find(segments)),
        LogDir.entry(logDir.highWatermarks(), source.partition()),
        LogDir.entry(logDir.cleanerOffsets(), source.partition()),
        logDir.cleanerOffsets().isPresent(),
        leaderEpochs(source, directory, notes),
        snapshots(source, directory, notes),
        abortedTransactions(source, directory, notes),
        deletedLogs(directory));
  }

  private static void noteLeftovers(
      ReplicaSource source, PartitionDirectory directory, List<NotExamined> notes) {
    for (SegmentFiles files : directory.leftoverSegments()) {
      LeftoverSuffix suffix = files.leftover().orElseThrow();
      if (suffix == LeftoverSuffix.SWAP) {
        notes.add(
            open(
                source,
                files.log().path().getFileName().toString(),
                "a swap that the broker did not finish: at its next start it replaces segments;"
                    + " which ones is not worked out yet"));
      } else if (suffix == LeftoverSuffix.CLEANED) {
        notes.add(
            new NotExamined(
                source.name(),
                files.log().path().getFileName().toString(),
                "left by an interrupted cleaning; the broker drops it at its next start",
                false));
      }
    }
    directory
        .unrecognised()
        .forEach(
            entry ->
                notes.add(
                    new NotExamined(
                        source.name(), entry.name(), "no file that a broker puts there", false)));
  }

  private static LeaderEpochs leaderEpochs(
      ReplicaSource source, PartitionDirectory directory, List<NotExamined> notes)
      throws IOException {
    SmallFile<LeaderEpochCheckpoint> file = directory.leaderEpochs();
    if (file.value().isEmpty() || !file.damages().isEmpty()) {
      if (!file.damages().isEmpty()) {
        notes.add(
            new NotExamined(
                source.name(),
                LeaderEpochCheckpoint.FILE_NAME,
                "damaged: " + file.damages().get(0),
                false));
      }
      return LeaderEpochs.NONE;
    }
    return new LeaderEpochs(
        file.value().get().entries().stream()
            .map(e -> new LeaderEpochs.Entry(e.epoch(), e.startOffset()))
            .toList());
  }

  private static List<Replica.SnapshotAt> snapshots(
      ReplicaSource source, PartitionDirectory directory, List<NotExamined> notes)
      throws IOException {
    List<Replica.SnapshotAt> snapshots = new ArrayList<>();
    for (LogFile file : directory.producerSnapshots()) {
      SmallFile<ProducerSnapshot> read = PartitionDirectory.readProducerSnapshot(file);
      if (read.value().isEmpty() || !read.damages().isEmpty()) {
        if (!read.damages().isEmpty()) {
          notes.add(
              new NotExamined(
                  source.name(),
                  file.path().getFileName().toString(),
                  "damaged: " + read.damages().get(0),
                  false));
        }
        continue;
      }
      snapshots.add(
          new Replica.SnapshotAt(file.name().offset().orElse(0), file.path(), read.value().get()));
    }
    snapshots.sort(Comparator.comparingLong(Replica.SnapshotAt::offset));
    return snapshots;
  }

  private static List<Replica.AbortedIn> abortedTransactions(
      ReplicaSource source, PartitionDirectory directory, List<NotExamined> notes)
      throws IOException {
    List<Replica.AbortedIn> entries = new ArrayList<>();
    for (SegmentFiles files : directory.segments()) {
      if (files.transactionIndex().isEmpty() || files.transactionIndex().get().sizeBytes() == 0) {
        continue;
      }
      Path path = files.transactionIndex().get().path();
      Decoded<TransactionIndex> index;
      try {
        index = TransactionIndex.read(path);
      } catch (NoSuchFileException e) {
        continue;
      }
      index.damages().stream()
          .findFirst()
          .ifPresent(
              damage ->
                  notes.add(
                      new NotExamined(
                          source.name(),
                          path.getFileName().toString(),
                          "damaged: " + damage,
                          false)));
      index
          .value()
          .ifPresent(
              value -> value.entries().forEach(e -> entries.add(new Replica.AbortedIn(path, e))));
    }
    return entries;
  }

  private static List<Path> deletedLogs(PartitionDirectory directory) {
    return directory.leftoverSegments().stream()
        .filter(files -> files.leftover().orElseThrow() == LeftoverSuffix.DELETED)
        .filter(files -> files.log().name().kind() == LogFileName.Kind.LOG)
        .map(files -> files.log().path())
        .toList();
  }
}
