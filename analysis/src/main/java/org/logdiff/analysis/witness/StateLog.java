package org.logdiff.analysis.witness;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.logdiff.analysis.report.OffsetRange;

/**
 * A partition of {@code __transaction_state}, merged from the copies of several brokers: what one
 * has cleaned away another may still have.
 *
 * @param entries by offset
 * @param readable offsets at which some copy has a record that was read
 * @param isEndKnown whether two copies, read without trouble, end at the same offset and none goes
 *     further
 */
record StateLog(List<CoordinatorEntry> entries, ReadableOffsets readable, boolean isEndKnown) {
  StateLog {
    entries = List.copyOf(entries);
  }

  /** Merges copies; of one whose leader died with an unreplicated tail that tail is left out. */
  static StateLog merge(List<StateLogCopy> copies) {
    LogLineage authority =
        LogLineage.authority(copies.stream().map(StateLogCopy::lineage).toList());
    long highWatermark =
        copies.stream().mapToLong(copy -> copy.highWatermark().orElse(0)).max().orElse(0);
    Map<Long, CoordinatorEntry> merged = new TreeMap<>();
    List<OffsetRange> ranges = new ArrayList<>();
    for (StateLogCopy copy : copies) {
      long end = copy.lineage().agreesUpTo(authority);
      for (CoordinatorEntry entry : copy.entries()) {
        if (entry.offset() < end) {
          merged.merge(entry.offset(), replicated(entry, highWatermark), StateLog::join);
        }
      }
      ranges.addAll(copy.readable().within(0, end - 1, Integer.MAX_VALUE));
    }
    return new StateLog(
        List.copyOf(merged.values()), ReadableOffsets.of(ranges), isEndKnown(copies, authority));
  }

  private static boolean isEndKnown(List<StateLogCopy> copies, LogLineage authority) {
    long end =
        copies.stream().mapToLong(copy -> copy.lineage().agreesUpTo(authority)).max().orElse(0);
    return copies.stream()
            .filter(StateLogCopy::isIntact)
            .filter(copy -> copy.lineage().logEndOffset() == end)
            .filter(copy -> copy.lineage().agreesUpTo(authority) == end)
            .count()
        >= 2;
  }

  private static CoordinatorEntry replicated(CoordinatorEntry entry, long highWatermark) {
    return entry.offset() < highWatermark ? with(entry, true, entry.sightings()) : entry;
  }

  /** Two copies of one record. If they differ although the lineages agree, the later epoch's. */
  private static CoordinatorEntry join(CoordinatorEntry a, CoordinatorEntry b) {
    if (!a.state().equals(b.state())) {
      return a.leaderEpoch() >= b.leaderEpoch() ? a : b;
    }
    List<Sighting> sightings = new ArrayList<>(a.sightings());
    sightings.addAll(b.sightings());
    return with(a, true, sightings);
  }

  private static CoordinatorEntry with(
      CoordinatorEntry entry, boolean isReplicated, List<Sighting> sightings) {
    return new CoordinatorEntry(
        entry.log(),
        entry.offset(),
        entry.leaderEpoch(),
        entry.timestampMs(),
        entry.state(),
        isReplicated,
        sightings);
  }
}
