package org.logdiff.analysis.check;

import org.logdiff.analysis.report.FindingKind;
import org.logdiff.format.batch.SpanKind;

/**
 * No closed segment's log ends in zeros. Space that was preallocated ({@code log.preallocate}) is
 * cut off when a segment is closed; the active one may have some. Source: {@code
 * LogSegment.onBecomeInactiveSegment}, Kafka 4.4.0.
 */
final class ZerosInLogCheck implements ReplicaCheck {
  private final ReplicaFindings findings;

  ZerosInLogCheck(ReplicaFindings findings) {
    this.findings = findings;
  }

  @Override
  public void span(WalkedSpan span) {
    if (span.kind() != SpanKind.PREALLOCATED || findings.context().isActive(span.segment())) {
      return;
    }
    findings.add(
        findings
            .draft(
                FindingKind.DAMAGED_BATCH,
                "the log of a closed segment ends in " + span.length() + " bytes of zeros")
            .about(span.position())
            .observed(
                span.file().getFileName()
                    + ", from position "
                    + span.position()
                    + " to its end: zeros")
            .derived(
                "a broker cuts off preallocated space when it closes a segment: either batches are"
                    + " lost, or the file was extended and never written to, as in a power cut",
                "1")
            .effect("reads that reach the zeros fail")
            .exhibit(span.file(), span.position(), span.length(), null, "zeros")
            .rebuild());
  }
}
