package org.logdiff.analysis.check;

import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import org.logdiff.analysis.report.NotExamined;
import org.logdiff.analysis.witness.CoordinatorOutcome;
import org.logdiff.analysis.witness.TransactionCoordinatorLog;
import org.logdiff.format.TopicPartition;

/**
 * What {@code __transaction_state} in the given log dirs says, read once and only when a
 * transaction is open somewhere.
 */
final class Coordinator {
  private final List<Path> logDirs;
  private TransactionCoordinatorLog log;

  Coordinator(List<Path> logDirs) {
    this.logDirs = List.copyOf(logDirs);
  }

  /**
   * That a coordinator ended a transaction and had all its markers written.
   *
   * @param completedMs by the coordinator's clock, milliseconds
   */
  record Ended(CoordinatorOutcome outcome, long completedMs) {}

  /**
   * How the transaction ended that a producer has open; empty if the coordinator leaves it open.
   */
  Optional<Ended> endOf(ProducerReplay.State producer, TopicPartition partition) {
    if (log == null) {
      log = TransactionCoordinatorLog.read(logDirs, producerId -> true);
    }
    return log.outcomeOf(
            producer.producerId,
            producer.openEpoch,
            producer.openFirstTimestamp,
            producer.openLastTimestamp,
            partition)
        .filter(outcome -> outcome.markerTime().isPresent())
        .filter(outcome -> outcome.markerTime().get().completedMs().isPresent())
        .map(outcome -> new Ended(outcome, outcome.markerTime().get().completedMs().getAsLong()));
  }

  /** What of it could not be read. */
  List<NotExamined> notes() {
    return log == null ? List.of() : log.notes();
  }
}
