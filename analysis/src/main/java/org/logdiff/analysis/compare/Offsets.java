package org.logdiff.analysis.compare;

import java.util.List;
import java.util.stream.Collectors;
import org.logdiff.analysis.align.Candidates;
import org.logdiff.analysis.report.OffsetRange;

/** Offsets as they stand in sentences. */
final class Offsets {
  private static final int SHOWN = 8;

  private Offsets() {}

  static String text(OffsetRange range) {
    return range.count() == 1 ? Long.toString(range.first()) : range.first() + ".." + range.last();
  }

  /** As of a list, and that it was cut, if so. */
  static String text(Candidates candidates) {
    return text(candidates.ranges())
        + (candidates.isCut()
            ? ", where the last range of gaps stands for many gaps and what lies between them"
            : "");
  }

  static String text(List<OffsetRange> ranges) {
    String text = ranges.stream().limit(SHOWN).map(Offsets::text).collect(Collectors.joining(", "));
    return ranges.size() > SHOWN ? text + " and " + (ranges.size() - SHOWN) + " more ranges" : text;
  }
}
