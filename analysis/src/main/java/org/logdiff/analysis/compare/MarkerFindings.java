package org.logdiff.analysis.compare;

import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.logdiff.analysis.key.KeyCase;
import org.logdiff.analysis.key.KeyJudgement;
import org.logdiff.analysis.replica.Replica;
import org.logdiff.analysis.report.BeyondStable;
import org.logdiff.analysis.report.Confidence;
import org.logdiff.analysis.report.Effect;
import org.logdiff.analysis.report.Finding;
import org.logdiff.analysis.report.FindingKind;
import org.logdiff.analysis.report.NotExamined;
import org.logdiff.analysis.report.OffsetRange;
import org.logdiff.analysis.report.Picture;
import org.logdiff.analysis.report.Reading;
import org.logdiff.analysis.report.Step;
import org.logdiff.analysis.transaction.CoordinatorWord;
import org.logdiff.analysis.transaction.MarkerCase;
import org.logdiff.analysis.transaction.MarkerLoss;
import org.logdiff.analysis.transaction.Outcomes;
import org.logdiff.analysis.transaction.ProducerEvent;
import org.logdiff.analysis.transaction.TransactionEnd;
import org.logdiff.analysis.transaction.TransactionPart;

/** Turns lost end markers, and outcomes that keys contradict, into findings. */
final class MarkerFindings {
  private static final int KEYS_LISTED = 10;
  private static final int CANDIDATES = 1000;

  /** What law M rests on. */
  private static final List<String> ASSUMPTIONS =
      List.of(
          "the replicas' .txnindex files were intact at every pass of their cleaners",
          "the cleaners keep a marker while data of its transaction is left: KAFKA-8351, KAFKA-13727"
              + " and KAFKA-14055 are fixed in the brokers that ran");

  private final PartitionContext context;
  private final PartitionTransactions transactions;
  private final OutcomeDecisions decisions;
  private final List<KeyEvaluation> keys;
  private final OldCleanerBugs bugs;
  private final List<NotExamined> notes;

  MarkerFindings(
      PartitionContext context,
      PartitionTransactions transactions,
      OutcomeDecisions decisions,
      List<KeyEvaluation> keys,
      OldCleanerBugs bugs,
      List<NotExamined> notes) {
    this.context = context;
    this.transactions = transactions;
    this.decisions = decisions;
    this.keys = keys;
    this.bugs = bugs;
    this.notes = notes;
  }

  /** The kind of a lost end, and how it is known. */
  private record Kind(FindingKind kind, Confidence confidence, List<Step> steps) {}

  /** All findings about end markers. */
  List<Finding> findings() throws IOException {
    List<Finding> findings = new ArrayList<>();
    for (MarkerLoss loss : transactions.losses()) {
      if (loss.row() == MarkerCase.Q) {
        notes.add(
            new NotExamined(
                context.name(loss.replica()),
                "the end of the transaction of producer "
                    + loss.part().producerId()
                    + " at "
                    + loss.part().firstOffset(),
                loss.candidates().isEmpty()
                    ? "a damaged range could hide its marker"
                    : "so many offsets are missing that it is not known whether one is missing where"
                        + " its marker would have been",
                true));
        continue;
      }
      if (loss.row() != MarkerCase.K_INDEX || kind(loss).kind() == FindingKind.LOST_COMMIT_MARKER) {
        findings.add(finding(loss));
      } else {
        notes.add(looksHalfCleaned(loss));
      }
    }
    for (TransactionPart part : contradicted()) {
      for (int r = 0; r < context.replicas().size(); r++) {
        if (isContradicted(part, r)) {
          findings.add(contradiction(part, r));
        }
      }
    }
    return findings;
  }

  /**
   * With the same outcome, indexes that differ are also what a replica leaves that has copied the
   * log when the aborted data was half cleaned away.
   */
  private NotExamined looksHalfCleaned(MarkerLoss loss) {
    return new NotExamined(
        context.name(loss.replica()),
        "whether the ABORT at "
            + loss.transaction().end().orElseThrow().offset()
            + " is the end of producer "
            + loss.part().producerId()
            + "'s data at "
            + loss.part().firstOffset(),
        "the transaction index of "
            + context.name(loss.witness())
            + " begins later; it may have copied the log when the data was half cleaned away. If not,"
            + " an end is lost here, which no key shows",
        false);
  }

  private Finding finding(MarkerLoss loss) throws IOException {
    Replica replica = context.replicas().get(loss.replica());
    TransactionPart part = loss.part();
    Kind kind = kind(loss);
    MarkerPlace place =
        loss.isExact() && loss.row() != MarkerCase.K_REMOVED
            ? new MarkerPlace(
                loss.candidates(),
                loss.candidates().ranges().get(0).first(),
                List.of(),
                List.of(),
                null)
            : MarkerPlace.find(
                replica, part, loss.candidates(), context.wasCutOffMoreThanOnce(loss.replica()));
    CutCandidates.note(notes, place.candidates(), replica.name(), "the marker");
    List<Step> steps = new ArrayList<>();
    steps.add(dataStep(loss.replica(), part));
    steps.addAll(rowSteps(loss));
    steps.addAll(kind.steps());
    steps.addAll(place.steps());
    steps.addAll(openKindSteps(kind, part));
    decidingStep(loss.replica(), part).ifPresent(steps::add);
    List<OldCleanerBugs.Suspicion> suspicions = suspicions(loss, kind.kind(), place);
    suspicions.forEach(suspicion -> steps.add(suspicion.step(replica.name())));
    List<String> assumptions = new ArrayList<>(ASSUMPTIONS);
    assumptions.addAll(place.assumptions());
    speaking(part).ifPresent(d -> assumptions.addAll(d.assumptions()));
    Exhibits exhibits = exhibits(loss.replica(), part, loss.witness());
    loss.transaction().end().ifPresent(end -> addEnd(exhibits, end));
    if (place.showsOpen() != null) {
      exhibits.snapshot(replica, place.showsOpen(), "shows the transaction open");
    }
    boolean isObserved = loss.row() == MarkerCase.I && loss.isExact();
    return new Finding(
        kind.kind(),
        Fingerprint.of(kind.kind(), context, replica, null, part.firstOffset()),
        kind.confidence(),
        replica.name(),
        place.offset(),
        place.candidates().ranges(),
        null,
        part.producerId(),
        summary(kind.kind(), replica.name(), part, place.offset()),
        steps,
        isObserved ? ASSUMPTIONS : assumptions,
        effects(part, loss.replica()),
        remedy(kind.kind(), replica.name(), loss),
        exhibits.toList(),
        withSuspicions(readings(kind, loss), suspicions, kind.kind(), replica.name()),
        picture(part, loss.transaction().end().orElse(null), place.candidates().ranges()),
        new Timeline(context).ofMarker(loss, place.offset()));
  }

  /** Bugs can only have taken what the replica had received. */
  private List<OldCleanerBugs.Suspicion> suspicions(
      MarkerLoss loss, FindingKind kind, MarkerPlace place) {
    if (loss.row() == MarkerCase.L_AT_RISK || loss.row() == MarkerCase.L_GONE) {
      return List.of();
    }
    return bugs.of(loss.replica(), loss.part(), place.candidates().ranges(), isCommit(kind));
  }

  private static Optional<Boolean> isCommit(FindingKind kind) {
    return switch (kind) {
      case LOST_COMMIT_MARKER -> Optional.of(true);
      case LOST_ABORT_MARKER -> Optional.of(false);
      default -> Optional.empty();
    };
  }

  private static List<Reading> withSuspicions(
      List<Reading> readings,
      List<OldCleanerBugs.Suspicion> suspicions,
      FindingKind kind,
      String replica) {
    if (suspicions.isEmpty()) {
      return readings;
    }
    List<Reading> all = new ArrayList<>(readings);
    if (all.isEmpty()) {
      all.add(new Reading(kind, List.of(replica + " never received the marker")));
    }
    suspicions.forEach(suspicion -> all.add(suspicion.reading(kind, replica)));
    return all;
  }

  /** Both kinds, as long as it is not proven which; the likelier first. */
  private List<Reading> readings(Kind kind, MarkerLoss loss) {
    Reading abort =
        new Reading(FindingKind.LOST_ABORT_MARKER, List.of("the transaction was aborted"));
    Reading commit =
        new Reading(
            FindingKind.LOST_COMMIT_MARKER,
            List.of(
                "the transaction was committed"
                    + (decisions.of(loss.part()).map(d -> d.faultsIfCommitted() > 0).orElse(false)
                        ? ", and tombstones of its keys were lost as well"
                        : "")));
    if (kind.kind() == FindingKind.LOST_END_MARKER) {
      boolean abortFirst =
          decisions
              .of(loss.part())
              .map(d -> d.faultsIfAborted() <= d.faultsIfCommitted())
              .orElse(true);
      Reading end = new Reading(FindingKind.LOST_END_MARKER, List.of());
      return abortFirst ? List.of(end, abort, commit) : List.of(end, commit, abort);
    }
    if (kind.confidence() != Confidence.INFERRED) {
      return List.of();
    }
    return kind.kind() == FindingKind.LOST_ABORT_MARKER
        ? List.of(abort, commit)
        : List.of(commit, abort);
  }

  private Kind kind(MarkerLoss loss) {
    if (loss.row() == MarkerCase.L_AT_RISK) {
      return new Kind(FindingKind.MARKER_AT_RISK, Confidence.OBSERVED, List.of());
    }
    if (loss.row() == MarkerCase.L_GONE) {
      return new Kind(FindingKind.MARKER_GONE_BEFORE_CATCH_UP, Confidence.DERIVED, List.of());
    }
    Optional<TransactionEnd> end = loss.transaction().end();
    if (loss.row() == MarkerCase.I && loss.isExact()) {
      boolean isCommit = end.orElseThrow().kind().orElseThrow() == ProducerEvent.Kind.COMMIT;
      return new Kind(lost(isCommit), Confidence.OBSERVED, List.of());
    }
    TransactionPart part = loss.part();
    if (part.outcome() == Outcomes.Outcome.COMMITTED
        || part.outcome() == Outcomes.Outcome.ABORTED) {
      return new Kind(
          lost(part.outcome() == Outcomes.Outcome.COMMITTED),
          part.decision().map(CoordinatorWord.Decision::confidence).orElse(Confidence.DERIVED),
          List.of(new Step(Confidence.OBSERVED, part.proof(), proofRule(part))));
    }
    return byKeys(part, loss.replica())
        .orElse(new Kind(FindingKind.LOST_END_MARKER, Confidence.DERIVED, List.of()));
  }

  /** The coordinator's decision, if it is what settles the outcome. */
  private Optional<CoordinatorWord.Decision> speaking(TransactionPart part) {
    boolean isHint = part.outcome() == Outcomes.Outcome.UNPROVEN;
    boolean isTaken =
        decisions.of(part).map(OutcomeDecisions.Decision::isByCoordinator).orElse(false);
    return isHint && !isTaken ? Optional.empty() : part.decision();
  }

  private static String proofRule(TransactionPart part) {
    return part.decision().isPresent() ? "section 6" : "5.2";
  }

  private static FindingKind lost(boolean isCommit) {
    return isCommit ? FindingKind.LOST_COMMIT_MARKER : FindingKind.LOST_ABORT_MARKER;
  }

  /** The kind that the keys speak for; empty if they do not, or not clearly enough. */
  private Optional<Kind> byKeys(TransactionPart part, int replica) {
    Optional<OutcomeDecisions.Decision> decision = decisions.of(part);
    if (decision.isEmpty() || !decision.get().isSettled()) {
      return Optional.empty();
    }
    if (decision.get().isByCoordinator()) {
      return Optional.of(
          new Kind(
              lost(decision.get().isCommit()),
              Confidence.INFERRED,
              List.of(
                  new Step(
                      Confidence.INFERRED, part.decision().orElseThrow().text(), "section 6"))));
    }
    boolean isCommit = decision.get().isCommit();
    if (decision.get().isProvenByOlderRecord()) {
      return Optional.of(
          new Kind(
              lost(false),
              Confidence.DERIVED,
              List.of(
                  new Step(
                      Confidence.DERIVED,
                      "a replica without the transaction's data still has an older record of one of"
                          + " its keys, which a COMMIT would have superseded: it was aborted",
                      "5.1 f, section 6"))));
    }
    if (hasLostTombstone(replica)) {
      return Optional.empty();
    }
    return Optional.of(
        new Kind(
            lost(isCommit),
            Confidence.INFERRED,
            List.of(
                new Step(
                    Confidence.INFERRED,
                    "if it was "
                        + (isCommit ? "a COMMIT" : "an ABORT")
                        + ", "
                        + faults(
                            isCommit
                                ? decision.get().faultsIfCommitted()
                                : decision.get().faultsIfAborted())
                        + " other fault is needed to explain the keys; otherwise "
                        + (isCommit
                            ? decision.get().faultsIfAborted()
                            : decision.get().faultsIfCommitted()),
                    "5.1 f"))));
  }

  private static String faults(int count) {
    return count == 0 ? "no" : Integer.toString(count);
  }

  /** Whether a tombstone was lost on a replica whatever the outcomes of open transactions. */
  private boolean hasLostTombstone(int replica) {
    for (KeyEvaluation key : keys) {
      if (!key.unprovenParts().isEmpty()) {
        continue;
      }
      for (KeyJudgement judgement : key.judge(decisions.reading())) {
        if (judgement.replica() == replica
            && (judgement.row() == KeyCase.C || judgement.row() == KeyCase.D)) {
          return true;
        }
      }
    }
    return false;
  }

  private Step dataStep(int replica, TransactionPart part) {
    return new Step(
        Confidence.OBSERVED,
        context.name(replica)
            + " has data of producer "
            + part.producerId()
            + ", epoch "
            + part.producerEpoch()
            + ", at "
            + Offsets.text(new OffsetRange(part.firstOffset(), part.lastOffset())),
        null);
  }

  private List<Step> rowSteps(MarkerLoss loss) {
    String replica = context.name(loss.replica());
    String witness = loss.witness() < 0 ? null : context.name(loss.witness());
    Optional<TransactionEnd> end = loss.transaction().end();
    String lawM =
        "a cleaner never removes a marker while data of its transaction is left, so "
            + replica
            + " never received it";
    return switch (loss.row()) {
      case I ->
          List.of(
              new Step(
                  Confidence.OBSERVED,
                  witness
                      + " has the "
                      + end.orElseThrow().kind().orElseThrow()
                      + " marker of that producer at "
                      + end.get().offset()
                      + "; "
                      + replica
                      + " covers that offset and lacks it",
                  "5.2 i"),
              new Step(Confidence.DERIVED, lawM, "law M"));
      case J ->
          List.of(
              new Step(
                  Confidence.OBSERVED,
                  context.names(end.orElseThrow().gravestoneMask())
                      + (Integer.bitCount(end.get().gravestoneMask()) == 1 ? " has" : " have")
                      + " an empty control batch of that producer at "
                      + end.get().offset()
                      + ": what is left of its end marker, and closes nothing",
                  "law E, 5.2 j"),
              new Step(Confidence.DERIVED, lawM, "law M"));
      case K_REMOVED ->
          List.of(
              new Step(
                  Confidence.DERIVED,
                  witness
                      + " has removed data of that transaction; a cleaner never passes an undecided"
                      + " one, so it had ended",
                  "law D, 5.2 k"),
              new Step(Confidence.DERIVED, "no replica has its end any more; " + lawM, "law M"));
      case K_EPOCH_BUMP ->
          List.of(
              new Step(
                  Confidence.DERIVED,
                  "the producer goes on at "
                      + loss.transaction().nextOffset()
                      + " with a higher epoch, which the end of the transaction gave it; no replica"
                      + " has that end any more",
                  "5.2 k"),
              new Step(Confidence.DERIVED, lawM, "law M"));
      case K_INDEX ->
          List.of(
              new Step(
                  Confidence.OBSERVED,
                  "the transaction indexes of "
                      + replica
                      + " and "
                      + witness
                      + " let the ABORT at "
                      + end.orElseThrow().offset()
                      + " end transactions that begin at different offsets: to "
                      + witness
                      + " this data had ended before",
                  "5.2 k"),
              new Step(Confidence.DERIVED, "no replica has that end any more; " + lawM, "law M"));
      case L_GONE ->
          List.of(
              new Step(
                  Confidence.DERIVED,
                  "its end lay past "
                      + replica
                      + "'s log end ("
                      + context.replicas().get(loss.replica()).logEndOffset()
                      + "), and no replica has it any more: it can never be received",
                  "5.2 l"));
      case L_AT_RISK -> List.of(atRiskStep(replica, loss));
      case Q -> List.of();
    };
  }

  private Step atRiskStep(String replica, MarkerLoss loss) {
    Optional<TransactionEnd> end = loss.transaction().end().filter(e -> e.fullMask() != 0);
    return end.isPresent()
        ? new Step(
            Confidence.OBSERVED,
            context.names(end.get().fullMask())
                + (Integer.bitCount(end.get().fullMask()) == 1 ? " has" : " have")
                + " its marker at "
                + end.get().offset()
                + ", past "
                + replica
                + "'s log end; another replica past it has removed it already",
            "5.2 l")
        : new Step(
            Confidence.DERIVED,
            "no replica has its end any more; "
                + replica
                + " can be healed only by one that empties it and lets it copy anew, since its log"
                + " starts above "
                + replica
                + "'s log end",
            "5.2 l");
  }

  /** What else was lost under each outcome, as long as the kind is open. */
  private List<Step> openKindSteps(Kind kind, TransactionPart part) {
    if (kind.kind() != FindingKind.LOST_END_MARKER) {
      return List.of();
    }
    List<Step> steps = new ArrayList<>();
    for (boolean isCommit : new boolean[] {true, false}) {
      OutcomeReading reading = decisions.reading().with(part, isCommit);
      List<String> also = new ArrayList<>();
      for (KeyEvaluation key : keys) {
        if (!key.unprovenParts().contains(part)) {
          continue;
        }
        for (KeyJudgement judgement : key.judge(reading)) {
          if (judgement.row() == KeyCase.C || judgement.row() == KeyCase.D) {
            also.add(
                "the tombstone of the value at "
                    + judgement.offset()
                    + " on "
                    + context.name(judgement.replica()));
          }
        }
      }
      steps.add(
          new Step(
              Confidence.INFERRED,
              "if it was "
                  + (isCommit ? "a COMMIT" : "an ABORT")
                  + ", "
                  + (also.isEmpty()
                      ? "nothing else is missing"
                      : String.join(" and ", also.subList(0, Math.min(also.size(), KEYS_LISTED)))
                          + (also.size() > KEYS_LISTED
                              ? " and " + (also.size() - KEYS_LISTED) + " more"
                              : "")
                          + " must be missing too"),
              "section 6"));
    }
    return steps;
  }

  private Optional<Step> decidingStep(int replica, TransactionPart part) {
    return transactions
        .ledger()
        .decidingOn(replica, part)
        .map(
            event ->
                new Step(
                    Confidence.OBSERVED,
                    "on "
                        + context.name(replica)
                        + " the producer's next marker, the "
                        + event.kind()
                        + " at "
                        + event.firstOffset()
                        + ", decides it instead",
                    "section 4"));
  }

  /** Parts whose outcome, proven or read from the keys, is not what some holder's own log says. */
  private List<TransactionPart> contradicted() {
    List<TransactionPart> parts = new ArrayList<>();
    transactions.ledger().transactions().forEach(t -> parts.addAll(t.parts()));
    return parts.stream()
        .filter(
            part -> {
              for (int r = 0; r < context.replicas().size(); r++) {
                if (isContradicted(part, r)) {
                  return true;
                }
              }
              return false;
            })
        .toList();
  }

  private boolean isContradicted(TransactionPart part, int replica) {
    if ((part.holders() & 1 << replica) == 0 || transactions.loss(part, replica).isPresent()) {
      return false;
    }
    Optional<Boolean> isCommit = outcome(part);
    Optional<ProducerEvent.Kind> own = transactions.ownOutcome(replica, part);
    return isCommit.isPresent()
        && own.isPresent()
        && isCommit.get() != (own.get() == ProducerEvent.Kind.COMMIT)
        && !isOfLostEnd(part, replica, isCommit.get())
        && !isOfNextPart(part, replica, isCommit.get());
  }

  /** Whether the end that a later part of the same must have lost explains this one too. */
  private boolean isOfNextPart(TransactionPart part, int replica, boolean isCommit) {
    Optional<TransactionPart> next = transactions.nextPartOn(replica, part);
    return next.isPresent()
        && outcome(next.get()).filter(o -> o == isCommit).isPresent()
        && transactions.ownOutcome(replica, next.get()).isPresent();
  }

  /** Whether the end that the replica lacks for a later part explains this one too. */
  private boolean isOfLostEnd(TransactionPart part, int replica, boolean isCommit) {
    return transactions
        .lossOfWhole(part, replica)
        .filter(loss -> loss.row() != MarkerCase.Q)
        .flatMap(
            loss ->
                loss.transaction()
                    .end()
                    .flatMap(TransactionEnd::kind)
                    .map(kind -> kind == ProducerEvent.Kind.COMMIT)
                    .or(() -> outcome(loss.part())))
        .filter(end -> end == isCommit)
        .isPresent();
  }

  private Optional<Boolean> outcome(TransactionPart part) {
    return switch (part.outcome()) {
      case COMMITTED -> Optional.of(true);
      case ABORTED -> Optional.of(false);
      case OPEN -> Optional.empty();
      case UNPROVEN ->
          decisions
              .of(part)
              .filter(OutcomeDecisions.Decision::isSettled)
              .map(OutcomeDecisions.Decision::isCommit);
    };
  }

  private Finding contradiction(TransactionPart part, int r) throws IOException {
    Replica replica = context.replicas().get(r);
    boolean isCommit = outcome(part).orElseThrow();
    FindingKind kind = lost(isCommit);
    List<Step> steps = new ArrayList<>();
    steps.add(dataStep(r, part));
    Confidence confidence;
    if (part.outcome() == Outcomes.Outcome.UNPROVEN) {
      Optional<Kind> byKeys = byKeys(part, r);
      confidence = byKeys.map(Kind::confidence).orElse(Confidence.INFERRED);
      byKeys.ifPresent(k -> steps.addAll(k.steps()));
    } else {
      confidence =
          part.decision().map(CoordinatorWord.Decision::confidence).orElse(Confidence.DERIVED);
      steps.add(new Step(Confidence.OBSERVED, part.proof(), proofRule(part)));
    }
    decidingStep(r, part).ifPresent(steps::add);
    MarkerPlace place =
        MarkerPlace.find(
            replica,
            part,
            transactions.endCandidatesOfWhole(part, CANDIDATES),
            context.wasCutOffMoreThanOnce(r));
    CutCandidates.note(notes, place.candidates(), replica.name(), "the marker");
    steps.addAll(place.steps());
    List<String> assumptions = new ArrayList<>(ASSUMPTIONS);
    assumptions.addAll(place.assumptions());
    speaking(part).ifPresent(d -> assumptions.addAll(d.assumptions()));
    Exhibits exhibits = exhibits(r, part, -1);
    if (place.showsOpen() != null) {
      exhibits.snapshot(replica, place.showsOpen(), "shows the transaction open");
    }
    List<OldCleanerBugs.Suspicion> suspicions =
        bugs.of(r, part, place.candidates().ranges(), Optional.of(isCommit));
    suspicions.forEach(suspicion -> steps.add(suspicion.step(replica.name())));
    boolean mayBeTombstone = confidence == Confidence.INFERRED;
    List<Reading> readings =
        mayBeTombstone
            ? List.of(
                new Reading(
                    kind, List.of("the transaction was " + (isCommit ? "committed" : "aborted"))),
                new Reading(
                    FindingKind.LOST_TOMBSTONE,
                    List.of(
                        "the transaction was "
                            + (isCommit ? "aborted" : "committed")
                            + " and tombstones of its keys were lost")))
            : List.of();
    return new Finding(
        kind,
        Fingerprint.of(kind, context, replica, null, part.firstOffset()),
        confidence,
        replica.name(),
        place.offset(),
        place.candidates().ranges(),
        null,
        part.producerId(),
        summary(kind, replica.name(), part, place.offset()),
        steps,
        assumptions,
        effects(part, r),
        Remedies.lostMarker(context, replica.name(), false),
        exhibits.toList(),
        withSuspicions(readings, suspicions, kind, replica.name()),
        picture(part, null, place.candidates().ranges()),
        part.decision().map(Timeline::ofDecision).orElse(List.of()));
  }

  private static String summary(
      FindingKind kind, String replica, TransactionPart part, Long offset) {
    String marker =
        switch (kind) {
          case LOST_ABORT_MARKER -> "the ABORT";
          case LOST_COMMIT_MARKER -> "the COMMIT";
          default -> "the end marker (COMMIT or ABORT)";
        };
    String transaction =
        " of producer "
            + part.producerId()
            + "'s transaction at "
            + Offsets.text(new OffsetRange(part.firstOffset(), part.lastOffset()));
    String at = offset == null ? "" : ", at " + offset;
    return switch (kind) {
      case MARKER_AT_RISK ->
          replica + " still needs " + marker + transaction + at + ", and it may be gone by then";
      case MARKER_GONE_BEFORE_CATCH_UP ->
          marker
              + transaction
              + at
              + " is gone everywhere before "
              + replica
              + " has received it; the replica will diverge the moment it returns";
      default -> replica + " never received " + marker + transaction + at;
    };
  }

  private List<String> remedy(FindingKind kind, String replica, MarkerLoss loss) {
    return switch (kind) {
      case MARKER_AT_RISK -> Remedies.atRisk(context, replica);
      case MARKER_GONE_BEFORE_CATCH_UP -> Remedies.goneBeforeCatchUp(context, replica);
      default -> Remedies.lostMarker(context, replica, loss.row() == MarkerCase.I);
    };
  }

  private Exhibits exhibits(int r, TransactionPart part, int witness) throws IOException {
    Exhibits exhibits = new Exhibits();
    Replica replica = context.replicas().get(r);
    exhibits.batch(replica, part.firstOffset(), "data of the transaction");
    speaking(part).ifPresent(d -> d.exhibits().forEach(exhibits::add));
    Optional<ProducerEvent> deciding = transactions.ledger().decidingOn(r, part);
    if (deciding.isPresent()) {
      exhibits.batch(
          replica, deciding.get().firstOffset(), "the marker that decides it there instead");
    }
    if (witness >= 0 && witness != r) {
      exhibits.absence(
          context.replicas().get(witness),
          part.firstOffset(),
          "the witness has no data of it left, or goes on here");
    }
    return exhibits;
  }

  private void addEnd(Exhibits exhibits, TransactionEnd end) {
    for (int r = 0; r < context.replicas().size(); r++) {
      boolean isFull = (end.fullMask() & 1 << r) != 0;
      boolean isGravestone = (end.gravestoneMask() & 1 << r) != 0;
      if (!isFull && !isGravestone) {
        continue;
      }
      try {
        exhibits.batch(
            context.replicas().get(r),
            end.offset(),
            isFull ? "the marker" : "the empty control batch that is left of the marker");
      } catch (IOException e) {
        notes.add(new NotExamined(context.name(r), "offset " + end.offset(), e.getMessage(), true));
      }
    }
  }

  private Picture picture(TransactionPart part, TransactionEnd end, List<OffsetRange> candidates)
      throws IOException {
    Pictures pictures = new Pictures(context);
    part.data().stream()
        .limit(4)
        .forEach(
            d ->
                pictures.range(
                    new OffsetRange(d.firstOffset(), d.lastOffset()),
                    d.mask(),
                    "data of the transaction",
                    false));
    if (end != null) {
      pictures.record(
          end.offset(),
          end.fullMask(),
          end.fullMask() != 0 ? "its " + end.kind().orElseThrow() : "its end, emptied",
          true);
    }
    candidates.stream()
        .limit(3)
        .forEach(c -> pictures.range(c, 0, "where its end can have been", true));
    long after = candidates.isEmpty() ? part.lastOffset() : candidates.get(0).last();
    return pictures.next(after).toPicture();
  }

  /** What consumers of the replica see, key by key where it differs from the others. */
  private List<Effect> effects(TransactionPart part, int r) {
    List<Effect> effects = new ArrayList<>();
    Optional<ProducerEvent.Kind> own = transactions.ownOutcome(r, part);
    if (own.isEmpty()) {
      long stable = context.lastStableOffsets()[r];
      effects.add(
          new Effect(
              context.name(r),
              "read_committed",
              "the last stable offset is pinned at "
                  + stable
                  + ": consumers stop there, "
                  + (context.replicas().get(r).logEndOffset() - stable)
                  + " offsets before the log end; "
                  + stuck(context.beyondStable().get(r))
                  + " are stuck behind it"));
    } else if (outcome(part).isPresent()) {
      boolean isCommit = outcome(part).get();
      effects.add(
          new Effect(
              context.name(r),
              "read_committed",
              isCommit
                  ? "committed data of the transaction is hidden"
                  : "aborted data of the transaction is served as committed"));
    }
    int listed = 0;
    for (KeyEvaluation key : keys) {
      boolean isTouched =
          key.history.records().stream().anyMatch(record -> part.equals(key.partOf(record)))
              || isConsequence(key, part, r);
      if (!isTouched || listed == KEYS_LISTED) {
        continue;
      }
      List<Effect> ofKey = keyEffects(key, part, r);
      listed += ofKey.isEmpty() ? 0 : 1;
      effects.addAll(ofKey);
    }
    return effects;
  }

  private static String stuck(BeyondStable beyond) {
    return beyond.records()
        + (beyond.records() == 1 ? " record in " : " records in ")
        + beyond.batches()
        + (beyond.batches() == 1 ? " batch of " : " batches of ")
        + beyond.bytes()
        + " bytes";
  }

  private boolean isConsequence(KeyEvaluation key, TransactionPart part, int r) {
    for (KeyRecord record : key.history.records()) {
      if (!record.isOn(r)
          && context.ranges().get(r).covers(record.offset())
          && key.excuses(r, record.offset(), decisions.reading()).contains(part)) {
        return true;
      }
    }
    return false;
  }

  private List<Effect> keyEffects(KeyEvaluation key, TransactionPart part, int r) {
    KeyView view = new KeyView(key, context, transactions);
    int other = -1;
    for (int q = 0; q < context.replicas().size() && other < 0; q++) {
      other = q != r && transactions.loss(part, q).isEmpty() ? q : -1;
    }
    if (other < 0) {
      return List.of();
    }
    List<Effect> effects = new ArrayList<>();
    compare(effects, "read_committed", r, other, view.committed(r), view.committed(other));
    compare(effects, "read_uncommitted", r, other, view.uncommitted(r), view.uncommitted(other));
    if (isConsequence(key, part, r)) {
      effects.add(
          new Effect(
              context.name(r),
              null,
              "its own cleaner took aborted data for committed and removed the true record at "
                  + lastMissing(key, r)));
    }
    return effects;
  }

  private long lastMissing(KeyEvaluation key, int r) {
    long missing = -1;
    for (KeyRecord record : key.history.records()) {
      if (!record.isOn(r) && context.ranges().get(r).covers(record.offset())) {
        missing = record.offset();
      }
    }
    return missing;
  }

  private void compare(
      List<Effect> effects,
      String isolationLevel,
      int r,
      int other,
      KeyRecord here,
      KeyRecord there) {
    if (java.util.Objects.equals(KeyView.text(here), KeyView.text(there))) {
      return;
    }
    effects.add(
        new Effect(
            context.name(r),
            isolationLevel,
            "serves "
                + KeyView.text(here)
                + " where "
                + context.name(other)
                + " serves "
                + KeyView.text(there)));
  }
}
