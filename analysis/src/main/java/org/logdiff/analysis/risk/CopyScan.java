package org.logdiff.analysis.risk;

import java.util.ArrayList;
import java.util.List;
import java.util.OptionalLong;
import org.logdiff.analysis.align.Alignment;
import org.logdiff.analysis.align.QuietScan;
import org.logdiff.analysis.align.ReplicaCursor;
import org.logdiff.analysis.compare.ExaminedPartition;
import org.logdiff.analysis.key.CatchUp;
import org.logdiff.analysis.key.KeyHash;
import org.logdiff.analysis.key.KeyState;
import org.logdiff.analysis.key.KeyTable;
import org.logdiff.analysis.key.ReplicaRange;
import org.logdiff.analysis.report.FindingKind;
import org.logdiff.analysis.report.KeyEvidence;
import org.logdiff.analysis.report.RecordAtRisk;
import org.logdiff.analysis.transaction.Outcomes;
import org.logdiff.format.batch.RecordCursor;
import org.logdiff.format.batch.SegmentCursor;

/**
 * Meets what is still there, now that the latest record of each touched key is known: tombstones
 * that another replica needs, with the horizons of their copies; the horizons of markers; and the
 * data that holds a marker back.
 *
 * <p>A replica needs a tombstone if its own latest record of the key is an older value and the
 * tombstone is the latest record of the key anywhere (rows c and e of table 5.1, and, before row e,
 * every one that a replica which is behind has yet to receive). Where outcomes of transactions are
 * not proven, it is looked at with and without their records.
 */
final class CopyScan extends QuietScan {
  private final ExaminedPartition partition;
  private final List<ReplicaRange> ranges;
  private final Outcomes outcomes;
  private final CatchUp catchUp;
  private final KeyTable table;
  private final MarkerNeeds markers;
  private final RemovalTimes times;
  private final MostUrgent found;

  /** A row of the table, see {@link LatestScan}. */
  private final long[] latest;

  CopyScan(
      ExaminedPartition partition,
      KeyTable table,
      MarkerNeeds markers,
      RemovalTimes times,
      MostUrgent found) {
    this.partition = partition;
    this.ranges = partition.ranges();
    this.outcomes = partition.outcomes();
    this.catchUp = new CatchUp(ranges);
    this.table = table;
    this.markers = markers;
    this.times = times;
    this.found = found;
    this.latest = new long[2 * ranges.size()];
  }

  @Override
  public void batch(int mask, ReplicaCursor first, Alignment alignment) {
    SegmentCursor batch = first.span();
    MarkerNeed need = batch.isControl() ? markers.ofMarker(batch.baseOffset()) : null;
    if (need != null && batch.recordsCount() > 0) {
      for (int r = 0; r < ranges.size(); r++) {
        if ((mask & 1 << r) != 0) {
          need.met(r, batch.header().deleteHorizonMs());
        }
      }
    }
  }

  @Override
  public boolean wantsRecordsOf(int mask, ReplicaCursor first, Alignment alignment) {
    SegmentCursor batch = first.span();
    return !batch.isControl()
        && batch.recordsCount() > 0
        && (Integer.bitCount(mask) < ranges.size() || markers.ofData(batch.baseOffset()) != null);
  }

  @Override
  public void record(long offset, int mask, boolean areEqualBytes, Alignment alignment) {
    ReplicaCursor first = alignment.cursor(Integer.numberOfTrailingZeros(mask));
    SegmentCursor batch = first.span();
    RecordCursor record = first.records();
    if (batch.isControl() || !record.hasKey()) {
      return;
    }
    MarkerNeed need = markers.ofData(batch.baseOffset());
    Outcomes.Outcome outcome = LatestScan.outcomeOf(batch, outcomes);
    if (record.hasValue() && need == null || !LatestScan.mayCount(outcome)) {
      return;
    }
    KeyHash hash = KeyHash.of(record.array(), record.keyAt(), record.keyLength());
    if (!table.range().contains(hash) || !table.read(hash, latest)) {
      return;
    }
    if (record.hasValue()) {
      noteHeld(need, mask, offset);
    } else {
      tombstone(offset, mask, outcome, areEqualBytes, alignment);
    }
  }

  private void noteHeld(MarkerNeed need, int mask, long offset) {
    long state = KeyState.value(offset);
    for (int r = 0; r < ranges.size(); r++) {
      boolean isLatest = latest[r] == state && latest[ranges.size() + r] == state;
      if ((mask & 1 << r) != 0 && isLatest) {
        need.heldBy(r, offset);
      }
    }
  }

  private void tombstone(
      long offset, int mask, Outcomes.Outcome outcome, boolean areEqualBytes, Alignment alignment) {
    List<RecordAtRisk.Need> asCommitted = needs(ranges.size(), offset);
    List<RecordAtRisk.Need> certain =
        outcome == Outcomes.Outcome.COMMITTED ? needs(0, offset) : List.of();
    List<RecordAtRisk.Need> needs = asCommitted.isEmpty() ? certain : asCommitted;
    int copies = LatestScan.within(ranges, mask, offset);
    if (needs.isEmpty() || copies == 0) {
      return;
    }
    ReplicaCursor first = alignment.cursor(Integer.numberOfTrailingZeros(mask));
    long producerId = first.span().producerId();
    found.add(
        new RecordAtRisk(
            FindingKind.TOMBSTONE_AT_RISK,
            RecordAtRisk.Kind.TOMBSTONE,
            offset,
            new KeyEvidence(first.records().key().orElseThrow()),
            producerId < 0 ? null : producerId,
            copies(copies, first, areEqualBytes, alignment),
            needs,
            goneFrom(offset, copies, needs),
            asCommitted.equals(certain)));
  }

  /** Who needs a tombstone, by the latest records from a place of the row on. */
  private List<RecordAtRisk.Need> needs(int from, long tombstone) {
    List<RecordAtRisk.Need> needs = new ArrayList<>();
    for (int r = 0; r < ranges.size(); r++) {
      if (latest[from + r] > KeyState.tombstone(tombstone)) {
        return List.of();
      }
      RecordAtRisk.Reason reason = reason(r, latest[from + r], tombstone);
      if (reason != null) {
        needs.add(new RecordAtRisk.Need(name(r), reason, KeyState.offset(latest[from + r])));
      }
    }
    return needs;
  }

  /** Why a replica needs a tombstone; null if it does not. */
  private RecordAtRisk.Reason reason(int r, long state, long tombstone) {
    if (!KeyState.isValue(state)) {
      return null;
    }
    if (ranges.get(r).covers(tombstone)) {
      return ranges.get(r).mayHideAtOrAbove(tombstone) ? null : RecordAtRisk.Reason.LOST;
    }
    return tombstone >= ranges.get(r).end()
            && catchUp.hasSource(r, KeyState.offset(state), tombstone)
        ? RecordAtRisk.Reason.BEHIND
        : null;
  }

  private List<String> goneFrom(long tombstone, int copies, List<RecordAtRisk.Need> needs) {
    List<String> goneFrom = new ArrayList<>();
    for (int r = 0; r < ranges.size(); r++) {
      String name = name(r);
      if ((copies & 1 << r) == 0
          && ranges.get(r).covers(tombstone)
          && needs.stream().noneMatch(need -> need.replica().equals(name))) {
        goneFrom.add(name);
      }
    }
    return goneFrom;
  }

  private List<RecordAtRisk.Copy> copies(
      int mask, ReplicaCursor first, boolean areEqualBytes, Alignment alignment) {
    List<RecordAtRisk.Copy> copies = new ArrayList<>();
    for (int r = 0; r < ranges.size(); r++) {
      if ((mask & 1 << r) != 0) {
        SegmentCursor batch = areEqualBytes ? first.span() : alignment.cursor(r).span();
        OptionalLong horizon = batch.header().deleteHorizonMs();
        copies.add(
            new RecordAtRisk.Copy(
                name(r),
                horizon.isPresent() ? horizon.getAsLong() : null,
                batch.isLegacy() ? times.earliestOfLegacyMs(r) : times.earliestMs(r, horizon),
                null));
      }
    }
    return copies;
  }

  private String name(int replica) {
    return partition.replicas().get(replica).name();
  }
}
