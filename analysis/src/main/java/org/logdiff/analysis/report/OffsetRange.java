package org.logdiff.analysis.report;

/** Log offsets from first to last, both inclusive. */
public record OffsetRange(long first, long last) {
  public OffsetRange {
    if (first > last) {
      throw new IllegalArgumentException(first + " > " + last);
    }
  }

  public long count() {
    return last - first + 1;
  }

  public boolean contains(long offset) {
    return first <= offset && offset <= last;
  }
}
