package org.logdiff.analysis.check;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.logdiff.analysis.report.Confidence;
import org.logdiff.analysis.report.FindingKind;
import org.logdiff.analysis.report.OffsetRange;
import org.logdiff.analysis.transaction.ProducerEvent;

/**
 * No data of a transaction without its end marker, if the log itself shows that the transaction had
 * ended.
 *
 * <table>
 * <caption>Rows: data at epoch e, open, is followed by the same producer's</caption>
 * <tr><td>J</td><td>gravestone at e or e + 1 (law E)</td><td>the marker was there, or in a gap
 *     before</td></tr>
 * <tr><td>K</td><td>data or gravestone at a higher epoch, COMMIT above e + 1, ABORT above e + 2,
 *     and a gap lies between</td><td>the marker was in a gap</td></tr>
 * </table>
 *
 * <p>Data below the log start is left out: a cleaner does not look at it any more, and nobody gets
 * it. An ABORT at e + 2 may be a fence by brokers of 4.0.0 (KAFKA-19367). The rows are those of
 * docs/semantics.md, 5.2, as far as one replica shows them.
 */
final class LostEndMarkerCheck implements ReplicaCheck {
  private static final int CANDIDATES = 64;

  private final ReplicaFindings findings;

  /** Where data begins whose marker is known to be lost, by producer. */
  private final Map<Long, Long> told = new HashMap<>();

  LostEndMarkerCheck(ReplicaFindings findings) {
    this.findings = findings;
  }

  /** Whether the end of what a producer has open was found to be lost. */
  boolean hasTold(ProducerReplay.State producer) {
    return told.getOrDefault(producer.producerId, ProducerReplay.NONE) == producer.openEpochOffset;
  }

  @Override
  public void batch(WalkedBatch batch, ProducerReplay before) {
    ProducerReplay.State producer = before.of(batch.header().producerId());
    if (producer == null
        || !producer.isOpen()
        || producer.openLastOffset < findings.context().replica().logStartOffset()
        || hasTold(producer)
        || before.hides(producer.openLastOffset, batch.baseOffset())) {
      return;
    }
    int above = batch.header().producerEpoch() - producer.openEpoch;
    List<OffsetRange> gaps =
        before.gaps().within(producer.openLastOffset + 1, batch.baseOffset() - 1, CANDIDATES);
    if (batch.kind() == ProducerEvent.Kind.GRAVESTONE && (above == 0 || above == 1)) {
      gravestone(batch, producer, gaps);
    } else if (!gaps.isEmpty() && raisesEpoch(batch, producer)) {
      epochBump(batch, producer, gaps);
    }
  }

  /** Whether a producer's batch is of an epoch that none can have with this data still open. */
  static boolean raisesEpoch(WalkedBatch batch, ProducerReplay.State producer) {
    int above = batch.header().producerEpoch() - producer.openEpoch;
    return switch (batch.kind()) {
      case DATA -> batch.header().isTransactional() && above > 0;
      case GRAVESTONE, COMMIT -> above > 1;
      case ABORT -> above > 2;
      case OTHER_CONTROL -> false;
    };
  }

  private void gravestone(
      WalkedBatch batch, ProducerReplay.State producer, List<OffsetRange> gaps) {
    boolean isItsOwn =
        producer.speaksProtocol2 && batch.header().producerEpoch() == producer.openEpoch + 1;
    List<OffsetRange> candidates = new ArrayList<>(isItsOwn ? List.of() : gaps);
    candidates.add(new OffsetRange(batch.baseOffset(), batch.baseOffset()));
    findings.add(
        draft(producer, candidates)
            .derived(
                "the empty control batch of this producer at "
                    + batch.baseOffset()
                    + " is what a cleaner leaves of an end marker once all data of its transaction"
                    + " is gone; with this data it was never together",
                "law E, 5.2 j")
            .exhibit(batch, "the empty control batch"));
    told.put(producer.producerId, producer.openEpochOffset);
  }

  private void epochBump(WalkedBatch batch, ProducerReplay.State producer, List<OffsetRange> gaps) {
    FindingDraft draft =
        draft(producer, gaps)
            .observed(
                "the producer goes on at epoch "
                    + batch.header().producerEpoch()
                    + ", at "
                    + batch.baseOffset())
            .derived(
                "its epoch rises only after its transaction was ended; the marker was in a gap"
                    + " between",
                "5.2 k")
            .exhibit(batch, "where the producer goes on");
    boolean canBeLate =
        producer.endOffset != ProducerReplay.NONE && producer.endEpoch == producer.openEpoch;
    if (canBeLate) {
      draft
          .reading(FindingKind.LOST_END_MARKER)
          .reading(
              FindingKind.LATE_TRANSACTIONAL_DATA,
              "the data at "
                  + producer.openEpochOffset
                  + " arrived after the "
                  + producer.endKind
                  + " at "
                  + producer.endOffset
                  + " that was to end it");
    }
    findings.add(draft);
    told.put(producer.producerId, producer.openEpochOffset);
  }

  private FindingDraft draft(ProducerReplay.State producer, List<OffsetRange> candidates) {
    String data =
        producer.openEpochOffset == producer.openLastOffset
            ? "" + producer.openLastOffset
            : producer.openEpochOffset + " to " + producer.openLastOffset;
    return findings
        .draft(
            FindingKind.LOST_END_MARKER,
            findings.context().name()
                + " never received the end marker of the transaction of producer "
                + producer.producerId
                + " at "
                + data)
        .about(producer.openEpochOffset)
        .among(candidates)
        .of(producer.producerId)
        .sure(Confidence.DERIVED)
        .observed(
            "producer "
                + producer.producerId
                + " has data at "
                + data
                + " at epoch "
                + producer.openEpoch
                + ", and no end marker after it")
        .assuming("the cleaners that ran on these replicas keep Kafka's rules for markers")
        .effectOnCommitted(
            "the data takes the outcome of the producer's next end marker, be it right or wrong;"
                + " until there is one, the last stable offset stays at or below "
                + producer.openFirstOffset)
        .remedy(
            "Compare with the other replicas of the partition (logdiff DIR DIR ...): they tell"
                + " which marker it was and what else was lost.")
        .rebuild();
  }
}
