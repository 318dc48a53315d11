package org.logdiff.analysis.replica;

import java.io.IOException;
import java.util.List;
import java.util.Optional;
import java.util.OptionalLong;
import org.logdiff.format.batch.SegmentExtent;
import org.logdiff.format.disk.ReadOnlyFile;
import org.logdiff.format.index.OffsetIndexEntry;
import org.logdiff.format.index.OffsetIndexLookup;
import org.logdiff.format.index.TimeIndex;
import org.logdiff.format.index.TimeIndexEntry;
import org.logdiff.format.layout.LogFile;
import org.logdiff.format.layout.PartitionDirectory;
import org.logdiff.format.layout.SegmentFiles;

/** Opens the segments of a partition directory, with what the files around each log say of it. */
final class SegmentOpener {
  private final PartitionDirectory directory;
  private final List<SegmentFiles> segments;

  /**
   * @param segments that its broker would use
   */
  SegmentOpener(PartitionDirectory directory, List<SegmentFiles> segments) {
    this.directory = directory;
    this.segments = List.copyOf(segments);
  }

  /**
   * Opens all segments.
   *
   * @param into takes them as they are opened, by base offset
   * @return whether none has vanished since the directory was listed
   * @throws IOException if a log cannot be read
   */
  boolean open(List<Segment> into) throws IOException {
    boolean isWhole = true;
    for (int i = 0; i < segments.size(); i++) {
      SegmentFiles files = segments.get(i);
      Optional<ReadOnlyFile> log = files.log().open();
      if (log.isEmpty()) {
        isWhole = false;
        continue;
      }
      Optional<OffsetIndexLookup> index = index(files);
      SegmentExtent extent =
          i + 1 < segments.size()
              ? extent(files, index, segments.get(i + 1).baseOffset())
              : SegmentExtent.UNKNOWN;
      into.add(new Segment(files.baseOffset(), log.get(), index, extent));
    }
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

  private SegmentExtent extent(
      SegmentFiles files, Optional<OffsetIndexLookup> index, long nextBaseOffset) {
    OptionalLong missing =
        orphanedBaseOffsets(directory).stream()
            .mapToLong(Long::longValue)
            .filter(base -> files.baseOffset() < base && base < nextBaseOffset)
            .findFirst();
    return new SegmentExtent(
        missing.orElse(nextBaseOffset), lastIndexed(index), lastTimed(files), missing);
  }

  /**
   * Base offsets of segments of which indexes are left and no log, ascending. A log that a broker
   * is about to delete is not missing.
   */
  static List<Long> orphanedBaseOffsets(PartitionDirectory directory) {
    List<Long> leftovers =
        directory.leftoverSegments().stream().map(SegmentFiles::baseOffset).toList();
    return directory.orphanIndexes().stream()
        .map(LogFile::name)
        .map(name -> name.offset().orElseThrow())
        .distinct()
        .filter(base -> !leftovers.contains(base))
        .toList();
  }

  private static Optional<OffsetIndexEntry> lastIndexed(Optional<OffsetIndexLookup> index) {
    try {
      return index.isEmpty() || index.get().entryCount() == 0
          ? Optional.empty()
          : index.get().entry(index.get().entryCount() - 1);
    } catch (IOException e) {
      return Optional.empty();
    }
  }

  private static Optional<TimeIndexEntry> lastTimed(SegmentFiles files) {
    try {
      return files.timeIndex().isEmpty()
          ? Optional.empty()
          : TimeIndex.lastEntry(files.timeIndex().get().path());
    } catch (IOException e) {
      return Optional.empty();
    }
  }
}
