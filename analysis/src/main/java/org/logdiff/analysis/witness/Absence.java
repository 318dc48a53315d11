package org.logdiff.analysis.witness;

import java.util.Optional;
import java.util.OptionalLong;

/**
 * A time during which a replica was out of the ISR. A broker that is killed leaves it only when the
 * controller gives up on its heartbeats (broker.session.timeout.ms, 9 s by default), so it has
 * stopped some time before; one that is shut down leaves it at once. It comes back when its log end
 * has reached that of the leader.
 *
 * @param left the change with which it was out
 * @param rejoined the change with which it was back; empty if it still is out
 */
public record Absence(int nodeId, PartitionEvent left, Optional<PartitionEvent> rejoined) {
  /** Milliseconds by the controller's clock. */
  public long leftMs() {
    return left.timestampMs();
  }

  /** Whether it had left before: a snapshot only shows it gone. */
  public boolean isLeftBefore() {
    return left.kind() == PartitionEvent.Kind.SNAPSHOT;
  }

  /** Milliseconds by the controller's clock; empty if it still is out. */
  public OptionalLong rejoinedMs() {
    return rejoined.map(event -> OptionalLong.of(event.timestampMs())).orElse(OptionalLong.empty());
  }
}
