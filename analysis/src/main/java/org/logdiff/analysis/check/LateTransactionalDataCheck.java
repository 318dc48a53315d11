package org.logdiff.analysis.check;

import java.util.function.Predicate;
import org.logdiff.analysis.report.Confidence;
import org.logdiff.analysis.report.FindingKind;

/**
 * No transactional data that was appended after the end of its own transaction (KAFKA-14402, the
 * cause of hanging transactions): the producer goes on at a higher epoch, and no offset is missing
 * in which an end marker could have been. Such data joins the producer's next transaction in this
 * partition, or stays open for ever.
 */
final class LateTransactionalDataCheck implements ReplicaCheck {
  private final ReplicaFindings findings;
  private final Predicate<ProducerReplay.State> isTold;

  /**
   * @param isTold whether the end of a producer's open transaction is known to be lost
   */
  LateTransactionalDataCheck(ReplicaFindings findings, Predicate<ProducerReplay.State> isTold) {
    this.findings = findings;
    this.isTold = isTold;
  }

  @Override
  public void batch(WalkedBatch batch, ProducerReplay before) {
    ProducerReplay.State producer = before.of(batch.header().producerId());
    if (producer == null
        || !producer.isOpen()
        || producer.openLastOffset < findings.context().replica().logStartOffset()
        || isTold.test(producer)
        || !LostEndMarkerCheck.raisesEpoch(batch, producer)
        || before.gaps().intersects(producer.openLastOffset + 1, batch.baseOffset() - 1)
        || before.hides(producer.openLastOffset, batch.baseOffset())) {
      return;
    }
    findings.add(
        findings
            .draft(
                FindingKind.LATE_TRANSACTIONAL_DATA,
                "producer "
                    + producer.producerId
                    + " has transactional data that no end marker of its own follows")
            .at(producer.openEpochOffset)
            .of(producer.producerId)
            .sure(Confidence.DERIVED)
            .observed(
                "the data from "
                    + producer.openEpochOffset
                    + " to "
                    + producer.openLastOffset
                    + " is of epoch "
                    + producer.openEpoch
                    + "; the producer goes on at epoch "
                    + batch.header().producerEpoch()
                    + " at "
                    + batch.baseOffset())
            .observed("no offset between is missing, so there never was a marker between")
            .derived(
                "the transaction had ended before this data was appended, as a broker without"
                    + " KAFKA-14402 allows",
                "5.2")
            .effectOnCommitted(
                "the data takes the outcome of the producer's next end marker, though it belongs to"
                    + " a transaction that ended before")
            .exhibit(batch, "where the producer goes on")
            .remedy(
                "Find out from the application what that transaction was to be; consumers of"
                    + " committed data may have got records that were to be aborted."));
  }
}
