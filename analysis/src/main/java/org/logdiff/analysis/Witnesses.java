package org.logdiff.analysis;

import java.nio.file.Path;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.logdiff.analysis.report.Exhibit;
import org.logdiff.analysis.report.NotExamined;
import org.logdiff.analysis.transaction.CoordinatorWord;
import org.logdiff.analysis.witness.CoordinatorEntry;
import org.logdiff.analysis.witness.CoordinatorOutcome;
import org.logdiff.analysis.witness.TransactionCoordinatorLog;
import org.logdiff.format.TopicPartition;

/** The internal topics in the given log dirs, read once and only when somebody asks. */
final class Witnesses {
  private final List<Path> logDirs;
  private TransactionCoordinatorLog coordinator;

  Witnesses(List<Path> logDirs) {
    this.logDirs = List.copyOf(logDirs);
  }

  /** The transaction coordinators' word on the transactions of a partition. */
  CoordinatorWord coordinatorOf(TopicPartition partition) {
    if (coordinator == null) {
      coordinator = TransactionCoordinatorLog.read(logDirs, producerId -> true);
    }
    return (producerId, dataEpoch, firstTimestamp, lastTimestamp) ->
        coordinator
            .outcomeOf(producerId, dataEpoch, firstTimestamp, lastTimestamp, partition)
            .map(Witnesses::decision);
  }

  /** What of the internal topics could not be read. */
  List<NotExamined> notes() {
    return coordinator == null ? List.of() : coordinator.notes();
  }

  private static CoordinatorWord.Decision decision(CoordinatorOutcome outcome) {
    List<Exhibit> exhibits = new ArrayList<>();
    for (CoordinatorEntry entry : outcome.entries()) {
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
    Optional<CoordinatorEntry> last =
        outcome.entries().isEmpty()
            ? Optional.empty()
            : Optional.of(outcome.entries().get(outcome.entries().size() - 1));
    String what =
        "the transaction coordinator's log says "
            + (outcome.isCommit() ? "COMMIT" : "ABORT")
            + last.map(e -> " (transactional id " + e.transactionalId() + ")").orElse("")
            + outcome
                .markerTime()
                .map(t -> ", decided at " + Instant.ofEpochMilli(t.decidedMs()))
                .orElse("");
    return new CoordinatorWord.Decision(
        outcome.isCommit(), what, outcome.confidence(), outcome.assumptions(), exhibits);
  }
}
