package org.logdiff.analysis.cleaner;

import java.util.Collections;
import java.util.EnumMap;
import java.util.Map;

/**
 * What a pass does to one segment, counted.
 *
 * @param sizeBytes before the pass
 * @param batches by what becomes of them
 * @param records by their row
 * @param horizonsSet batches that get a delete horizon
 */
public record SegmentTotals(
    long baseOffset,
    long sizeBytes,
    Map<BatchFate, Long> batches,
    Map<RecordCase, Long> records,
    long horizonsSet) {
  public SegmentTotals {
    batches = Collections.unmodifiableMap(batches);
    records = Collections.unmodifiableMap(records);
  }

  public long batchCount() {
    return batches.values().stream().mapToLong(Long::longValue).sum();
  }

  public long of(BatchFate fate) {
    return batches.getOrDefault(fate, 0L);
  }

  public long keptRecords() {
    return count(true);
  }

  public long removedRecords() {
    return count(false);
  }

  private long count(boolean isKept) {
    return records.entrySet().stream()
        .filter(entry -> entry.getKey().keeps() == isKept)
        .mapToLong(Map.Entry::getValue)
        .sum();
  }

  /** Counts while a segment is cleaned. */
  static final class Counter {
    private final LogSegment segment;
    private final Map<BatchFate, Long> batches = new EnumMap<>(BatchFate.class);
    private final Map<RecordCase, Long> records = new EnumMap<>(RecordCase.class);
    private long horizonsSet;

    Counter(LogSegment segment) {
      this.segment = segment;
    }

    void batch(BatchFate fate, boolean isHorizonSet) {
      batches.merge(fate, 1L, Long::sum);
      horizonsSet += isHorizonSet ? 1 : 0;
    }

    void record(RecordCase row) {
      records.merge(row, 1L, Long::sum);
    }

    SegmentTotals totals() {
      return new SegmentTotals(
          segment.baseOffset(), segment.sizeBytes(), batches, records, horizonsSet);
    }
  }
}
