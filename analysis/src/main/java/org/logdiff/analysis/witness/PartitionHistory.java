package org.logdiff.analysis.witness;

import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/**
 * The leaders and in-sync replicas of a partition over time.
 *
 * @param events in order, at least one
 */
public record PartitionHistory(int partition, List<PartitionEvent> events) {
  public PartitionHistory {
    events = List.copyOf(events);
  }

  /** The last state known. */
  public PartitionEvent last() {
    return events.get(events.size() - 1);
  }

  /** When a replica was out of the ISR, in order. */
  public List<Absence> absences(int nodeId) {
    List<Absence> absences = new ArrayList<>();
    PartitionEvent left = null;
    for (PartitionEvent event : events) {
      boolean isOut = event.isOutOfSync(nodeId);
      if (isOut && left == null) {
        left = event;
      } else if (!isOut && left != null) {
        absences.add(new Absence(nodeId, left, Optional.of(event)));
        left = null;
      }
    }
    if (left != null) {
      absences.add(new Absence(nodeId, left, Optional.empty()));
    }
    return absences;
  }
}
