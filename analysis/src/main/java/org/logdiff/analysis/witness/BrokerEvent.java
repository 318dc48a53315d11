package org.logdiff.analysis.witness;

/** What the controller noted of a broker. */
public record BrokerEvent(int nodeId, Kind kind, RecordPoint at) {

  /** What happened. */
  public enum Kind {
    /** It has started; fenced until it is UNFENCED. */
    REGISTERED,
    /** It may lead from now on. */
    UNFENCED,
    /** Its heartbeats have stopped: it leads nothing and leaves every ISR. */
    FENCED,
    /** It is about to shut down. */
    CONTROLLED_SHUTDOWN,
    UNREGISTERED
  }

  /** Milliseconds by the controller's clock. */
  public long timestampMs() {
    return at.timestampMs();
  }
}
