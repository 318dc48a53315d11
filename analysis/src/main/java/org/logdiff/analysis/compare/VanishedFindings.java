package org.logdiff.analysis.compare;

import java.io.IOException;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.logdiff.analysis.align.Candidates;
import org.logdiff.analysis.key.KeyCase;
import org.logdiff.analysis.key.KeyJudgement;
import org.logdiff.analysis.replica.Replica;
import org.logdiff.analysis.report.Confidence;
import org.logdiff.analysis.report.Effect;
import org.logdiff.analysis.report.Finding;
import org.logdiff.analysis.report.FindingKind;
import org.logdiff.analysis.report.OffsetRange;
import org.logdiff.analysis.report.Reading;
import org.logdiff.analysis.report.Step;
import org.logdiff.analysis.transaction.CoordinatorWord;
import org.logdiff.analysis.transaction.VanishedTransaction;

/**
 * Findings about COMMITs that were lost although nothing of their transaction is left: the
 * replica's own cleaner has removed it as aborted, and the keys that it deleted are alive there.
 */
final class VanishedFindings {
  private static final int CANDIDATES = 1000;
  private static final int KEYS_LISTED = 10;

  private final PartitionContext context;
  private final PartitionTransactions transactions;
  private final List<VanishedTransaction> vanished;
  private final Map<VanishedTransaction, Map<KeyEvaluation, KeyJudgement>> explained =
      new LinkedHashMap<>();

  VanishedFindings(
      PartitionContext context,
      PartitionTransactions transactions,
      List<VanishedTransaction> vanished) {
    this.context = context;
    this.transactions = transactions;
    this.vanished = vanished;
  }

  /**
   * Takes a judgement that a lost COMMIT explains: a value below the transaction, of which the
   * tombstone was nowhere seen.
   *
   * @return whether it was taken
   */
  boolean explains(KeyEvaluation key, KeyJudgement judgement) {
    if (judgement.row() != KeyCase.D) {
      return false;
    }
    for (VanishedTransaction transaction : vanished) {
      if (canDelete(transaction, judgement) && transaction.isCommitLost()) {
        explained.computeIfAbsent(transaction, t -> new LinkedHashMap<>()).put(key, judgement);
        return true;
      }
    }
    return false;
  }

  /** The readings of a value whose tombstone may have been part of a lost COMMIT. */
  List<Reading> readings(KeyJudgement judgement, FindingKind kind) {
    for (VanishedTransaction transaction : vanished) {
      boolean isSilent = transaction.decision().isEmpty();
      if (canDelete(transaction, judgement) && isSilent) {
        return readings(transaction, kind, FindingKind.LOST_COMMIT_MARKER);
      }
    }
    return List.of();
  }

  private static boolean canDelete(VanishedTransaction transaction, KeyJudgement judgement) {
    return transaction.replica() == judgement.replica()
        && judgement.offset() < transaction.lastOffset();
  }

  private static List<Reading> readings(
      VanishedTransaction transaction, FindingKind likelier, FindingKind other) {
    return List.of(
        new Reading(likelier, List.of(assumption(transaction, likelier))),
        new Reading(other, List.of(assumption(transaction, other))));
  }

  private static String assumption(VanishedTransaction transaction, FindingKind kind) {
    String data =
        "producer "
            + transaction.producerId()
            + "'s transaction at "
            + Offsets.text(new OffsetRange(transaction.firstOffset(), transaction.lastOffset()));
    return kind == FindingKind.LOST_COMMIT_MARKER
        ? data + " was committed and deleted these keys"
        : data + " did not delete these keys";
  }

  List<Finding> findings() throws IOException {
    List<Finding> findings = new ArrayList<>();
    for (Map.Entry<VanishedTransaction, Map<KeyEvaluation, KeyJudgement>> entry :
        explained.entrySet()) {
      findings.add(finding(entry.getKey(), entry.getValue()));
    }
    return findings;
  }

  private Finding finding(VanishedTransaction transaction, Map<KeyEvaluation, KeyJudgement> keys)
      throws IOException {
    Replica replica = context.replicas().get(transaction.replica());
    CoordinatorWord.Decision decision = transaction.decision().orElseThrow();
    OffsetRange data = new OffsetRange(transaction.firstOffset(), transaction.lastOffset());
    Candidates candidates =
        transactions
            .ledger()
            .gapsBetween(
                transaction.snapshot().offset() - 1,
                transaction.nextEnd().firstOffset(),
                CANDIDATES);
    boolean isFirstGapSingle = candidates.beginsWithSingle(transaction.snapshot().offset());
    List<String> assumptions = new ArrayList<>(decision.assumptions());
    List<Step> steps = new ArrayList<>();
    steps.add(
        new Step(
            Confidence.OBSERVED,
            replica.name()
                + "'s snapshot at "
                + transaction.snapshot().offset()
                + " shows a transaction of producer "
                + transaction.producerId()
                + ", epoch "
                + transaction.producerEpoch()
                + ", open from "
                + transaction.firstOffset()
                + " on; no replica has data of it any more",
            "section 6"));
    steps.add(new Step(Confidence.OBSERVED, decision.text(), "section 6"));
    steps.add(
        new Step(
            Confidence.OBSERVED,
            "on "
                + replica.name()
                + " the producer's next marker is the ABORT at "
                + transaction.nextEnd().firstOffset()
                + ", which ends it there instead",
            "section 4"));
    steps.add(
        new Step(
            Confidence.INFERRED,
            "values below it are alive on "
                + replica.name()
                + " and gone elsewhere ("
                + keys.size()
                + (keys.size() == 1 ? " key" : " keys")
                + "): its own cleaner removed the transaction, and the tombstones in it, as aborted",
            "law V, section 6"));
    if (candidates.isCut()) {
      steps.add(
          new Step(
              Confidence.OBSERVED,
              "no replica has a batch at "
                  + Offsets.text(candidates)
                  + "; the marker was at one of these offsets",
              "section 6"));
    }
    if (isFirstGapSingle) {
      assumptions.add("the marker was the one offset that is missing directly at the cut-off");
    }
    Exhibits exhibits = new Exhibits();
    exhibits.snapshot(replica, transaction.snapshot(), "shows the transaction open");
    decision.exhibits().forEach(exhibits::add);
    exhibits.batch(
        replica, transaction.nextEnd().firstOffset(), "the ABORT that ends it there instead");
    List<Effect> effects = new ArrayList<>();
    for (Map.Entry<KeyEvaluation, KeyJudgement> key : keys.entrySet()) {
      if (effects.size() < KEYS_LISTED) {
        exhibits.batch(replica, key.getValue().offset(), "a value that is alive again");
        effects.addAll(new KeyView(key.getKey(), context, transactions).effects());
      }
    }
    return new Finding(
        FindingKind.LOST_COMMIT_MARKER,
        Fingerprint.of(
            FindingKind.LOST_COMMIT_MARKER, context, replica, null, transaction.firstOffset()),
        Confidence.INFERRED,
        replica.name(),
        isFirstGapSingle ? transaction.snapshot().offset() : null,
        candidates.ranges(),
        null,
        transaction.producerId(),
        replica.name()
            + " never received the COMMIT of producer "
            + transaction.producerId()
            + "'s transaction at "
            + Offsets.text(data)
            + ", and its cleaner has removed the transaction since",
        steps,
        assumptions,
        effects,
        Remedies.lostMarker(context, replica.name(), false),
        exhibits.toList(),
        readings(transaction, FindingKind.LOST_COMMIT_MARKER, FindingKind.LOST_TOMBSTONE),
        null,
        Timeline.ofDecision(decision));
  }
}
