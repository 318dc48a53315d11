package org.logdiff.analysis.replica;

import java.io.IOException;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.stream.Collectors;
import org.logdiff.analysis.report.NotExamined;
import org.logdiff.format.batch.SegmentCursor;
import org.logdiff.format.batch.SpanKind;
import org.logdiff.format.disk.ReadOnlyFile;
import org.logdiff.format.layout.LeftoverSuffix;
import org.logdiff.format.layout.LogFile;
import org.logdiff.format.layout.LogFileName;
import org.logdiff.format.layout.PartitionDirectory;
import org.logdiff.format.layout.SegmentFiles;

/**
 * The segments that a broker uses when it starts on a partition directory, whatever a crash during
 * cleaning or splitting has left there:
 *
 * <ol>
 *   <li>{@code .deleted} and {@code .cleaned} files are dropped.
 *   <li>A {@code .swap} file whose offset is not below the lowest of any {@code .cleaned} file is
 *       dropped too: not all of a replacement had been written.
 *   <li>All other {@code .swap} logs together replace whatever lies from their lowest base offset
 *       up to their highest next offset, producer snapshots included.
 *   <li>A {@code .swap} index beside a log that has got its name already gets its name too.
 * </ol>
 *
 * <p>Source: {@code LogLoader.load} and {@code removeTempFilesAndCollectSwapFiles}, Kafka 4.4.0.
 */
final class SegmentsAtStart {
  private final List<SegmentFiles> segments = new ArrayList<>();
  private final List<SegmentFiles> swaps;
  private final List<SegmentFiles> droppedSwaps;
  private final List<SegmentFiles> replaced = new ArrayList<>();
  private final boolean isAmbiguous;
  private final long replacedFrom;
  private final long replacedTo;

  private SegmentsAtStart(PartitionDirectory directory) throws IOException {
    long lowestCleaned = lowestCleaned(directory);
    List<SegmentFiles> all = leftovers(directory, LeftoverSuffix.SWAP);
    swaps = all.stream().filter(s -> s.baseOffset() < lowestCleaned).toList();
    droppedSwaps = all.stream().filter(s -> s.baseOffset() >= lowestCleaned).toList();
    long from = Long.MAX_VALUE;
    long to = Long.MIN_VALUE;
    boolean isEachClear = true;
    for (SegmentFiles swap : swaps) {
      OptionalLong next = nextOffset(swap);
      isEachClear &= next.isPresent();
      from = Math.min(from, swap.baseOffset());
      to = Math.max(to, next.orElse(Long.MIN_VALUE));
    }
    isAmbiguous = !isEachClear;
    replacedFrom = isAmbiguous ? Long.MAX_VALUE : from;
    replacedTo = isAmbiguous ? Long.MIN_VALUE : to;
    for (SegmentFiles segment : directory.segments()) {
      if (isReplaced(segment.baseOffset())) {
        replaced.add(segment);
      } else {
        segments.add(withRenamed(segment, directory, lowestCleaned));
      }
    }
    if (!isAmbiguous) {
      segments.addAll(swaps);
    }
    segments.sort(Comparator.comparingLong(SegmentFiles::baseOffset));
  }

  /**
   * Works it out.
   *
   * @throws IOException if a {@code .swap} log cannot be read
   */
  static SegmentsAtStart of(PartitionDirectory directory) throws IOException {
    return new SegmentsAtStart(directory);
  }

  private static List<SegmentFiles> leftovers(PartitionDirectory directory, LeftoverSuffix suffix) {
    return directory.leftoverSegments().stream()
        .filter(files -> files.leftover().orElseThrow() == suffix)
        .filter(files -> files.log().name().kind() == LogFileName.Kind.LOG)
        .toList();
  }

  /** Any file counts, an index without its log too. */
  private static long lowestCleaned(PartitionDirectory directory) {
    return directory.entries().stream()
        .map(entry -> LogFileName.parse(entry.name()))
        .filter(name -> name.leftover().equals(Optional.of(LeftoverSuffix.CLEANED)))
        .filter(name -> name.offset().isPresent())
        .mapToLong(name -> name.offset().getAsLong())
        .min()
        .orElse(Long.MAX_VALUE);
  }

  /** The offset after a segment's last batch; empty if damage leaves that open. */
  private static OptionalLong nextOffset(SegmentFiles files) throws IOException {
    Optional<ReadOnlyFile> opened = files.log().open();
    if (opened.isEmpty()) {
      return OptionalLong.empty();
    }
    try (ReadOnlyFile log = opened.get()) {
      SegmentCursor cursor = new SegmentCursor();
      cursor.open(log, files.baseOffset());
      long next = files.baseOffset();
      for (SpanKind kind = cursor.next(); kind != null; kind = cursor.next()) {
        if (kind == SpanKind.DAMAGED || kind == SpanKind.UNRECOGNISED) {
          return OptionalLong.empty();
        }
        next = Math.max(next, cursor.expectedOffset());
      }
      return OptionalLong.of(next);
    }
  }

  /** A segment in use, with those of its indexes that still wait for their names. */
  private static SegmentFiles withRenamed(
      SegmentFiles segment, PartitionDirectory directory, long lowestCleaned) {
    if (segment.baseOffset() >= lowestCleaned) {
      return segment;
    }
    List<LogFile> waiting =
        directory.leftoverFiles().stream()
            .filter(file -> file.name().leftover().equals(Optional.of(LeftoverSuffix.SWAP)))
            .filter(file -> file.name().offset().orElse(-1) == segment.baseOffset())
            .toList();
    return new SegmentFiles(
        segment.baseOffset(),
        segment.leftover(),
        segment.log(),
        waiting(waiting, LogFileName.Kind.OFFSET_INDEX).or(segment::offsetIndex),
        waiting(waiting, LogFileName.Kind.TIME_INDEX).or(segment::timeIndex),
        waiting(waiting, LogFileName.Kind.TRANSACTION_INDEX).or(segment::transactionIndex));
  }

  private static Optional<LogFile> waiting(List<LogFile> files, LogFileName.Kind kind) {
    return files.stream().filter(file -> file.name().kind() == kind).findFirst();
  }

  /** Whether files of this offset make way for a swap, a producer snapshot too. */
  boolean isReplaced(long offset) {
    return replacedFrom <= offset && offset < replacedTo;
  }

  /** The segments, by base offset. */
  List<SegmentFiles> segments() {
    return segments;
  }

  /** Segments that make way for a swap; they may still hold what is gone from it. */
  List<SegmentFiles> replaced() {
    return replaced;
  }

  /** What is to be said of swaps. */
  List<NotExamined> notes(String replica) {
    List<NotExamined> notes = new ArrayList<>();
    for (SegmentFiles swap : swaps) {
      notes.add(
          new NotExamined(
              replica,
              swap.log().path().getFileName().toString(),
              isAmbiguous
                  ? "a swap that the broker did not finish: at its next start it replaces segments;"
                      + " which ones cannot be said, since a swap is damaged"
                  : "a swap that the broker did not finish; compared as the broker will use it when"
                      + " it starts, in place of "
                      + replacedText(),
              isAmbiguous));
    }
    for (SegmentFiles swap : droppedSwaps) {
      notes.add(
          new NotExamined(
              replica,
              swap.log().path().getFileName().toString(),
              "part of a replacement of which not all was written; the broker drops it at its next"
                  + " start",
              false));
    }
    return notes;
  }

  private String replacedText() {
    return replaced.isEmpty()
        ? "segments that are gone already"
        : replaced.stream()
            .map(segment -> segment.log().path().getFileName().toString())
            .collect(Collectors.joining(", "));
  }
}
