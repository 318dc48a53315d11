package org.logdiff.analysis.compare;

import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.logdiff.analysis.replica.LastStop;
import org.logdiff.analysis.replica.Replica;
import org.logdiff.analysis.report.Confidence;
import org.logdiff.analysis.report.Effect;
import org.logdiff.analysis.report.Exhibit;
import org.logdiff.analysis.report.Finding;
import org.logdiff.analysis.report.FindingKind;
import org.logdiff.analysis.report.Reading;
import org.logdiff.analysis.report.Step;
import org.logdiff.format.Damage;

/** Turns damaged stretches of logs into findings (docs/semantics.md, 5.3 q). */
final class DamageFindings {
  private final PartitionContext context;
  private final DamagedTails tails;

  DamageFindings(PartitionContext context, DamagedTails tails) {
    this.context = context;
    this.tails = tails;
  }

  Finding finding(DamagedStretches.Stretch stretch) {
    DifferenceScan.DamagedSpan span = stretch.first();
    Replica replica = context.replicas().get(span.replica());
    Damage damage = span.damage();
    Optional<TailCase> tail = tails.caseOf(stretch.source());
    boolean isTorn = tail.map(TailCase::isTorn).orElse(false);
    FindingKind kind = isTorn ? FindingKind.TORN_TAIL : FindingKind.DAMAGED_BATCH;
    List<Step> steps = new ArrayList<>();
    steps.add(
        new Step(
            Confidence.OBSERVED,
            span.file().getFileName()
                + ", position "
                + damage.position()
                + ": "
                + damage.field()
                + " stored "
                + damage.stored()
                + ", expected "
                + damage.expected()
                + (stretch.spans() > 1 ? "; so on for " + stretch.spans() + " batches" : ""),
            "5.3 q"));
    tail.flatMap(t -> step(t, replica.lastStop(), span.expectedOffset())).ifPresent(steps::add);
    return new Finding(
        kind,
        Fingerprint.of(
            kind,
            context.partition() + "/" + span.file().getFileName(),
            context.topicId(),
            Fingerprint.node(replica.nodeId(), replica.name()),
            null,
            damage.position()),
        Confidence.OBSERVED,
        replica.name(),
        null,
        List.of(),
        null,
        null,
        summary(replica, damage, isTorn),
        steps,
        List.of(),
        List.of(new Effect(replica.name(), null, effect(tail))),
        isTorn
            ? List.of(
                "If this is a copy, copy again from a stopped broker; else nothing: the broker"
                    + " recovers by itself.")
            : Remedies.damage(context, replica.name()),
        List.of(
            new Exhibit(
                replica.name(),
                span.file(),
                damage.position(),
                damage.length(),
                null,
                damage.field() + " stored " + damage.stored())),
        tail.filter(t -> t == TailCase.UNKNOWN).map(t -> bothReadings()).orElse(List.of()),
        null);
  }

  private static String summary(Replica replica, Damage damage, boolean isTorn) {
    if (isTorn) {
      return "the last batch of " + replica.name() + " is not there whole";
    }
    return damage.length() > 0
        ? damage.length() + " bytes of " + replica.name() + " are damaged"
        : "a log of " + replica.name() + " is cut off between two batches";
  }

  /** How the last stop tells what damage at the end of the log is. */
  private static Optional<Step> step(TailCase tail, LastStop stop, long firstOffset) {
    String point =
        "the recovery point is "
            + (stop.recoveryPoint().isPresent()
                ? Long.toString(stop.recoveryPoint().getAsLong())
                : "not noted")
            + ", and the damage begins at offset "
            + firstOffset;
    return switch (tail) {
      case UNFLUSHED ->
          observed(
              "it is the end of the log; the log dir has no clean shutdown marker, "
                  + point
                  + ": it was not flushed yet when the broker stopped");
      case FLUSHED ->
          observed(
              "it is the end of the log; the log dir has no clean shutdown marker, but "
                  + point
                  + ": it had been flushed whole");
      case STOPPED_CLEANLY ->
          observed(
              "it is the end of the log, and the log dir has the clean shutdown marker: it had been"
                  + " written whole");
      case CUT_SHORT, UNKNOWN -> Optional.empty();
    };
  }

  private static Optional<Step> observed(String statement) {
    return Optional.of(new Step(Confidence.OBSERVED, statement, "5.3 q"));
  }

  private static String effect(Optional<TailCase> tail) {
    if (tail.isEmpty()) {
      return "reads that reach the damage fail, and followers cannot copy it";
    }
    return switch (tail.get()) {
      case UNFLUSHED, CUT_SHORT -> "none: the broker cuts the torn batch off when it starts";
      case FLUSHED ->
          "the broker cuts it off when it starts; records that were safe are lost with it";
      case STOPPED_CLEANLY ->
          "the broker does not look at it when it starts, and appends behind it; reads that reach it"
              + " fail, and followers cannot copy it";
      case UNKNOWN ->
          "if the broker was stopped cleanly, reads that reach the damage fail, and followers cannot"
              + " copy it; else the broker cuts it off when it starts";
    };
  }

  private static List<Reading> bothReadings() {
    return List.of(
        new Reading(
            FindingKind.DAMAGED_BATCH,
            List.of("it had been written and flushed whole before the broker stopped")),
        new Reading(
            FindingKind.TORN_TAIL,
            List.of("the broker or its host crashed, and it had not been flushed")));
  }
}
