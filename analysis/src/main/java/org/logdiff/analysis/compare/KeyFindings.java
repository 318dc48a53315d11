package org.logdiff.analysis.compare;

import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.logdiff.analysis.align.Candidates;
import org.logdiff.analysis.key.CatchUp;
import org.logdiff.analysis.key.KeyJudgement;
import org.logdiff.analysis.key.KeyState;
import org.logdiff.analysis.replica.Replica;
import org.logdiff.analysis.report.Confidence;
import org.logdiff.analysis.report.Effect;
import org.logdiff.analysis.report.Finding;
import org.logdiff.analysis.report.FindingKind;
import org.logdiff.analysis.report.KeyEvidence;
import org.logdiff.analysis.report.NotExamined;
import org.logdiff.analysis.report.OffsetRange;
import org.logdiff.analysis.report.Reading;
import org.logdiff.analysis.report.Step;
import org.logdiff.analysis.transaction.TransactionPart;

/** Turns what the table says of keys into findings with offsets, exhibits and reasons. */
final class KeyFindings {
  /** Law T and V hold for cleaners in which these bugs are fixed. */
  static final List<String> CLEANER_ASSUMPTIONS =
      List.of("the cleaners that ran on these replicas keep Kafka's rules for tombstones");

  private final PartitionContext context;
  private final PartitionTransactions transactions;
  private final RecordGaps gaps;
  private final ProducerSequences sequences;
  private final DeletedSegments deletedSegments;
  private final OutcomeDecisions decisions;
  private final VanishedFindings vanished;
  private final List<NotExamined> notes;

  KeyFindings(
      PartitionContext context,
      PartitionTransactions transactions,
      RecordGaps gaps,
      ProducerSequences sequences,
      DeletedSegments deletedSegments,
      OutcomeDecisions decisions,
      VanishedFindings vanished,
      List<NotExamined> notes) {
    this.context = context;
    this.transactions = transactions;
    this.gaps = gaps;
    this.sequences = sequences;
    this.deletedSegments = deletedSegments;
    this.decisions = decisions;
    this.vanished = vanished;
    this.notes = notes;
  }

  /** The finding for a judgement; empty if it cannot be decided, which the notes then say. */
  Optional<Finding> finding(KeyEvaluation key, KeyJudgement judgement, OutcomeReading reading)
      throws IOException {
    return switch (judgement.row()) {
      case C ->
          Optional.of(
              observed(key, judgement, judgement.tombstoneOffset(), judgement.witness(), null));
      case D -> inferred(key, judgement, reading);
      case E_AT_RISK -> Optional.of(atRisk(key, judgement));
      case G -> Optional.of(lostValue(key, judgement, judgement.replica(), judgement.witness()));
      case Q -> {
        notes.add(
            new NotExamined(
                context.name(judgement.replica()),
                "the key of the record at " + judgement.offset(),
                "a damaged range could hide the record that decides",
                true));
        yield Optional.empty();
      }
    };
  }

  private Finding observed(
      KeyEvaluation key,
      KeyJudgement judgement,
      long tombstone,
      int witness,
      DeletedSegments.Found inDeleted)
      throws IOException {
    Replica replica = context.replicas().get(judgement.replica());
    int holders = inDeleted == null ? key.history.at(tombstone).mask() : 0;
    String where =
        inDeleted == null
            ? context.names(holders)
            : inDeleted.replica() + " (" + inDeleted.file().getFileName() + ")";
    boolean isLast = Integer.bitCount(holders) == 1 && context.replicas().size() > 2;
    List<Step> steps = new ArrayList<>();
    steps.add(
        new Step(
            Confidence.OBSERVED,
            replica.name() + " has a value of the key at " + judgement.offset(),
            null));
    steps.add(
        new Step(
            Confidence.OBSERVED,
            where
                + (Integer.bitCount(holders) > 1 ? " have" : " has")
                + " the key's tombstone at "
                + tombstone,
            null));
    steps.add(
        new Step(
            Confidence.OBSERVED,
            replica.name()
                + " covers offset "
                + tombstone
                + " (its log ends at "
                + replica.logEndOffset()
                + ") and has nothing there",
            null));
    steps.add(
        new Step(
            Confidence.DERIVED,
            "a cleaner never removes a tombstone while an older value of its key is there, so "
                + replica.name()
                + " never received it",
            "law T, 5.1 c"));
    if (isLast) {
      steps.add(
          new Step(
              Confidence.OBSERVED,
              where + " holds the last copy: when its delete horizon passes, the proof is gone",
              null));
    }
    Exhibits exhibits = new Exhibits();
    exhibits.batch(replica, judgement.offset(), "the value that should be deleted");
    if (inDeleted == null) {
      exhibits.batch(context.replicas().get(witness), tombstone, "the tombstone");
    } else {
      exhibits.add(inDeleted.exhibit());
    }
    exhibits.absence(replica, tombstone, "goes on here without the tombstone");
    return new Finding(
        FindingKind.LOST_TOMBSTONE,
        Fingerprint.of(
            FindingKind.LOST_TOMBSTONE, context, replica, key.history.hash, judgement.offset()),
        Confidence.OBSERVED,
        replica.name(),
        tombstone,
        List.of(new OffsetRange(tombstone, tombstone)),
        new KeyEvidence(key.history.key()),
        producer(key, judgement.offset()),
        replica.name()
            + " never received the tombstone at "
            + tombstone
            + "; the value at "
            + judgement.offset()
            + " is alive again there",
        steps,
        List.of(),
        effects(key),
        Remedies.lostTombstone(context, replica.name(), !context.names(holders).isEmpty()),
        exhibits.toList(),
        List.of(),
        new Pictures(context)
            .record(
                judgement.offset(),
                key.history.at(judgement.offset()).mask(),
                "value of the key",
                false)
            .record(tombstone, holders, "tombstone of the key", true)
            .next(tombstone)
            .toPicture(),
        inDeleted == null ? timeline(key.history.at(tombstone)) : List.of());
  }

  private Optional<Finding> inferred(
      KeyEvaluation key, KeyJudgement judgement, OutcomeReading reading) throws IOException {
    Replica replica = context.replicas().get(judgement.replica());
    Replica witness = context.replicas().get(judgement.witness());
    KeyRecord orphan = key.history.at(judgement.offset());
    Optional<DeletedSegments.Found> inDeleted =
        deletedSegments.tombstone(key.history.key(), judgement.offset());
    if (inDeleted.isPresent()
        && context.ranges().get(judgement.replica()).covers(inDeleted.get().offset())) {
      return Optional.of(
          observed(key, judgement, inDeleted.get().offset(), judgement.witness(), inDeleted.get()));
    }
    long above = Math.max(judgement.offset(), key.highestOffset(reading));
    TombstonePlace place =
        TombstonePlace.find(
            replica,
            orphan,
            above,
            context.ranges().get(judgement.replica()).end(),
            context.ranges().get(judgement.witness()).end(),
            gaps,
            sequences,
            context.wasCutOffMoreThanOnce(judgement.replica()));
    if (place.candidates().isEmpty()) {
      return Optional.of(lostValue(key, judgement, judgement.witness(), judgement.replica()));
    }
    boolean hasSource =
        !place.beyond().isEmpty()
            && new CatchUp(context.ranges())
                .hasSource(
                    judgement.replica(),
                    judgement.offset(),
                    place.beyond().ranges().get(0).first());
    if (place.within().isEmpty() && !hasSource) {
      return Optional.empty();
    }
    if (place.within().isEmpty() && context.ranges().get(judgement.replica()).partsAtEnd()) {
      notes.add(
          new NotExamined(
              replica.name(),
              "the key of the record at " + judgement.offset(),
              "its tombstone could only lie where the lineages have parted",
              true));
      return Optional.empty();
    }
    CutCandidates.note(
        notes,
        new Candidates(place.candidates(), place.isCut()),
        replica.name(),
        "the tombstone of the value at " + judgement.offset());
    List<FindingKind> kinds = new ArrayList<>();
    if (hasSource) {
      kinds.add(FindingKind.TOMBSTONE_GONE_BEFORE_CATCH_UP);
    }
    if (!place.within().isEmpty()) {
      kinds.add(FindingKind.LOST_TOMBSTONE);
    }
    if (kinds.get(0) == FindingKind.TOMBSTONE_GONE_BEFORE_CATCH_UP
        && new CatchUp(context.ranges()).mayBeHealed(judgement.replica(), judgement.offset())) {
      kinds.set(0, FindingKind.TOMBSTONE_AT_RISK);
    }
    FindingKind kind = kinds.get(0);
    boolean isLatent = kind != FindingKind.LOST_TOMBSTONE;
    long olderTombstone = KeyState.offset(key.states(reading)[judgement.witness()]);
    List<Step> steps = new ArrayList<>();
    steps.add(
        new Step(
            Confidence.OBSERVED,
            replica.name() + " has a value of the key at " + judgement.offset(),
            null));
    steps.add(
        new Step(
            Confidence.OBSERVED,
            witness.name()
                + " covers offset "
                + judgement.offset()
                + (olderTombstone < 0
                    ? " and has no record of the key"
                    : " and has only the key's tombstone at " + olderTombstone),
            null));
    steps.add(
        new Step(
            Confidence.DERIVED,
            "the last value of a key is removed only because of a later tombstone, which "
                + witness.name()
                + (isLatent
                    ? " has already removed; " + replica.name() + " has not received it yet"
                    : " has removed since and " + replica.name() + " never received"),
            isLatent ? "law V, 5.1 e" : "law V, 5.1 d"));
    steps.addAll(place.steps());
    List<String> assumptions = new ArrayList<>(CLEANER_ASSUMPTIONS);
    assumptions.addAll(place.assumptions());
    Exhibits exhibits = new Exhibits();
    exhibits.batch(replica, judgement.offset(), "the value that should be deleted");
    exhibits.absence(
        witness,
        judgement.offset(),
        "the witness has nothing at " + judgement.offset() + " and goes on here");
    if (place.cutOff() != null) {
      exhibits.snapshot(
          replica, place.cutOff(), "where the log ended when the replica was cut off");
    }
    Long offset = place.offset().isPresent() ? place.offset().getAsLong() : null;
    Pictures picture =
        new Pictures(context).record(judgement.offset(), orphan.mask(), "value of the key", false);
    place.candidates().stream()
        .limit(4)
        .forEach(c -> picture.range(c, 0, "where the tombstone can have been", true));
    List<Reading> readings =
        kinds.size() < 2
            ? otherReadings(key, judgement, kind, olderTombstone, witness)
            : List.of(
                new Reading(kind, List.of("the tombstone was at " + Offsets.text(place.beyond()))),
                new Reading(
                    FindingKind.LOST_TOMBSTONE,
                    List.of("the tombstone was at " + Offsets.text(place.within()))));
    return Optional.of(
        new Finding(
            kind,
            Fingerprint.of(kind, context, replica, key.history.hash, judgement.offset()),
            Confidence.INFERRED,
            replica.name(),
            offset,
            place.candidates(),
            new KeyEvidence(key.history.key()),
            producer(key, judgement.offset()),
            isLatent
                ? "the tombstone of the value at "
                    + judgement.offset()
                    + " is gone everywhere before "
                    + replica.name()
                    + " has received it; the replica will diverge the moment it returns"
                : replica.name()
                    + " never received a tombstone; the value at "
                    + judgement.offset()
                    + " is alive again there",
            steps,
            assumptions,
            effects(key),
            isLatent
                ? Remedies.goneBeforeCatchUp(context, replica.name())
                : Remedies.lostTombstone(context, replica.name(), false),
            exhibits.toList(),
            readings,
            picture.next(place.candidates().get(0).last()).toPicture()));
  }

  private List<Reading> otherReadings(
      KeyEvaluation key,
      KeyJudgement judgement,
      FindingKind kind,
      long olderTombstone,
      Replica witness) {
    if (olderTombstone < 0) {
      return markerReadings(key, judgement, kind);
    }
    return List.of(
        new Reading(kind, List.of("a later tombstone has removed the value elsewhere")),
        new Reading(
            FindingKind.UNEXPLAINED_LOSS,
            List.of(witness.name() + " has lost the value at " + judgement.offset())));
  }

  /**
   * Where the keys speak as much for one outcome of a transaction as for the other, the fault may
   * be a lost marker instead.
   */
  private List<Reading> markerReadings(
      KeyEvaluation key, KeyJudgement judgement, FindingKind kind) {
    List<Reading> readings = new ArrayList<>();
    for (TransactionPart part : key.unprovenParts()) {
      boolean isTie =
          decisions.of(part).filter(d -> !d.isSettled()).isPresent()
              && transactions.ownOutcome(judgement.replica(), part).isPresent();
      if (!isTie) {
        continue;
      }
      boolean own = decisions.reading().isCommitted(part);
      boolean isGoneOtherwise =
          key.judge(decisions.reading().with(part, !own)).stream()
              .noneMatch(j -> j.replica() == judgement.replica());
      if (isGoneOtherwise) {
        String where =
            "the transaction of producer " + part.producerId() + " at " + part.firstOffset();
        readings.add(new Reading(kind, List.of(where + (own ? " was committed" : " was aborted"))));
        readings.add(
            new Reading(
                own ? FindingKind.LOST_ABORT_MARKER : FindingKind.LOST_COMMIT_MARKER,
                List.of(where + (own ? " was aborted" : " was committed"))));
      }
    }
    return readings.isEmpty() ? vanished.readings(judgement, kind) : readings;
  }

  private Finding atRisk(KeyEvaluation key, KeyJudgement judgement) throws IOException {
    Replica replica = context.replicas().get(judgement.replica());
    Replica witness = context.replicas().get(judgement.witness());
    long tombstone = judgement.tombstoneOffset();
    return new Finding(
        FindingKind.TOMBSTONE_AT_RISK,
        Fingerprint.of(
            FindingKind.TOMBSTONE_AT_RISK, context, replica, key.history.hash, judgement.offset()),
        Confidence.OBSERVED,
        replica.name(),
        tombstone,
        List.of(new OffsetRange(tombstone, tombstone)),
        new KeyEvidence(key.history.key()),
        producer(key, judgement.offset()),
        replica.name()
            + " still needs the tombstone at "
            + tombstone
            + ", and not every replica that could lead still has it",
        List.of(
            new Step(
                Confidence.OBSERVED,
                replica.name()
                    + " ends at "
                    + replica.logEndOffset()
                    + " and has a value of the key at "
                    + judgement.offset(),
                null),
            new Step(
                Confidence.OBSERVED,
                witness.name()
                    + " has the tombstone at "
                    + tombstone
                    + "; another replica past it"
                    + " has removed it already",
                "5.1 e")),
        List.of(),
        effects(key),
        Remedies.atRisk(context, replica.name()),
        new Exhibits()
            .batch(replica, judgement.offset(), "the value that is to be deleted")
            .batch(witness, tombstone, "the tombstone")
            .toList(),
        List.of(),
        new Pictures(context)
            .record(
                judgement.offset(),
                key.history.at(judgement.offset()).mask(),
                "value of the key",
                false)
            .record(tombstone, key.history.at(tombstone).mask(), "tombstone of the key", true)
            .toPicture(),
        timeline(key.history.at(tombstone)));
  }

  private List<Step> timeline(KeyRecord tombstone) throws IOException {
    return tombstone.timestamp() < 0
        ? List.of()
        : new Timeline(context)
            .ofRecord("the tombstone", tombstone.offset(), tombstone.timestamp(), tombstone.mask());
  }

  private Finding lostValue(KeyEvaluation key, KeyJudgement judgement, int loser, int holder)
      throws IOException {
    Replica replica = context.replicas().get(loser);
    Replica witness = context.replicas().get(holder);
    long offset = judgement.offset();
    return new Finding(
        FindingKind.UNEXPLAINED_LOSS,
        Fingerprint.of(FindingKind.UNEXPLAINED_LOSS, context, replica, key.history.hash, offset),
        Confidence.DERIVED,
        replica.name(),
        offset,
        List.of(new OffsetRange(offset, offset)),
        new KeyEvidence(key.history.key()),
        producer(key, offset),
        replica.name() + " lacks the record at " + offset + ", and nothing explains why",
        List.of(
            new Step(
                Confidence.OBSERVED, witness.name() + " has a value of the key at " + offset, null),
            new Step(
                Confidence.OBSERVED,
                replica.name()
                    + " covers that offset, has no later record of the key, and no gap above it"
                    + " shows a deletion that others share",
                null),
            new Step(
                Confidence.DERIVED,
                "a cleaner removes a value only because of a later record of its key",
                "law V, 5.1 g")),
        CLEANER_ASSUMPTIONS,
        effects(key),
        Remedies.loss(context, replica.name()),
        new Exhibits()
            .batch(witness, offset, "the record that is lost")
            .absence(replica, offset, "goes on here without it")
            .toList(),
        lossReadings(replica, witness, offset),
        new Pictures(context)
            .record(offset, key.history.at(offset).mask(), "value of the key", true)
            .next(offset)
            .toPicture());
  }

  /**
   * A tombstone that nobody holds could explain the loss, were it lost on all that show a value.
   */
  private List<Reading> lossReadings(Replica replica, Replica witness, long offset) {
    if (gaps.within(offset + 1, replica.logEndOffset() - 1, 1).isEmpty()) {
      return List.of();
    }
    return List.of(
        new Reading(
            FindingKind.UNEXPLAINED_LOSS, List.of("no tombstone followed the value at " + offset)),
        new Reading(
            FindingKind.LOST_TOMBSTONE,
            List.of(
                "a tombstone followed, and neither "
                    + witness.name()
                    + " nor "
                    + replica.name()
                    + " received it; the replica that cleaned it away is not given, or was rebuilt"
                    + " since")));
  }

  private List<Effect> effects(KeyEvaluation key) {
    return new KeyView(key, context, transactions).effects();
  }

  private static Long producer(KeyEvaluation key, long offset) {
    KeyRecord record = key.history.at(offset);
    return record == null || record.producerId() < 0 ? null : record.producerId();
  }
}
