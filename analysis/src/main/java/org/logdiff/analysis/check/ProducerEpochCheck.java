package org.logdiff.analysis.check;

import org.logdiff.analysis.replica.Replica;
import org.logdiff.analysis.report.FindingKind;

/**
 * Producer epochs do not go down: a leader refuses what a fenced producer writes. They may after
 * the broker forgot the producer; then the check is silent if that can be seen: a snapshot between
 * does not know the producer, or a day lies between ({@code producer.id.expiration.ms}, its
 * default).
 *
 * <p>Source: {@code ProducerAppendInfo.checkProducerEpoch}, Kafka 4.4.0.
 */
final class ProducerEpochCheck implements ReplicaCheck {
  private static final long EXPIRATION_MS = 86_400_000;

  private final ReplicaFindings findings;
  private final Replica replica;

  ProducerEpochCheck(ReplicaFindings findings) {
    this.findings = findings;
    this.replica = findings.context().replica();
  }

  @Override
  public void batch(WalkedBatch batch, ProducerReplay before) {
    ProducerReplay.State producer = before.of(batch.header().producerId());
    boolean changesState = !batch.header().isControl() || batch.kind().isEnd();
    if (producer == null
        || !changesState
        || batch.header().producerEpoch() >= producer.epoch
        || wasForgotten(producer, batch)) {
      return;
    }
    findings.add(
        findings
            .draft(
                FindingKind.PRODUCER_EPOCH_BACKWARDS,
                "the epoch of producer " + producer.producerId + " goes down")
            .at(batch.baseOffset())
            .of(producer.producerId)
            .observed("the producer's epoch is " + producer.epoch + " at " + producer.seenOffset)
            .observed("it is " + batch.header().producerEpoch() + " at " + batch.baseOffset())
            .derived("a leader refuses an epoch that is lower than the last one it knows", "4")
            .inferred(
                "it did not know the last one: it had forgotten the producer, or lost the records"
                    + " before",
                null)
            .effect("records of a producer that was fenced may be served")
            .exhibit(batch, "the lower epoch")
            .remedy(
                "Find out whether two instances shared a transactional id, and whether"
                    + " producer.id.expiration.ms is lower than the time that producers pause."));
  }

  /** Whether it can be seen that the broker may have forgotten the producer before a batch. */
  private boolean wasForgotten(ProducerReplay.State producer, WalkedBatch batch) {
    boolean isLongAgo =
        producer.timestamp >= 0
            && batch.header().maxTimestamp() - producer.timestamp >= EXPIRATION_MS;
    return isLongAgo
        || replica.snapshots().stream()
            .filter(s -> producer.seenOffset < s.offset() && s.offset() <= batch.baseOffset())
            .anyMatch(
                s ->
                    s.state().producerEntries().stream()
                        .noneMatch(entry -> entry.producerId() == producer.producerId));
  }
}
