package org.logdiff.analysis.check;

import org.logdiff.analysis.report.FindingKind;

/** Each batch whose checksum holds can be decompressed, and its records decoded. */
final class UndecodableBatchCheck implements ReplicaCheck {
  private final ReplicaFindings findings;

  UndecodableBatchCheck(ReplicaFindings findings) {
    this.findings = findings;
  }

  @Override
  public void undecodable(WalkedBatch batch, String trouble) {
    findings.add(
        findings
            .draft(
                FindingKind.UNDECODABLE_BATCH,
                "the records of the batch at "
                    + batch.baseOffset()
                    + " cannot be read although its checksum holds")
            .at(batch.baseOffset())
            .observed(trouble)
            .derived("it was written like this: the checksum covers these bytes", null)
            .effect("consumers stop at this offset, or skip it if told so; a cleaner stops too")
            .exhibit(batch, "the batch")
            .remedy(
                "Compare with the other replicas: if they have the same bytes, a producer wrote"
                    + " them, and consumers must seek past "
                    + batch.lastOffset()
                    + ".",
                "If they have others, rebuild this replica from one of them."));
  }
}
