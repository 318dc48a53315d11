package org.logdiff.analysis.check;

import java.time.Instant;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.logdiff.analysis.report.Confidence;
import org.logdiff.analysis.report.FindingKind;

/**
 * No transaction is open at the log's end for longer than brokers let one be by default ({@code
 * transaction.max.timeout.ms}, 15 minutes). Time is taken from end markers only, which carry the
 * coordinators' clock: data carries what its producer likes.
 */
final class LongRunningTransactionCheck implements ReplicaCheck {
  private static final long MAX_TIMEOUT_MS = 15 * 60_000;

  private final ReplicaFindings findings;

  /** Producers that have opened a transaction since the last marker. */
  private final List<Long> fresh = new ArrayList<>();

  /** The time of the first marker after a producer opened its transaction. */
  private final Map<Long, Long> openAtMs = new HashMap<>();

  private WalkedBatch lastMarker;

  LongRunningTransactionCheck(ReplicaFindings findings) {
    this.findings = findings;
  }

  @Override
  public void batch(WalkedBatch batch, ProducerReplay before) {
    ProducerReplay.State producer = before.of(batch.header().producerId());
    if (batch.isTransactionalData() && (producer == null || !producer.isOpen())) {
      fresh.add(batch.header().producerId());
    } else if (batch.isEnd()) {
      for (long producerId : fresh) {
        openAtMs.put(producerId, batch.header().maxTimestamp());
      }
      fresh.clear();
      openAtMs.remove(batch.header().producerId());
      lastMarker = batch;
    }
  }

  @Override
  public void end(ProducerReplay state) {
    for (ProducerReplay.State producer : state.all()) {
      Long since = openAtMs.get(producer.producerId);
      if (producer.isOpen()
          && since != null
          && since >= 0
          && lastMarker.header().maxTimestamp() - since > MAX_TIMEOUT_MS) {
        tell(producer, since);
      }
    }
  }

  private void tell(ProducerReplay.State producer, long since) {
    findings.add(
        findings
            .draft(
                FindingKind.LONG_RUNNING_TRANSACTION,
                "a transaction of producer "
                    + producer.producerId
                    + " has been open for "
                    + (lastMarker.header().maxTimestamp() - since) / 60_000
                    + " minutes or more")
            .at(producer.openFirstOffset)
            .of(producer.producerId)
            .sure(Confidence.DERIVED)
            .observed(
                "it is open from "
                    + producer.openFirstOffset
                    + " on, and was at "
                    + Instant.ofEpochMilli(since)
                    + " already, when another transaction was ended")
            .observed(
                "it still was at "
                    + Instant.ofEpochMilli(lastMarker.header().maxTimestamp())
                    + ", when the one at "
                    + lastMarker.baseOffset()
                    + " was ended")
            .derived(
                "by default a coordinator aborts a transaction after 15 minutes at the latest"
                    + " (transaction.max.timeout.ms)",
                "4")
            .effectOnCommitted("the last stable offset stands still at " + producer.openFirstOffset)
            .exhibit(lastMarker, "the latest marker in the log")
            .remedy(
                "Look whether it is hanging: kafka-transactions.sh --bootstrap-server HOST:PORT"
                    + " find-hanging --broker-id N."));
  }
}
