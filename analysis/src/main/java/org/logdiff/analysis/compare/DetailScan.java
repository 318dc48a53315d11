package org.logdiff.analysis.compare;

import java.io.IOException;
import java.util.HashMap;
import java.util.Map;
import java.util.Set;
import org.logdiff.analysis.align.Alignment;
import org.logdiff.analysis.align.AlignmentListener;
import org.logdiff.analysis.align.OffsetRanges;
import org.logdiff.analysis.align.ReplicaCursor;
import org.logdiff.analysis.key.KeyHash;
import org.logdiff.analysis.report.OffsetRange;
import org.logdiff.format.batch.RecordCursor;
import org.logdiff.format.batch.SegmentCursor;

/**
 * The third pass over one chunk, made only when keys are under suspicion: the whole history of
 * these keys, the offsets at which no replica has a record, and the sequences of idempotent
 * producers.
 */
final class DetailScan implements AlignmentListener {
  /** Gaps told apart per chunk. */
  private static final int GAPS_KEPT = 1 << 18;

  private final Set<KeyHash> suspects;
  private final long lowestOffset;

  final Map<KeyHash, KeyHistory> histories = new HashMap<>();

  /**
   * Offsets without a record on any replica, those of empty batches included, but not those of
   * empty control batches: each was a marker, and no place for a lost tombstone.
   */
  final OffsetRanges recordGaps = OffsetRanges.coveringAll(GAPS_KEPT);

  final MarkerKeys markerKeys = new MarkerKeys();

  /** Empty control batches before the chunk's first record. */
  MarkerPlaces markersBefore = new MarkerPlaces();

  /** Empty control batches after the last record so far. */
  final MarkerPlaces markersAfter = new MarkerPlaces();

  private long firstPresent = Long.MIN_VALUE;
  private long nextOffset = Long.MIN_VALUE;

  /**
   * @param lowestOffset gaps below do not matter
   */
  DetailScan(Set<KeyHash> suspects, long lowestOffset) {
    this.suspects = suspects;
    this.lowestOffset = lowestOffset;
  }

  @Override
  public void batch(int mask, ReplicaCursor first, Alignment alignment) {
    SegmentCursor batch = first.span();
    if (batch.isControl() && batch.recordsCount() == 0 && batch.lastOffset() >= lowestOffset) {
      markersAfter.add(new OffsetRange(batch.baseOffset(), batch.lastOffset()));
    }
  }

  @Override
  public boolean wantsRecordsOf(int mask, ReplicaCursor first, Alignment alignment) {
    return first.span().recordsCount() > 0;
  }

  @Override
  public void record(long offset, int mask, boolean areEqualBytes, Alignment alignment)
      throws IOException {
    present(offset);
    ReplicaCursor first = alignment.cursor(Integer.numberOfTrailingZeros(mask));
    SegmentCursor batch = first.span();
    RecordCursor record = first.records();
    if (batch.isControl() || !record.hasKey()) {
      return;
    }
    markerKeys.add(record, offset, mask);
    KeyHash hash = KeyHash.of(record.array(), record.keyAt(), record.keyLength());
    if (!suspects.contains(hash)) {
      return;
    }
    histories
        .computeIfAbsent(hash, KeyHistory::new)
        .add(
            record.key().orElseThrow(),
            new KeyRecord(
                offset,
                mask,
                !record.hasValue(),
                batch.isTransactional(),
                batch.baseOffset(),
                batch.producerId(),
                batch.producerEpoch(),
                record.sequence(),
                record.timestamp()));
  }

  private void present(long offset) {
    if (nextOffset == Long.MIN_VALUE) {
      firstPresent = offset;
      markersBefore = markersAfter.takeBelow(offset);
    } else if (offset > nextOffset && offset > lowestOffset) {
      markersAfter.addGap(Math.max(nextOffset, lowestOffset), offset - 1, recordGaps);
    }
    nextOffset = offset + 1;
  }

  /** The first offset of the chunk with a record; MIN_VALUE without any. */
  long firstPresent() {
    return firstPresent;
  }

  /** The offset after the last record of the chunk; MIN_VALUE without any. */
  long nextOffset() {
    return nextOffset;
  }

  @Override
  public void span(ReplicaCursor cursor) {}

  @Override
  public void unknown(int replica, long first, long last) {}

  @Override
  public void undecodable(ReplicaCursor cursor, String trouble) {}
}
