package org.logdiff.analysis.model;

/** A history in which exactly one thing is lost. */
public record Planted(History history, Aftermath aftermath, Loss loss) {

  /** Whether a producer bumps its epoch with each end. */
  public boolean speaksProtocol2(String producer) {
    return history.events().stream()
        .noneMatch(
            event ->
                event instanceof Event.Speak speak
                    && speak.producer().equals(producer)
                    && speak.kind() == ProducerKind.PROTOCOL_1);
  }
}
