package org.logdiff.analysis.witness;

import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.OptionalLong;
import org.logdiff.analysis.report.Confidence;
import org.logdiff.analysis.report.Exhibit;

/**
 * How a transaction ended by the word of its coordinator, and why it is that transaction.
 *
 * @param isCommit true for COMMIT, false for ABORT
 * @param clockToleranceMs how far the clocks of producer and coordinator may be apart before the
 *     answer changes; empty if it does not rest on times
 * @param assumptions what the answer rests on besides the entries; empty if on nothing
 * @param markerTime when its markers were written; empty if several transactions that ended alike
 *     remain
 * @param entries that prove it, in order
 */
public record CoordinatorOutcome(
    boolean isCommit,
    Basis basis,
    OptionalLong clockToleranceMs,
    List<String> assumptions,
    Optional<MarkerTime> markerTime,
    List<CoordinatorEntry> entries) {
  public CoordinatorOutcome {
    assumptions = List.copyOf(assumptions);
    entries = List.copyOf(entries);
  }

  /** Why the entries speak of the data that was asked for. */
  public enum Basis {
    /** The only transaction of that epoch that wrote to the partition; no entry can be missing. */
    ONLY_TRANSACTION,
    /** Several can be meant, and all of them ended alike; no entry can be missing. */
    ALL_ENDED_ALIKE,
    /** The end raised the epoch by one (protocol 2), so it ended the data of the epoch before. */
    EPOCH_BUMP,
    /** Only this one fits the times of the data. */
    TIMES
  }

  /** What the coordinator says, as the beginning of a sentence. */
  public String statement() {
    return "the transaction coordinator's log says "
        + (isCommit ? "COMMIT" : "ABORT")
        + (entries.isEmpty()
            ? ""
            : " (transactional id " + entries.get(entries.size() - 1).transactionalId() + ")");
  }

  /** Where its entries lie, one place for each. */
  public List<Exhibit> exhibits() {
    List<Exhibit> exhibits = new ArrayList<>();
    for (CoordinatorEntry entry : entries) {
      entry.sightings().stream()
          .findFirst()
          .ifPresent(
              sighting ->
                  exhibits.add(
                      new Exhibit(
                          sighting.logDir().getFileName().toString(),
                          sighting.file(),
                          sighting.position(),
                          sighting.length(),
                          entry.offset(),
                          "the coordinator: " + entry.status())));
    }
    return exhibits;
  }

  /** How it is known: by Kafka's rules, or under an assumption about clocks as well. */
  public Confidence confidence() {
    return basis == Basis.TIMES ? Confidence.INFERRED : Confidence.DERIVED;
  }
}
