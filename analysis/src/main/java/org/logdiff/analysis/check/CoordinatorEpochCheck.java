package org.logdiff.analysis.check;

import org.logdiff.analysis.report.FindingKind;

/**
 * The coordinator epochs in a producer's end markers do not go down: a leader refuses a marker of a
 * coordinator that was replaced.
 *
 * <p>Source: {@code ProducerAppendInfo.checkCoordinatorEpoch}, Kafka 4.4.0.
 */
final class CoordinatorEpochCheck implements ReplicaCheck {
  private final ReplicaFindings findings;

  CoordinatorEpochCheck(ReplicaFindings findings) {
    this.findings = findings;
  }

  @Override
  public void batch(WalkedBatch batch, ProducerReplay before) {
    ProducerReplay.State producer = before.of(batch.header().producerId());
    if (producer == null
        || !batch.isEnd()
        || batch.coordinatorEpoch() < 0
        || batch.coordinatorEpoch() >= producer.coordinatorEpoch) {
      return;
    }
    findings.add(
        findings
            .draft(
                FindingKind.COORDINATOR_EPOCH_BACKWARDS,
                "an end marker of producer "
                    + producer.producerId
                    + " is of an older transaction coordinator than the one before")
            .at(batch.baseOffset())
            .of(producer.producerId)
            .observed(
                "the coordinator epoch is "
                    + producer.coordinatorEpoch
                    + " in the marker at "
                    + producer.endOffset)
            .observed("it is " + batch.coordinatorEpoch() + " at " + batch.baseOffset())
            .derived(
                "a leader refuses a marker of a coordinator that was replaced, if it still knows"
                    + " the marker before",
                "4")
            .effectOnCommitted(
                "the marker may contradict what the coordinator that took over has decided")
            .exhibit(batch, "the marker")
            .remedy(
                "Compare with __transaction_state, and with the other replicas of the partition."));
  }
}
