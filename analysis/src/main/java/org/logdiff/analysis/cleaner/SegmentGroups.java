package org.logdiff.analysis.cleaner;

import java.util.ArrayList;
import java.util.List;

/**
 * Segments that a pass cleans into one: as many as follow each other while their logs fit into
 * {@code segment.bytes}, their indexes, each kind by itself, into {@code segment.index.bytes}, and
 * their offsets into 31 bits above the first base offset. An empty segment always fits by its
 * offsets.
 *
 * <p>Source: {@code Cleaner.groupSegmentsBySize}, {@code lastOffsetForFirstSegment}, Kafka 4.4.0;
 * the same in 4.2.1 and 3.9.1.
 */
final class SegmentGroups {
  private SegmentGroups() {}

  static List<List<LogSegment>> of(
      List<LogSegment> segments, CleanerConfig config, long firstUncleanableOffset) {
    List<List<LogSegment>> groups = new ArrayList<>();
    List<LogSegment> group = new ArrayList<>();
    long logBytes = 0;
    long indexBytes = 0;
    long timeIndexBytes = 0;
    for (int i = 0; i < segments.size(); i++) {
      LogSegment segment = segments.get(i);
      long lastOffset =
          (i + 1 < segments.size() ? segments.get(i + 1).baseOffset() : firstUncleanableOffset) - 1;
      boolean fits =
          !group.isEmpty()
              && logBytes + segment.sizeBytes() <= config.segmentBytes()
              && indexBytes + segment.offsetIndexBytes() <= config.segmentIndexBytes()
              && timeIndexBytes + segment.timeIndexBytes() <= config.segmentIndexBytes()
              && (segment.sizeBytes() == 0
                  || lastOffset - group.get(0).baseOffset() <= Integer.MAX_VALUE);
      if (!fits) {
        group = new ArrayList<>();
        groups.add(group);
        logBytes = 0;
        indexBytes = 0;
        timeIndexBytes = 0;
      }
      group.add(segment);
      logBytes += segment.sizeBytes();
      indexBytes += segment.offsetIndexBytes();
      timeIndexBytes += segment.timeIndexBytes();
    }
    return groups;
  }
}
