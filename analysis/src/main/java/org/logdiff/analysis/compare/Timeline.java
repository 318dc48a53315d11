package org.logdiff.analysis.compare;

import java.io.IOException;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.TreeMap;
import org.logdiff.analysis.align.BatchLocator;
import org.logdiff.analysis.report.Confidence;
import org.logdiff.analysis.report.Step;
import org.logdiff.analysis.transaction.CoordinatorWord;
import org.logdiff.analysis.transaction.MarkerLoss;
import org.logdiff.analysis.transaction.TransactionEnd;

/**
 * When a marker or a tombstone was written, and from when on it could be removed: the clauses of a
 * sentence, each with how it is known. What is not known is left out.
 */
final class Timeline {
  private final PartitionContext context;

  Timeline(PartitionContext context) {
    this.context = context;
  }

  /**
   * Of a transaction's end.
   *
   * @param offset where the end was; null if that is not known
   */
  List<Step> ofMarker(MarkerLoss loss, Long offset) throws IOException {
    Optional<TransactionEnd> end =
        loss.transaction()
            .end()
            .filter(e -> offset != null && offset == e.offset() && e.timestamp() >= 0);
    if (end.isEmpty()) {
      return loss.part().decision().map(Timeline::ofDecision).orElse(List.of());
    }
    String what = end.get().kind().map(kind -> "the " + kind).orElse("the end marker");
    return ofRecord(what, end.get().offset(), end.get().timestamp(), end.get().fullMask());
  }

  /** Of a transaction's end of which only the coordinator tells. */
  static List<Step> ofDecision(CoordinatorWord.Decision decision) {
    if (decision.decidedMs().isEmpty()) {
      return List.of();
    }
    String written =
        decision.completedMs().isPresent()
            ? " and its markers were written by " + time(decision.completedMs().getAsLong())
            : "";
    return List.of(
        new Step(
            decision.confidence(),
            "the transaction's end was decided at "
                + time(decision.decidedMs().getAsLong())
                + written
                + ", by its coordinator's clock",
            "section 6"));
  }

  /**
   * Of a record that is still to be seen somewhere.
   *
   * @param what as in {@code the ABORT}
   * @param writtenMs its timestamp, milliseconds
   * @param holders replicas that still have it whole
   */
  List<Step> ofRecord(String what, long offset, long writtenMs, int holders) throws IOException {
    List<Step> clauses = new ArrayList<>();
    clauses.add(
        new Step(
            Confidence.OBSERVED,
            what + " at " + offset + " was written at " + time(writtenMs) + ", by its timestamp",
            null));
    OptionalLong retentionMs = context.cluster().deleteRetentionMs(writtenMs);
    if (retentionMs.isPresent() && retentionMs.getAsLong() <= Long.MAX_VALUE - writtenMs) {
      clauses.add(
          new Step(
              Confidence.DERIVED,
              "it could be removed from "
                  + time(writtenMs + retentionMs.getAsLong())
                  + " on at the earliest (delete.retention.ms="
                  + retentionMs.getAsLong()
                  + ")",
              "section 2"));
    }
    horizons(offset, holders)
        .forEach(
            (horizonMs, mask) ->
                clauses.add(
                    new Step(
                        Confidence.OBSERVED,
                        context.names(mask) + " may remove it from " + time(horizonMs) + " on",
                        "section 2")));
    return clauses;
  }

  /** The delete horizons that an offset's batch has, and on which replicas. */
  private Map<Long, Integer> horizons(long offset, int holders) throws IOException {
    Map<Long, Integer> horizons = new TreeMap<>();
    for (int r = 0; r < context.replicas().size(); r++) {
      if ((holders & 1 << r) != 0) {
        Optional<BatchLocator.Located> batch =
            new BatchLocator().holding(context.replicas().get(r), offset);
        OptionalLong horizonMs =
            batch.map(b -> b.header().deleteHorizonMs()).orElse(OptionalLong.empty());
        if (horizonMs.isPresent()) {
          horizons.merge(horizonMs.getAsLong(), 1 << r, (a, b) -> a | b);
        }
      }
    }
    return horizons;
  }

  private static String time(long ms) {
    return Instant.ofEpochMilli(ms).toString();
  }
}
