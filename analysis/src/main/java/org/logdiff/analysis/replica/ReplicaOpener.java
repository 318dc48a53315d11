package org.logdiff.analysis.replica;

import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.stream.Stream;
import org.logdiff.analysis.report.NotExamined;
import org.logdiff.format.checkpoint.LeaderEpochCheckpoint;
import org.logdiff.format.checkpoint.OffsetCheckpoint;
import org.logdiff.format.disk.DirectoryEntry;
import org.logdiff.format.layout.LeftoverSuffix;
import org.logdiff.format.layout.LogFile;
import org.logdiff.format.layout.LogFileName;
import org.logdiff.format.layout.PartitionDirectory;
import org.logdiff.format.layout.SegmentFiles;

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
   * @param notes takes what was not examined
   * @param failures takes what could not be read
   * @return empty if there is nothing to open; the notes say why
   * @throws IOException if the medium fails or files may not be read
   */
  public static Optional<Replica> open(
      ReplicaSource source, List<NotExamined> notes, List<String> failures) throws IOException {
    for (int attempt = 1; ; attempt++) {
      List<NotExamined> found = new ArrayList<>();
      Optional<PartitionDirectory> directory = PartitionDirectory.list(source.directory());
      if (directory.isEmpty()) {
        notes.add(open(source, source.directory().toString(), "the directory has vanished"));
        return Optional.empty();
      }
      List<Segment> segments = new ArrayList<>();
      try {
        SegmentsAtStart atStart = SegmentsAtStart.of(directory.get());
        boolean isWhole = new SegmentOpener(directory.get(), atStart.segments()).open(segments);
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
          Replica replica = describe(source, directory.get(), atStart, segments, found, failures);
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

  private static boolean hasSameSegments(PartitionDirectory a, PartitionDirectory b) {
    return keys(a).equals(keys(b));
  }

  private static List<String> keys(PartitionDirectory directory) {
    Stream<SegmentFiles> swaps =
        directory.leftoverSegments().stream()
            .filter(files -> files.leftover().orElseThrow() == LeftoverSuffix.SWAP);
    return Stream.concat(directory.segments().stream(), swaps)
        .map(s -> s.log().path().getFileName() + " " + s.log().entry().fileKey())
        .toList();
  }

  private static Replica describe(
      ReplicaSource source,
      PartitionDirectory directory,
      SegmentsAtStart atStart,
      List<Segment> segments,
      List<NotExamined> notes,
      List<String> failures)
      throws IOException {
    notes.addAll(atStart.notes(source.name()));
    noteLeftovers(source, directory, notes);
    SmallFiles files = new SmallFiles(source.name(), notes, failures);
    LogDir logDir = source.logDir();
    long firstOffset = segments.get(0).baseOffset();
    long logEnd = LogEnd.find(segments);
    long logStart = logStart(source, firstOffset, logEnd, notes);
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
        logEnd,
        LogDir.entry(logDir.highWatermarks(), source.partition()),
        LogDir.entry(logDir.cleanerOffsets(), source.partition()),
        logDir.cleanerOffsets().isPresent(),
        leaderEpochs(directory, files),
        snapshots(directory, atStart, files),
        abortedTransactions(atStart, files),
        deletedLogs(directory, atStart),
        new LastStop(
            logDir.stoppedCleanly(), LogDir.entry(logDir.recoveryPoints(), source.partition())));
  }

  /** A log start beyond the log's end would hide all of the log. */
  private static long logStart(
      ReplicaSource source, long firstOffset, long logEnd, List<NotExamined> notes) {
    OptionalLong stored = LogDir.entry(source.logDir().logStartOffsets(), source.partition());
    if (stored.isPresent() && stored.getAsLong() > logEnd) {
      notes.add(
          open(
              source,
              OffsetCheckpoint.Kind.LOG_START.fileName(),
              "says that the log starts at "
                  + stored.getAsLong()
                  + ", beyond its end at "
                  + logEnd
                  + "; it was compared as if it said nothing, but a broker that starts with it"
                  + " drops the whole log"));
      return firstOffset;
    }
    return Math.max(firstOffset, stored.orElse(firstOffset));
  }

  private static void noteLeftovers(
      ReplicaSource source, PartitionDirectory directory, List<NotExamined> notes) {
    for (SegmentFiles files : directory.leftoverSegments()) {
      LeftoverSuffix suffix = files.leftover().orElseThrow();
      if (suffix == LeftoverSuffix.CLEANED) {
        notes.add(
            new NotExamined(
                source.name(),
                files.log().path().getFileName().toString(),
                "left by an interrupted cleaning; the broker drops it at its next start",
                false));
      }
    }
    for (long base : SegmentOpener.orphanedBaseOffsets(directory)) {
      notes.add(
          open(
              source,
              LogFileName.of(LogFileName.Kind.LOG, base).toString(),
              "missing; only indexes of that segment are there"));
    }
    for (DirectoryEntry entry : directory.unrecognised()) {
      boolean isInPlaceOfFile =
          LogFileName.parse(entry.name()).kind() != LogFileName.Kind.UNRECOGNISED;
      notes.add(
          new NotExamined(
              source.name(),
              entry.name(),
              isInPlaceOfFile
                  ? "a directory, where a file belongs"
                  : "no file that a broker puts there",
              isInPlaceOfFile));
    }
  }

  private static LeaderEpochs leaderEpochs(PartitionDirectory directory, SmallFiles files) {
    return files
        .whole(directory.path().resolve(LeaderEpochCheckpoint.FILE_NAME), directory::leaderEpochs)
        .map(
            checkpoint ->
                new LeaderEpochs(
                    checkpoint.entries().stream()
                        .map(e -> new LeaderEpochs.Entry(e.epoch(), e.startOffset()))
                        .toList()))
        .orElse(LeaderEpochs.NONE);
  }

  private static List<Replica.SnapshotAt> snapshots(
      PartitionDirectory directory, SegmentsAtStart atStart, SmallFiles files) {
    List<Replica.SnapshotAt> snapshots = new ArrayList<>();
    for (LogFile file : directory.producerSnapshots()) {
      if (atStart.isReplaced(file.name().offset().orElse(-1))) {
        continue;
      }
      files
          .whole(file.path(), () -> PartitionDirectory.readProducerSnapshot(file))
          .ifPresent(
              state ->
                  snapshots.add(
                      new Replica.SnapshotAt(file.name().offset().orElse(0), file.path(), state)));
    }
    snapshots.sort(Comparator.comparingLong(Replica.SnapshotAt::offset));
    return snapshots;
  }

  private static List<Replica.AbortedIn> abortedTransactions(
      SegmentsAtStart atStart, SmallFiles files) {
    List<Replica.AbortedIn> entries = new ArrayList<>();
    for (SegmentFiles segment : atStart.segments()) {
      segment
          .transactionIndex()
          .flatMap(
              file ->
                  files.decoded(file.path(), () -> PartitionDirectory.readTransactionIndex(file)))
          .ifPresent(
              index ->
                  index
                      .entries()
                      .forEach(
                          e ->
                              entries.add(
                                  new Replica.AbortedIn(
                                      segment.transactionIndex().get().path(), e))));
    }
    return entries;
  }

  private static List<Path> deletedLogs(PartitionDirectory directory, SegmentsAtStart atStart) {
    List<Path> logs = new ArrayList<>();
    directory.leftoverSegments().stream()
        .filter(files -> files.leftover().orElseThrow() == LeftoverSuffix.DELETED)
        .filter(files -> files.log().name().kind() == LogFileName.Kind.LOG)
        .forEach(files -> logs.add(files.log().path()));
    atStart.replaced().forEach(files -> logs.add(files.log().path()));
    return logs;
  }
}
