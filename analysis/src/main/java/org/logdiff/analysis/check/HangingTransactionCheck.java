package org.logdiff.analysis.check;

import java.time.Instant;
import java.util.Optional;
import java.util.function.Function;
import java.util.function.Predicate;
import org.logdiff.analysis.report.Confidence;
import org.logdiff.analysis.report.Exhibit;
import org.logdiff.analysis.report.FindingKind;

/**
 * No transaction is open at the log's end that its coordinator ended before the log went on. Silent
 * without the coordinator's log, and where the log may merely be behind.
 */
final class HangingTransactionCheck implements ReplicaCheck {
  private final ReplicaFindings findings;
  private final Function<ProducerReplay.State, Optional<Coordinator.Ended>> coordinator;
  private final Predicate<ProducerReplay.State> isTold;
  private WalkedBatch last;

  /**
   * @param coordinator how a producer's open transaction ended; empty if unknown
   * @param isTold whether the end of a producer's open transaction is known to be lost
   */
  HangingTransactionCheck(
      ReplicaFindings findings,
      Function<ProducerReplay.State, Optional<Coordinator.Ended>> coordinator,
      Predicate<ProducerReplay.State> isTold) {
    this.findings = findings;
    this.coordinator = coordinator;
    this.isTold = isTold;
  }

  @Override
  public void batch(WalkedBatch batch, ProducerReplay before) {
    last = batch;
  }

  @Override
  public void end(ProducerReplay state) {
    for (ProducerReplay.State producer : state.all()) {
      if (producer.isOpen()
          && !isTold.test(producer)
          && last.baseOffset() > producer.openLastOffset
          && !state.hides(producer.openLastOffset, last.baseOffset())) {
        coordinator
            .apply(producer)
            .filter(ended -> ended.completedMs() < last.header().maxTimestamp())
            .ifPresent(ended -> hanging(producer, ended));
      }
    }
  }

  private void hanging(ProducerReplay.State producer, Coordinator.Ended ended) {
    FindingDraft draft =
        findings
            .draft(
                FindingKind.HANGING_TRANSACTION,
                "a transaction of producer "
                    + producer.producerId
                    + " is open from "
                    + producer.openFirstOffset
                    + " on, though its coordinator has ended it")
            .at(producer.openFirstOffset)
            .of(producer.producerId)
            .sure(Confidence.INFERRED)
            .observed(
                "the producer has data from "
                    + producer.openFirstOffset
                    + " to "
                    + producer.openLastOffset
                    + " at epoch "
                    + producer.openEpoch
                    + ", and no end marker after it")
            .observed(ended.outcome().statement())
            .inferred(
                "all its markers were written by "
                    + Instant.ofEpochMilli(ended.completedMs())
                    + ", and this log goes on after that, at "
                    + last.baseOffset()
                    + ": its marker will not come",
                "section 6")
            .assuming("the clocks of the coordinator and of the writers do not differ by more")
            .effectOnCommitted("the last stable offset stands still at " + producer.openFirstOffset)
            .exhibit(last, "the log goes on after the coordinator was done")
            .remedy(
                "Compare with the other replicas of the partition (logdiff DIR DIR ...): if one of"
                    + " them has removed the data, this replica lost the marker and must be"
                    + " rebuilt.",
                "If all have it open: kafka-transactions.sh --bootstrap-server HOST:PORT abort"
                    + " --topic TOPIC --partition N --start-offset "
                    + producer.openFirstOffset
                    + ".");
    ended.outcome().assumptions().forEach(draft::assuming);
    for (Exhibit exhibit : ended.outcome().exhibits()) {
      draft.exhibit(exhibit);
    }
    findings.add(draft);
  }
}
