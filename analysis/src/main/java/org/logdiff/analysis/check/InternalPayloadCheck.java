package org.logdiff.analysis.check;

import java.util.List;
import java.util.Optional;
import org.logdiff.analysis.report.FindingKind;
import org.logdiff.format.Bytes;
import org.logdiff.format.Damage;
import org.logdiff.format.DamageKind;
import org.logdiff.format.batch.RecordCursor;
import org.logdiff.format.internal.MetadataRecord;
import org.logdiff.format.internal.TransactionLogRecord;

/**
 * The records of {@code __transaction_state} and {@code __cluster_metadata} follow their schemas. A
 * version that is newer than we know is no fault.
 */
final class InternalPayloadCheck implements ReplicaCheck {
  private final ReplicaFindings findings;
  private final Decoder decoder;

  /** What is wrong with a record's key and value; empty if nothing is. */
  @FunctionalInterface
  interface Decoder {
    List<Damage> damages(Optional<Bytes> key, Optional<Bytes> value);
  }

  private InternalPayloadCheck(ReplicaFindings findings, Decoder decoder) {
    this.findings = findings;
    this.decoder = decoder;
  }

  /** For a topic; empty if its records have no schema that we know. */
  static Optional<ReplicaCheck> of(String topic, ReplicaFindings findings) {
    return switch (topic) {
      case "__transaction_state" ->
          Optional.of(
              new InternalPayloadCheck(
                  findings, (key, value) -> TransactionLogRecord.decode(key, value).damages()));
      case "__cluster_metadata" ->
          Optional.of(
              new InternalPayloadCheck(
                  findings,
                  (key, value) ->
                      value.map(v -> MetadataRecord.decode(v).damages()).orElse(List.of())));
      default -> Optional.empty();
    };
  }

  @Override
  public void record(WalkedBatch batch, RecordCursor record) {
    if (batch.header().isControl()) {
      return;
    }
    Optional<Bytes> value =
        record.hasValue()
            ? Optional.of(Bytes.copyOf(record.array(), record.valueAt(), record.valueLength()))
            : Optional.empty();
    decoder.damages(record.key(), value).stream()
        .filter(damage -> damage.kind() != DamageKind.VERSION)
        .findFirst()
        .ifPresent(damage -> tell(batch, record.offset(), damage));
  }

  private void tell(WalkedBatch batch, long offset, Damage damage) {
    findings.add(
        findings
            .draft(
                FindingKind.UNDECODABLE_PAYLOAD,
                "the record at " + offset + " of this internal topic cannot be decoded")
            .at(offset)
            .observed(
                damage.field() + ": stored " + damage.stored() + ", expected " + damage.expected())
            .effect("the broker skips the record, or stops at it when it loads the topic")
            .exhibit(batch, "the batch that holds it")
            .remedy("Keep a copy. Compare with the other replicas of the partition."));
  }
}
