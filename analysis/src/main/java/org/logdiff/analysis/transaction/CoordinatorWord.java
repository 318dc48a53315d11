package org.logdiff.analysis.transaction;

import java.util.List;
import java.util.Optional;
import java.util.OptionalLong;
import org.logdiff.analysis.report.Confidence;
import org.logdiff.analysis.report.Exhibit;

/** What the transaction coordinator's log says of a producer's transaction. */
public interface CoordinatorWord {
  /** No such log was given. */
  CoordinatorWord SILENT = (producerId, epoch, first, last) -> Optional.empty();

  /**
   * How a transaction ended, if that is proven.
   *
   * @param dataEpoch the producer epoch of its data
   * @param firstTimestamp of its data, milliseconds
   * @param lastTimestamp of its data, milliseconds
   */
  Optional<Decision> decision(
      long producerId, short dataEpoch, long firstTimestamp, long lastTimestamp);

  /**
   * A decision of the coordinator.
   *
   * @param isCommit COMMIT, or else ABORT
   * @param text where it stands and what it says, for the reader
   * @param confidence how it is known that it speaks of this transaction
   * @param assumptions what that rests on
   * @param decidedMs when the end was decided, milliseconds by the coordinator's clock; empty if
   *     unknown
   * @param completedMs when the coordinator noted that all markers are written; empty if unknown
   */
  record Decision(
      boolean isCommit,
      String text,
      Confidence confidence,
      List<String> assumptions,
      List<Exhibit> exhibits,
      OptionalLong decidedMs,
      OptionalLong completedMs) {}
}
