package org.logdiff.analysis.align;

import java.util.List;
import java.util.OptionalLong;
import org.logdiff.analysis.report.OffsetRange;

/**
 * Offsets at which something can have been.
 *
 * @param ranges smallest first
 * @param isCut whether there are more than are told apart: the last range of gaps then covers all
 *     others and what lies between them, so that no single offset in it is known to be a candidate
 */
public record Candidates(List<OffsetRange> ranges, boolean isCut) {
  public static final Candidates NONE = new Candidates(List.of(), false);

  public Candidates {
    ranges = List.copyOf(ranges);
  }

  public boolean isEmpty() {
    return ranges.isEmpty();
  }

  /** The only candidate; empty if there are several, or may be. */
  public OptionalLong only() {
    return !isCut && ranges.size() == 1 && ranges.get(0).count() == 1
        ? OptionalLong.of(ranges.get(0).first())
        : OptionalLong.empty();
  }

  /** Whether the lowest candidate is a single offset, and certainly one. */
  public boolean beginsWithSingle(long offset) {
    return !isCut
        && !ranges.isEmpty()
        && ranges.get(0).first() == offset
        && ranges.get(0).count() == 1;
  }

  /** Those at or above an offset. */
  public Candidates from(long first) {
    return new Candidates(
        ranges.stream()
            .filter(r -> r.last() >= first)
            .map(r -> new OffsetRange(Math.max(first, r.first()), r.last()))
            .toList(),
        isCut);
  }
}
