package org.logdiff.analysis.compare;

import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.logdiff.analysis.align.Candidates;
import org.logdiff.analysis.key.CatchUp;
import org.logdiff.analysis.key.KeyCase;
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
import org.logdiff.analysis.transaction.Outcomes;
import org.logdiff.analysis.transaction.ProducerEvent;
import org.logdiff.analysis.transaction.TransactionEnd;
import org.logdiff.analysis.transaction.TransactionPart;

/** Turns what the table says of keys into findings with offsets, exhibits and reasons. */
final class KeyFindings {
  /** Law T and V hold for cleaners in which these bugs are fixed. */
  static final List<String> CLEANER_ASSUMPTIONS =
      List.of("the cleaners that ran on these replicas keep Kafka's rules for tombstones");

  private static final int CANDIDATES = 1000;

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
      case C -> {
        Optional<KeyJudgement> proven = byProvenTombstone(key, judgement);
        yield proven.isPresent()
            ? Optional.of(observed(key, proven.get()))
            : inferred(key, judgement, reading);
      }
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

  /** Row c by the latest tombstone that certainly counts; empty if only keys speak for any. */
  private Optional<KeyJudgement> byProvenTombstone(KeyEvaluation key, KeyJudgement judgement) {
    if (!isOfUnprovenOutcome(key, judgement.tombstoneOffset())) {
      return Optional.of(judgement);
    }
    return key.history.records().stream()
        .filter(record -> record.isTombstone() && record.offset() > judgement.offset())
        .filter(record -> context.ranges().get(judgement.replica()).covers(record.offset()))
        .filter(record -> !record.isOn(judgement.replica()) && isProven(key, record))
        .reduce((earlier, later) -> later)
        .map(
            record ->
                new KeyJudgement(
                    KeyCase.C,
                    judgement.replica(),
                    Integer.numberOfTrailingZeros(record.mask()),
                    judgement.offset(),
                    record.offset()));
  }

  private static boolean isProven(KeyEvaluation key, KeyRecord record) {
    TransactionPart part = key.partOf(record);
    return !record.isTransactional()
        || (part != null && part.outcome() == Outcomes.Outcome.COMMITTED);
  }

  /** Whether a tombstone is there, but only keys speak for its having been committed. */
  private static boolean isOfUnprovenOutcome(KeyEvaluation key, long tombstone) {
    TransactionPart part = key.partOf(key.history.at(tombstone));
    return part != null && part.outcome() == Outcomes.Outcome.UNPROVEN;
  }

  private Finding observed(KeyEvaluation key, KeyJudgement judgement) throws IOException {
    long tombstone = judgement.tombstoneOffset();
    Finding lostTombstone = observed(key, judgement, tombstone, judgement.witness(), null);
    TransactionPart part = key.partOf(key.history.at(tombstone));
    Optional<TakenForAborted> taken =
        part == null
            ? Optional.empty()
            : TakenForAborted.of(context, transactions, judgement.replica(), part);
    if (taken.isEmpty()) {
      return lostTombstone.with(outcomeReadings(key, judgement, FindingKind.LOST_TOMBSTONE));
    }
    return taken.get().isInIndex()
        ? lostCommit(key, judgement, taken.get())
        : lostTombstone.with(readings(FindingKind.LOST_TOMBSTONE, taken.get()));
  }

  /** The replica's own transaction index says that it took the tombstone for aborted. */
  private Finding lostCommit(KeyEvaluation key, KeyJudgement judgement, TakenForAborted taken)
      throws IOException {
    Replica replica = context.replicas().get(judgement.replica());
    TransactionPart part = taken.part();
    Candidates candidates =
        taken
            .end()
            .map(end -> new Candidates(List.of(new OffsetRange(end.offset(), end.offset())), false))
            .orElse(transactions.endCandidates(part, CANDIDATES));
    CutCandidates.note(notes, candidates, replica.name(), "the marker");
    OffsetRange data = new OffsetRange(part.firstOffset(), part.lastOffset());
    String transaction =
        "producer " + part.producerId() + "'s transaction at " + Offsets.text(data);
    List<Step> steps =
        List.of(
            new Step(
                Confidence.OBSERVED,
                context.names(key.history.at(judgement.tombstoneOffset()).mask())
                    + ": the tombstone of a key at "
                    + judgement.tombstoneOffset()
                    + ", in "
                    + transaction
                    + "; "
                    + replica.name()
                    + " has a value of the key at "
                    + judgement.offset(),
                null),
            new Step(Confidence.OBSERVED, part.proof(), "5.2"),
            new Step(
                Confidence.OBSERVED,
                "the transaction index of "
                    + replica.name()
                    + " lets the ABORT at "
                    + taken.abortOffset()
                    + " end a transaction of that producer that holds this data",
                "section 6"),
            new Step(
                Confidence.DERIVED,
                "its COMMIT would have ended it before, so "
                    + replica.name()
                    + " never received that; its own cleaner then removed the data as aborted",
                "law A, section 6"));
    Exhibits exhibits = new Exhibits();
    exhibits.batch(replica, judgement.offset(), "a value that is alive again");
    exhibits.batch(
        context.replicas().get(judgement.witness()),
        judgement.tombstoneOffset(),
        "the tombstone that deleted it");
    exhibits.absence(replica, judgement.tombstoneOffset(), "goes on here without the tombstone");
    return new Finding(
        FindingKind.LOST_COMMIT_MARKER,
        Fingerprint.of(FindingKind.LOST_COMMIT_MARKER, context, replica, null, part.firstOffset()),
        Confidence.DERIVED,
        replica.name(),
        candidates.only().isPresent() ? candidates.only().getAsLong() : null,
        candidates.ranges(),
        null,
        part.producerId(),
        replica.name() + " never received the COMMIT of " + transaction,
        steps,
        CLEANER_ASSUMPTIONS,
        effects(key),
        Remedies.lostMarker(
            context, replica.name(), taken.end().flatMap(TransactionEnd::kind).isPresent()),
        exhibits.toList(),
        List.of(),
        new Pictures(context)
            .range(data, part.holders(), "data of the transaction", false)
            .next(part.lastOffset())
            .toPicture());
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
    List<Long> unprovenTombstones = unprovenTombstones(key, judgement);
    long above =
        unprovenTombstones.isEmpty()
            ? Math.max(judgement.offset(), key.highestOffset(reading))
            : judgement.offset();
    TombstonePlace place =
        TombstonePlace.find(
            replica,
            orphan,
            above,
            context.ranges().get(judgement.replica()).end(),
            context.ranges().get(judgement.witness()).end(),
            unprovenTombstones,
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
                    : olderTombstone > judgement.offset()
                        ? " and has the key's tombstone at "
                            + olderTombstone
                            + ", in a transaction whose outcome is not proven"
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

  /**
   * Tombstones that the replica lacks above its value, in transactions without a proven outcome.
   */
  private static List<Long> unprovenTombstones(KeyEvaluation key, KeyJudgement judgement) {
    return key.history.records().stream()
        .filter(record -> record.isTombstone() && record.offset() > judgement.offset())
        .filter(record -> !record.isOn(judgement.replica()))
        .map(KeyRecord::offset)
        .distinct()
        .filter(tombstone -> isOfUnprovenOutcome(key, tombstone))
        .toList();
  }

  private List<Reading> otherReadings(
      KeyEvaluation key,
      KeyJudgement judgement,
      FindingKind kind,
      long olderTombstone,
      Replica witness) {
    if (olderTombstone < 0 || olderTombstone > judgement.offset()) {
      return markerReadings(key, judgement, kind);
    }
    return List.of(
        new Reading(kind, List.of("a later tombstone has removed the value elsewhere")),
        new Reading(
            FindingKind.UNEXPLAINED_LOSS,
            List.of(witness.name() + " has lost the value at " + judgement.offset())));
  }

  private List<Reading> markerReadings(
      KeyEvaluation key, KeyJudgement judgement, FindingKind kind) {
    List<Reading> readings = new ArrayList<>(outcomeReadings(key, judgement, kind));
    for (long tombstone : unprovenTombstones(key, judgement)) {
      TransactionPart part = key.partOf(key.history.at(tombstone));
      TakenForAborted.of(context, transactions, judgement.replica(), part)
          .ifPresent(taken -> readings.addAll(readings(kind, taken)));
    }
    return readings.isEmpty() ? vanished.readings(judgement, kind) : readings;
  }

  private static List<Reading> readings(FindingKind kind, TakenForAborted taken) {
    return List.of(
        new Reading(kind, List.of("nothing of the tombstone's transaction was received")),
        new Reading(
            FindingKind.LOST_COMMIT_MARKER,
            List.of(
                "the transaction's data was received and its COMMIT was not; the ABORT at "
                    + taken.abortOffset()
                    + " ended it there instead, and the cleaner removed it")));
  }

  /**
   * Where the keys speak as much for one outcome of a transaction as for the other, the fault may
   * be a lost marker instead.
   */
  private List<Reading> outcomeReadings(
      KeyEvaluation key, KeyJudgement judgement, FindingKind kind) {
    List<Reading> readings = new ArrayList<>();
    for (TransactionPart part : key.unprovenParts()) {
      boolean isDecided = transactions.ownOutcome(judgement.replica(), part).isPresent();
      boolean willBeDecided =
          (part.holders() & 1 << judgement.replica()) != 0
              && transactions.endOf(part).flatMap(TransactionEnd::kind).isPresent();
      boolean isTie =
          decisions.of(part).filter(d -> !d.isSettled()).isPresent()
              && (isDecided || willBeDecided);
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
        FindingKind lost = own ? FindingKind.LOST_ABORT_MARKER : FindingKind.LOST_COMMIT_MARKER;
        readings.add(new Reading(kind, List.of(where + (own ? " was committed" : " was aborted"))));
        readings.add(
            new Reading(
                isDecided ? lost : FindingKind.MARKER_GONE_BEFORE_CATCH_UP,
                List.of(where + (own ? " was aborted" : " was committed"))));
      }
    }
    return readings;
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
        lossReadings(key, loser, witness, offset),
        new Pictures(context)
            .record(offset, key.history.at(offset).mask(), "value of the key", true)
            .next(offset)
            .toPicture());
  }

  /**
   * A tombstone that nobody holds could explain the loss, were it lost on all that show a value.
   */
  private List<Reading> lossReadings(KeyEvaluation key, int loser, Replica witness, long offset) {
    Replica replica = context.replicas().get(loser);
    Optional<KeyRecord> misleading =
        key.history.records().stream()
            .filter(record -> record.offset() > offset && canHaveMisled(key, record, loser))
            .findFirst();
    if (misleading.isPresent()) {
      return List.of(
          new Reading(
              FindingKind.UNEXPLAINED_LOSS, List.of("no lost marker has misled its cleaner")),
          new Reading(
              FindingKind.LOST_ABORT_MARKER,
              List.of(
                  replica.name()
                      + " received the aborted record at "
                      + misleading.get().offset()
                      + " and not its ABORT; the next COMMIT ended it there instead, and the"
                      + " cleaner let it supersede the value")));
    }
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

  /** Whether a replica may have taken an aborted record of which it has nothing for committed. */
  private boolean canHaveMisled(KeyEvaluation key, KeyRecord record, int replica) {
    TransactionPart part = key.partOf(record);
    if (part == null
        || part.outcome() != Outcomes.Outcome.ABORTED
        || (part.holders() & 1 << replica) != 0) {
      return false;
    }
    boolean hasAbort =
        transactions.endOf(part).map(end -> (end.fullMask() & 1 << replica) != 0).orElse(false);
    return !hasAbort
        && transactions
            .ownOutcome(replica, part)
            .filter(kind -> kind == ProducerEvent.Kind.COMMIT)
            .isPresent();
  }

  private List<Effect> effects(KeyEvaluation key) {
    return new KeyView(key, context, transactions).effects();
  }

  private static Long producer(KeyEvaluation key, long offset) {
    KeyRecord record = key.history.at(offset);
    return record == null || record.producerId() < 0 ? null : record.producerId();
  }
}
