package org.logdiff.analysis.check;

import org.logdiff.analysis.report.FindingKind;
import org.logdiff.format.Damage;
import org.logdiff.format.batch.SpanKind;

/**
 * A kind of damage in a log that the scan has found. Spans of it that follow each other directly
 * are one finding.
 */
abstract class DamageCheck implements ReplicaCheck {
  private final ReplicaFindings findings;
  private WalkedSpan first;
  private WalkedSpan latest;
  private int spans;

  DamageCheck(ReplicaFindings findings) {
    this.findings = findings;
  }

  /** Whether a damaged span is of this check's kind. */
  abstract boolean isOfKind(WalkedSpan span);

  /** Says what is wrong; file, position and fields are added. */
  abstract FindingDraft draft(WalkedSpan first, long lengthBytes, boolean reachesLogEnd);

  FindingDraft draft(FindingKind kind, String summary) {
    return findings.draft(kind, summary);
  }

  CheckContext context() {
    return findings.context();
  }

  @Override
  public final void segment(int segment) {
    flush();
  }

  @Override
  public final void span(WalkedSpan span) {
    if (span.kind() != SpanKind.DAMAGED || !isOfKind(span)) {
      if (span.kind() == SpanKind.DAMAGED) {
        flush();
      }
      return;
    }
    if (first != null && !goesOn(span)) {
      flush();
    }
    if (first == null) {
      first = span;
    }
    latest = span;
    spans++;
  }

  private boolean goesOn(WalkedSpan span) {
    return latest.segment() == span.segment()
        && latest.position() + latest.length() == span.position()
        && latest.damage().kind() == span.damage().kind()
        && latest.damage().field().equals(span.damage().field());
  }

  @Override
  public final void end(ProducerReplay state) {
    flush();
  }

  private void flush() {
    if (first == null) {
      return;
    }
    Damage damage = first.damage();
    long length = latest.position() + latest.length() - first.position();
    findings.add(
        draft(first, length, latest.reachesEnd() && context().isActive(latest.segment()))
            .about(damage.position())
            .observed(
                first.file().getFileName()
                    + ", position "
                    + damage.position()
                    + ": "
                    + damage.field()
                    + " stored "
                    + damage.stored()
                    + ", expected "
                    + damage.expected()
                    + (spans > 1 ? "; so on for " + spans + " batches" : ""))
            .exhibit(
                first.file(),
                damage.position(),
                length,
                null,
                damage.field() + " stored " + damage.stored()));
    first = null;
    latest = null;
    spans = 0;
  }
}
