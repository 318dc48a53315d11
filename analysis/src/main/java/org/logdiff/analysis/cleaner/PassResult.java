package org.logdiff.analysis.cleaner;

import java.util.List;
import java.util.Optional;

/**
 * What a pass did, or why there was none.
 *
 * @param range what it took; also if there was no pass
 * @param keys in the map
 * @param keysPerPass how many it may hold
 * @param isMapFull whether the map filled, so that the pass ends before the range does
 * @param cleanedTo the new checkpoint: the offset after the last one mapped; without a pass the
 *     first dirty offset
 * @param groups the segments written, by base offset; empty without a pass
 * @param obstacle why the pass could not be replayed to its end; then what there is of it is not to
 *     be trusted
 */
public record PassResult(
    CleaningRange range,
    long keys,
    long keysPerPass,
    boolean isMapFull,
    long cleanedTo,
    List<Group> groups,
    Optional<String> obstacle) {
  public PassResult {
    groups = List.copyOf(groups);
  }

  /**
   * Segments that were cleaned into one.
   *
   * @param segments in the order of the log
   * @param after what was written for them
   */
  public record Group(List<SegmentTotals> segments, WrittenSegment after) {
    public Group {
      segments = List.copyOf(segments);
    }

    public long baseOffset() {
      return after.baseOffset();
    }
  }

  /**
   * A segment as written.
   *
   * @param lastModifiedMs the last of its sources'
   */
  public record WrittenSegment(
      long baseOffset,
      long sizeBytes,
      int offsetIndexEntries,
      int timeIndexEntries,
      int transactionIndexEntries,
      long lastModifiedMs) {}

  /** Whether the cleaner made a pass, and it could be replayed. */
  public boolean isPass() {
    return range.choice().isPass() && obstacle.isEmpty();
  }
}
