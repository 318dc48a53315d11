package org.logdiff.analysis.cleaner;

import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.OptionalLong;
import org.logdiff.format.batch.RecordCursor;

/**
 * Keeps decisions: up to a limit of records, and besides those around one offset that is to be
 * explained.
 */
final class ListingListener implements PassListener {
  private final int limit;
  private final OptionalLong explained;
  private final List<ListedBatch> batches = new ArrayList<>();
  private final List<ListedBatch.ListedRecord> records = new ArrayList<>();
  private long listed;
  private long notListed;
  private ListedBatch.ListedRecord explainedRecord;
  private ListedBatch holder;
  private boolean isPassed;

  ListingListener(int limit, OptionalLong explained) {
    this.limit = limit;
    this.explained = explained;
  }

  @Override
  public void record(RecordCursor record, RecordCase row, long latestOffset) {
    boolean isExplained = explained.isPresent() && record.offset() == explained.getAsLong();
    boolean isListed = listed < limit;
    if (isListed || isExplained) {
      ListedBatch.ListedRecord kept =
          new ListedBatch.ListedRecord(
              record.offset(), row, record.hasKey(), record.hasValue(), latestOffset);
      if (isListed) {
        records.add(kept);
        listed++;
      }
      explainedRecord = isExplained ? kept : explainedRecord;
    }
    notListed += isListed || limit == 0 ? 0 : 1;
  }

  @Override
  public void batch(BatchDecision decision) {
    boolean isWithin = listed < limit || !records.isEmpty();
    if (limit > 0 && isWithin) {
      batches.add(new ListedBatch(decision, records));
    }
    records.clear();
    if (explained.isPresent()) {
      place(decision, explained.getAsLong());
    }
  }

  private void place(BatchDecision decision, long offset) {
    if (decision.header().baseOffset() > offset) {
      isPassed = true;
    } else if (decision.header().lastOffset() >= offset) {
      holder =
          new ListedBatch(decision, explainedRecord == null ? List.of() : List.of(explainedRecord));
    }
  }

  List<ListedBatch> batches() {
    return batches;
  }

  long notListed() {
    return notListed;
  }

  /** The batch that holds the offset to be explained, with its record if that is there. */
  Optional<ListedBatch> holder() {
    return Optional.ofNullable(holder);
  }

  /** Whether a batch above the offset to be explained was met. */
  boolean isPassed() {
    return isPassed;
  }
}
