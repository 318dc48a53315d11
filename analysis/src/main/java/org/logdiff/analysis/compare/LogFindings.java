package org.logdiff.analysis.compare;

import java.io.IOException;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import org.logdiff.analysis.align.BatchLocator;
import org.logdiff.analysis.align.OffsetRanges;
import org.logdiff.analysis.replica.Replica;
import org.logdiff.analysis.report.Confidence;
import org.logdiff.analysis.report.Effect;
import org.logdiff.analysis.report.Exhibit;
import org.logdiff.analysis.report.Finding;
import org.logdiff.analysis.report.FindingKind;
import org.logdiff.analysis.report.NotExamined;
import org.logdiff.analysis.report.OffsetRange;
import org.logdiff.analysis.report.Reading;
import org.logdiff.analysis.report.Step;

/**
 * Findings about logs as such (docs/semantics.md, 5.3): partings (rows n and n'), gaps without a
 * cleaner (p), damage (q).
 */
final class LogFindings {
  private final PartitionContext context;
  private final Survey survey;
  private final Lineage lineage;
  private final List<NotExamined> notes;

  LogFindings(PartitionContext context, Survey survey, Lineage lineage, List<NotExamined> notes) {
    this.context = context;
    this.survey = survey;
    this.lineage = lineage;
    this.notes = notes;
  }

  List<Finding> findings() throws IOException {
    List<Finding> findings = new ArrayList<>();
    for (Lineage.Parting parting : lineage.partings()) {
      findings.add(parting(parting));
    }
    Set<String> known = new HashSet<>();
    for (Conflicts.Conflict conflict : survey.conflicts.listed()) {
      if (conflict.isHeaderOnly()) {
        headerOnly(conflict)
            .filter(finding -> known.add(finding.fingerprint()))
            .ifPresent(findings::add);
      }
    }
    for (EpochOrder order : survey.epochOrder) {
      for (EpochOrder.OutOfOrder epoch : order.found()) {
        Finding finding = outOfOrder(epoch);
        if (known.add(finding.fingerprint())) {
          findings.add(finding);
        }
      }
    }
    for (LonelyBatches.Misplaced misplaced : survey.lonely.misplaced()) {
      findings.add(misplaced(misplaced));
    }
    DamageFindings damages = new DamageFindings(context, survey.tails);
    for (DamagedStretches.Stretch stretch : DamagedStretches.of(survey.damages)) {
      findings.add(damages.finding(stretch));
    }
    notesOnWhatWasNotRead();
    return findings;
  }

  /**
   * Row p: offsets that a replica lacks although nothing was ever cleaned.
   *
   * @param lacking per replica
   */
  List<Finding> lossesWithoutCleaner(OffsetRanges[] lacking) throws IOException {
    List<Finding> findings = new ArrayList<>();
    for (int r = 0; r < context.replicas().size(); r++) {
      for (OffsetRange range : lacking[r].toList()) {
        long last = Math.min(range.last(), context.ranges().get(r).end() - 1);
        if (range.first() <= last) {
          findings.add(lossWithoutCleaner(r, new OffsetRange(range.first(), last)));
        }
      }
    }
    return findings;
  }

  private Finding parting(Lineage.Parting parting) throws IOException {
    Replica one = context.replicas().get(parting.one());
    Replica other = context.replicas().get(parting.other());
    boolean isKnown = parting.replica() >= 0;
    FindingKind kind =
        parting.isTail() ? FindingKind.DIVERGED_TAIL : FindingKind.CONFLICTING_RECORD;
    List<Step> steps = new ArrayList<>();
    steps.add(
        new Step(
            Confidence.OBSERVED,
            "from "
                + parting.offset()
                + " on "
                + one.name()
                + " (leader epoch "
                + epoch(one, parting.offset())
                + ") and "
                + other.name()
                + " (leader epoch "
                + epoch(other, parting.offset())
                + ") hold different logs",
            parting.isTail() ? "5.3 n'" : "5.3 n"));
    one.highWatermark()
        .ifPresent(
            mark ->
                steps.add(
                    new Step(
                        Confidence.OBSERVED,
                        one.name()
                            + "'s stored high watermark is "
                            + mark
                            + (mark > parting.offset()
                                ? ": records above the parting were committed there"
                                : ": nothing at or above the parting was committed there"),
                        null)));
    steps.add(
        new Step(
            Confidence.DERIVED,
            "nothing is concluded from what lies beyond the parting on " + one.name(),
            "5.3 n"));
    List<Reading> readings =
        kind == FindingKind.CONFLICTING_RECORD && isKnown && one.highWatermark().isEmpty()
            ? List.of(
                new Reading(kind, List.of("records at or above the parting were committed")),
                new Reading(
                    FindingKind.DIVERGED_TAIL,
                    List.of(
                        "the high watermark of "
                            + one.name()
                            + ", which is unknown, was not above the parting")))
            : List.of();
    return new Finding(
        kind,
        Fingerprint.of(kind, context, isKnown ? one : null, null, parting.offset()),
        Confidence.OBSERVED,
        isKnown ? one.name() : null,
        parting.offset(),
        List.of(new OffsetRange(parting.offset(), parting.offset())),
        null,
        null,
        parting.isTail()
            ? one.name()
                + " ends in an unreplicated tail from "
                + parting.offset()
                + " on; it will be cut off there when the broker returns"
            : one.name()
                + " and "
                + other.name()
                + " hold different records from "
                + parting.offset()
                + " on",
        steps,
        List.of(),
        List.of(
            new Effect(
                one.name() + " and " + other.name(),
                null,
                "consumers get different records from " + parting.offset() + " on, by who leads")),
        parting.isTail()
            ? List.of("Nothing: the broker cuts the tail off when it starts and follows.")
            : Remedies.conflict(context),
        new Exhibits()
            .batch(one, parting.offset(), "what " + one.name() + " has there")
            .batch(other, parting.offset(), "what " + other.name() + " has there")
            .toList(),
        readings,
        null);
  }

  private static String epoch(Replica replica, long offset) throws IOException {
    Optional<BatchLocator.Located> batch = new BatchLocator().holding(replica, offset);
    return batch.isPresent()
        ? Integer.toString(batch.get().header().partitionLeaderEpoch())
        : replica.leaderEpochs().epochAt(offset).isPresent()
            ? Integer.toString(replica.leaderEpochs().epochAt(offset).getAsInt())
            : "unknown";
  }

  /** Only the leader epoch differs, which lies outside the checksum: one header is damaged. */
  private Optional<Finding> headerOnly(Conflicts.Conflict conflict) throws IOException {
    Replica a = context.replicas().get(conflict.replica());
    Replica b = context.replicas().get(conflict.other());
    boolean aAgrees = agrees(a, conflict.offset(), conflict.epoch());
    boolean bAgrees = agrees(b, conflict.offset(), conflict.otherEpoch());
    Replica damaged = aAgrees == bAgrees ? null : aAgrees ? b : a;
    return Optional.of(
        headerDamage(
            damaged,
            conflict.offset(),
            "partitionLeaderEpoch is "
                + conflict.epoch()
                + " on "
                + a.name()
                + " and "
                + conflict.otherEpoch()
                + " on "
                + b.name()
                + "; all that the checksum covers is equal, and it does not cover this field",
            new Exhibits()
                .batch(a, conflict.offset(), "leader epoch " + conflict.epoch())
                .batch(b, conflict.offset(), "leader epoch " + conflict.otherEpoch())
                .toList()));
  }

  private Finding outOfOrder(EpochOrder.OutOfOrder epoch) throws IOException {
    Replica replica = context.replicas().get(epoch.replica());
    return headerDamage(
        replica,
        epoch.offset(),
        "partitionLeaderEpoch is "
            + epoch.epoch()
            + ", out of order with the batches around it; leader-epoch-checkpoint says "
            + epoch.expected()
            + " there, and the checksum does not cover this field",
        new Exhibits().batch(replica, epoch.offset(), "leader epoch " + epoch.epoch()).toList());
  }

  private static boolean agrees(Replica replica, long offset, int epoch) {
    return replica.leaderEpochs().epochAt(offset).orElse(Integer.MIN_VALUE) == epoch;
  }

  private Finding misplaced(LonelyBatches.Misplaced misplaced) throws IOException {
    Replica a = context.replicas().get(misplaced.replica());
    Replica b = context.replicas().get(misplaced.other());
    return headerDamage(
        null,
        misplaced.offset(),
        "the same batch, checksum and all, is at "
            + misplaced.offset()
            + " on "
            + a.name()
            + " and at "
            + misplaced.otherOffset()
            + " on "
            + b.name()
            + "; the checksum does not cover baseOffset",
        new Exhibits()
            .batch(a, misplaced.offset(), "base offset " + misplaced.offset())
            .batch(b, misplaced.otherOffset(), "base offset " + misplaced.otherOffset())
            .toList());
  }

  private Finding headerDamage(
      Replica replica, long offset, String statement, List<Exhibit> exhibits) {
    return new Finding(
        FindingKind.DAMAGED_BATCH,
        Fingerprint.of(FindingKind.DAMAGED_BATCH, context, replica, null, offset),
        Confidence.DERIVED,
        replica == null ? null : replica.name(),
        offset,
        List.of(new OffsetRange(offset, offset)),
        null,
        null,
        "a batch header is damaged outside its checksum",
        List.of(new Step(Confidence.OBSERVED, statement, "5.3 q")),
        List.of(),
        List.of(),
        replica == null ? List.of("Check the disks.") : Remedies.damage(context, replica.name()),
        exhibits,
        List.of(),
        null);
  }

  private Finding lossWithoutCleaner(int r, OffsetRange range) throws IOException {
    Replica replica = context.replicas().get(r);
    Exhibits exhibits =
        new Exhibits().absence(replica, range.last(), "goes on here without these offsets");
    for (int q = 0; q < context.replicas().size(); q++) {
      if (q != r && context.ranges().get(q).covers(range.first())) {
        exhibits.batch(context.replicas().get(q), range.first(), "has the first of them");
      }
    }
    return new Finding(
        FindingKind.UNEXPLAINED_LOSS,
        Fingerprint.of(FindingKind.UNEXPLAINED_LOSS, context, replica, null, range.first()),
        Confidence.DERIVED,
        replica.name(),
        range.count() == 1 ? range.first() : null,
        List.of(range),
        null,
        null,
        replica.name() + " lacks " + Offsets.text(range) + " in a log that was never compacted",
        List.of(
            new Step(
                Confidence.OBSERVED,
                "another replica has records at "
                    + Offsets.text(range)
                    + "; "
                    + replica.name()
                    + " covers these offsets and has none",
                null),
            new Step(
                Confidence.OBSERVED,
                "no replica's cleaner-offset-checkpoint names this partition, and no batch of it was"
                    + " rewritten by a cleaner",
                "5.3 p")),
        List.of("the topic has never been compacted"),
        List.of(
            new Effect(
                replica.name(), null, "consumers never get " + Offsets.text(range) + " from it")),
        Remedies.loss(context, replica.name()),
        exhibits.toList(),
        List.of(),
        null);
  }

  private void notesOnWhatWasNotRead() {
    for (int r = 0; r < context.replicas().size(); r++) {
      int replica = r;
      long listed = survey.damages.stream().filter(d -> d.replica() == replica).count();
      if (survey.damagedSpans[r] > listed) {
        notes.add(
            new NotExamined(
                context.name(r),
                (survey.damagedSpans[r] - listed) + " more damaged stretches",
                "only the first ones are listed",
                true));
      }
    }
    for (DifferenceScan.UnreadSpan span : survey.unread) {
      notes.add(
          new NotExamined(
              context.name(span.replica()),
              span.file().getFileName()
                  + ", position "
                  + span.position()
                  + ", "
                  + span.length()
                  + " bytes",
              span.why(),
              true));
    }
    if (survey.conflicts.notListed() > 0) {
      notes.add(
          new NotExamined(
              null,
              survey.conflicts.notListed() + " more conflicting offsets",
              "only the first ones of each stretch are listed",
              false));
    }
  }
}
