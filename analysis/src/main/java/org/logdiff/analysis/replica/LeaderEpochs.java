package org.logdiff.analysis.replica;

import java.util.List;
import java.util.OptionalInt;

/**
 * The lineage of a replica by its leader-epoch-checkpoint: from which offset on which epoch led.
 * Source: {@code org.apache.kafka.storage.internals.epoch.LeaderEpochFileCache}, Kafka 4.4.0.
 *
 * @param entries ascending by epoch and by start offset
 */
public record LeaderEpochs(List<Entry> entries) {
  public static final LeaderEpochs NONE = new LeaderEpochs(List.of());

  public LeaderEpochs {
    entries = List.copyOf(entries);
  }

  /** An epoch and the offset of its first record, or where that would have been. */
  public record Entry(int epoch, long startOffset) {}

  /** The epoch that the checkpoint gives an offset; empty below its first entry. */
  public OptionalInt epochAt(long offset) {
    OptionalInt epoch = OptionalInt.empty();
    for (Entry entry : entries) {
      if (entry.startOffset() > offset) {
        break;
      }
      epoch = OptionalInt.of(entry.epoch());
    }
    return epoch;
  }

  /** The last epoch; empty without entries. */
  public OptionalInt latest() {
    return entries.isEmpty()
        ? OptionalInt.empty()
        : OptionalInt.of(entries.get(entries.size() - 1).epoch());
  }
}
