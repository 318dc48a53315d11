package org.logdiff.analysis.transaction;

import java.io.IOException;
import java.util.Optional;
import org.logdiff.analysis.replica.Replica;
import org.logdiff.analysis.replica.Segment;
import org.logdiff.format.batch.SegmentCursor;
import org.logdiff.format.index.OffsetIndexEntry;
import org.logdiff.format.index.OffsetIndexLookup;

/**
 * What a {@code read_committed} consumer drops that reads a replica from the log start on, fetch by
 * fetch. A fetch has whole batches, at least one, up to its size, all of one segment and below the
 * last stable offset; what is known of aborted transactions ends with it.
 */
final class CommittedFetches {
  private final Replica replica;
  private final AbortedTransactions aborted;
  private final Optional<StableOffset.Place> stable;
  private final int fetchBytes;
  private int currentSegment = -1;
  private long fetchEnd;
  private AbortedProducers producers;

  /**
   * @param stable where the log stops being stable; empty if nowhere
   */
  CommittedFetches(Replica replica, Optional<StableOffset.Place> stable, int fetchBytes) {
    this.replica = replica;
    this.aborted = new AbortedTransactions(replica);
    this.stable = stable;
    this.fetchBytes = fetchBytes;
  }

  /**
   * Whether the next batch is dropped. Batches are asked for in the order of the log.
   *
   * @param segment number of the batch's segment
   * @param nextOffset that the consumer has reached
   */
  boolean drops(int segment, SegmentCursor batch, ProducerEvent.Kind kind, long nextOffset)
      throws IOException {
    if (segment != currentSegment) {
      currentSegment = segment;
      fetchEnd = 0;
    }
    if (batch.position() + batch.length() > fetchEnd) {
      startFetch(batch, nextOffset);
    }
    return producers.drops(batch, kind);
  }

  private void startFetch(SegmentCursor batch, long nextOffset) throws IOException {
    long limit = replica.segments().get(currentSegment).sizeBytes();
    if (stable.isPresent() && stable.get().segment() == currentSegment) {
      limit = stable.get().position();
    }
    fetchEnd =
        Math.max(batch.position() + batch.length(), Math.min(batch.position() + fetchBytes, limit));
    producers =
        new AbortedProducers(
            aborted.inFetch(currentSegment, nextOffset, upperBoundOffset(fetchEnd)));
  }

  /**
   * The first offset that the index has at or above a position; without one, where the next segment
   * begins, or the log ends. Source: {@code LocalLog.addAbortedTransactions}.
   */
  private long upperBoundOffset(long position) throws IOException {
    Segment current = replica.segments().get(currentSegment);
    if (current.index().isPresent()) {
      Optional<OffsetIndexEntry> entry = firstAtOrAbove(current.index().get(), position);
      if (entry.isPresent()) {
        return entry.get().offset(current.baseOffset());
      }
    }
    return currentSegment + 1 < replica.segments().size()
        ? replica.segments().get(currentSegment + 1).baseOffset()
        : replica.logEndOffset();
  }

  private static Optional<OffsetIndexEntry> firstAtOrAbove(OffsetIndexLookup index, long position)
      throws IOException {
    int low = 0;
    int high = index.entryCount();
    Optional<OffsetIndexEntry> found = Optional.empty();
    while (low < high) {
      int middle = (low + high) >>> 1;
      Optional<OffsetIndexEntry> entry = index.entry(middle);
      if (entry.isPresent() && entry.get().position() < position) {
        low = middle + 1;
      } else {
        found = entry;
        high = middle;
      }
    }
    return found;
  }
}
